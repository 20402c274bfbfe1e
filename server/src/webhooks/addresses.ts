/** Checks that webhooks go only to public addresses, or to addresses that the configuration allows for development. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { badRequest } from "../http/errors.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** The global unicast range. IPv6 addresses that embed an IPv4 address are outside it. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** The Azure host's address, reachable from each of its virtual machines. It looks like a public address. */
const HOST_OF_AZURE = "168.63.129.16";

/** Checks addresses when a connection is made. */
export type Judge = {
  /** Whether the configuration allows the address explicitly. */
  readonly isAllowed: (address: string) => boolean;
  /** Whether webhooks may connect to the address. Unencrypted HTTP needs an explicitly allowed address. */
  readonly mayGo: (address: string, protocol: string) => boolean;
};

/** @param allow addresses and networks, in CIDR notation. */
export function createJudge(allow: readonly string[]): Judge {
  const networks = allow.map((text) => {
    const network = text.includes("/") ? text : `${text}/${isIP(text) === 6 ? 128 : 32}`;
    return ipaddr.parseCIDR(network);
  });
  const isAllowed = (text: string): boolean => {
    const address = read(text);
    return (
      address !== undefined &&
      networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
    );
  };
  const mayGo = (text: string, protocol: string): boolean =>
    isAllowed(text) || (protocol === "https:" && isPublic(text));
  return { isAllowed, mayGo };
}

/** Whether an address is globally reachable. */
export function isPublic(text: string): boolean {
  const address = read(text);
  if (address === undefined || address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_IPV6);
  return address.toString() !== HOST_OF_AZURE;
}

/** Parses an address. An IPv4 address mapped into IPv6 is treated as IPv4. */
function read(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

/** Names that always mean this machine (RFC 6761). */
const LOCALHOST = /(^|\.)localhost\.?$/i;

/** The addresses of a host that are known without DNS: a literal address, or the loopback addresses for localhost. */
export function addressesOf(host: string): string[] {
  if (isIP(host) !== 0) return [host];
  return LOCALHOST.test(host) ? ["127.0.0.1", "::1"] : [];
}

/** The host of a URL, an address or a name, without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/**
 * Rejects a URL that webhooks may not use. A host name is resolved and checked later, with each connection.
 *
 * @throws ApiError 400 `bad_url`, `not_https`, `private_address`.
 */
export function assertUrl(text: string, allow: readonly string[]): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isForm = url !== undefined && /^https?:$/.test(url.protocol) && url.hash === "";
  if (!isForm) throw badRequest("url", "bad_url", "url is not an https:// address, or it has a fragment");
  if (url.username !== "" || url.password !== "")
    throw badRequest("url", "bad_url", "url has a user or a password. Messages are signed, so receivers need neither");
  if (url.protocol === "http:" && allow.length === 0) throw badRequest("url", "not_https", "url is not https://");
  const known = addressesOf(hostOf(url));
  const judge = createJudge(allow);
  if (known.length > 0 && !known.some((address) => judge.mayGo(address, url.protocol)))
    throw badRequest("url", "private_address", "url has an address that is not public");
}
