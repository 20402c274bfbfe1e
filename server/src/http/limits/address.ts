import ipaddr from "ipaddr.js";

/**
 * What of an address is limited: IPv4 as it is, also where IPv6 carries it; of IPv6 the network of 64 bits, which is
 * the least that anybody has. What is no address is all the same one.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4" ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(".");
}
