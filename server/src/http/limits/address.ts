import ipaddr from "ipaddr.js";
import type { Secrets } from "../../secrets.ts";

/** The bits of an IPv6 address that name a network: the least that anybody has, and the most that a subscriber usually has. */
const [LEAST, MOST] = [64, 48];

/**
 * Returns the part of an address that is limited: IPv4 as it is, also where IPv6 carries it; of IPv6 the network of 64
 * bits. All texts that are not addresses share one network.
 */
export function networkOf(address: string | undefined, bits = LEAST): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4"
    ? parsed.toString()
    : parsed
        .toByteArray()
        .slice(0, bits / 8)
        .join(".");
}

/**
 * Returns a keyed hash of the network from which something scarce is asked for: a mail, an organization. Of IPv6 it takes
 * 48 bits, so that one subscriber does not count as 65,536.
 */
export function requesterOf(secrets: Pick<Secrets, "mac">, address: string | undefined): string {
  return secrets.mac("network", "requester", networkOf(address, MOST)).toString("hex").slice(0, 32);
}
