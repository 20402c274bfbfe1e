/** Looks names up in DNS, apart from the process's other look-ups. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { addressesOf } from "./addresses.ts";

/** Milliseconds that a name server may take at first, and how often each is asked, later ones for longer. */
const PATIENCE = 2_000;
const TRIES = 3;

export type Found = { readonly address: string; readonly family: 4 | 6 };

export type Names = {
  /** @returns an address at least. @throws what DNS says, with its code. */
  find(name: string): Promise<Found[]>;
  /** Ends what is under way. */
  close(): void;
};

/**
 * In place of `dns.lookup`: that takes one of a few threads for as long as it takes, and a name's owner decides how long
 * that is. The chain's node, the database and mail are looked up by the same threads. A public name is in DNS, so neither
 * a hosts file nor search domains are read; `localhost` is this machine (RFC 6761).
 *
 * @param servers in place of the machine's own.
 */
export function createNames(servers?: readonly string[]): Names {
  const resolver = new Resolver({ timeout: PATIENCE, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    find: async (name) => {
      const known = addressesOf(name);
      if (known.length > 0) return known.map((address) => of(isIP(address) === 6 ? 6 : 4)(address));
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = [...answered(four).map(of(4)), ...answered(six).map(of(6))];
      if (found.length === 0) throw (four as PromiseRejectedResult).reason as Error;
      return found;
    },
    close: () => resolver.cancel(),
  };
}

const answered = (asked: PromiseSettledResult<string[]>): string[] => (asked.status === "fulfilled" ? asked.value : []);
const of =
  (family: 4 | 6) =>
  (address: string): Found => ({ address, family });
