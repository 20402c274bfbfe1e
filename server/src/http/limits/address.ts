import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { Secrets } from "../../foundation/secrets.ts";

/** Prefix lengths of IPv6 networks: the smallest that a subscriber has, and the largest that is common. */
const [LEAST, MOST] = [64, 48];

/** Forms of an address with a port, as proxies write it. The last one is IPv6 without brackets. */
const WITH_PORT = [
  /^([0-9.]+):[0-9]{1,5}$/,
  /^\[([0-9a-f:.]+)\](?::[0-9]{1,5})?$/i,
  /^((?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}):[0-9]{1,5}$/i,
];

/** Returns an address without a port and without IPv6 around IPv4; `undefined` if the text is not an address. */
export function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = WITH_PORT.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined) ?? text;
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * Returns the address that a request counts by: the client's address as reported by trusted proxies. If it cannot be
 * read, the address of the proxy that reported it.
 */
export function addressOf({ forwarded, ips, ip }: Pick<FastifyRequest, "forwarded" | "ips" | "ip">): string {
  if (forwarded !== undefined) return forwarded.address;
  return (ips ?? []).map(readAddress).findLast((address) => address !== undefined) ?? ip ?? "";
}

/**
 * Returns the part of an address that is limited: all of an IPv4 address, also if it is mapped into IPv6, or the first
 * 64 bits of an IPv6 address. All texts that are not addresses share one network.
 */
export function networkOf(address: string | undefined, bits = LEAST): string {
  const read = readAddress(address);
  if (read === undefined) return "unknown";
  const parsed = ipaddr.parse(read);
  return parsed.kind() === "ipv4"
    ? parsed.toString()
    : parsed
        .toByteArray()
        .slice(0, bits / 8)
        .join(".");
}

/**
 * Returns a keyed hash of the network that requests something scarce: a mail, an organization. IPv6 addresses are cut
 * to 48 bits, so that one subscriber does not count as 65,536.
 */
export function requesterOf(secrets: Pick<Secrets, "mac">, address: string | undefined): string {
  return secrets.mac("network", "requester", networkOf(address, MOST)).toString("hex").slice(0, 32);
}
