/**
 * Proxies in front of the server: decides which are trusted to report a client's address, and warns about wrong
 * settings.
 */
import { BlockList, isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "../foundation/config.ts";
import { readAddress } from "./limits/address.ts";

/** Returns a function that checks whether an address is a trusted proxy. @param networks as configured. */
export function createTrust(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    const address = readAddress(text);
    return address !== undefined && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  };
}

const UNNAMED =
  "PUBLIC_URL is https and TRUSTED_PROXIES is empty: all clients of a proxy in front count under one network's limits. Name the proxy's address in TRUSTED_PROXIES";
const UNTRUSTED =
  "a peer that TRUSTED_PROXIES does not name sent X-Forwarded-For, which is ignored. If that was the proxy in front, name its address in TRUSTED_PROXIES";
const UNREADABLE =
  "a trusted proxy sent an X-Forwarded-For whose address cannot be read: its clients count by the proxy's own address. Have it send addresses";

/** Warns at the start if no proxy is configured, and once for each kind of ignored field. */
export function registerProxies(
  app: FastifyInstance,
  { publicUrl, trustedProxies }: Pick<Config, "publicUrl" | "trustedProxies">,
  isTrusted: (address: string) => boolean,
): void {
  const warned = new Set<string>();
  const warnOnce = (message: string): void => {
    if (warned.has(message)) return;
    warned.add(message);
    app.log.warn(message);
  };
  app.addHook("onListen", () => {
    if (publicUrl.protocol === "https:" && trustedProxies.length === 0) app.log.warn(UNNAMED);
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const { forwarded, ip, headers, socket } = request;
    // Another process of this server forwards the field unchanged.
    if (headers["x-forwarded-for"] !== undefined && forwarded === undefined) {
      if (!isTrusted(socket.remoteAddress ?? "")) warnOnce(UNTRUSTED);
      else if (readAddress(ip) === undefined) warnOnce(UNREADABLE);
    }
    done();
  });
}
