/** Looks names up in DNS, apart from the process's other look-ups. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { addressesOf } from "./addresses.ts";

/** Milliseconds that a name server may take at first, and how often each is asked, later ones for longer. */
const PATIENCE = 2_000;
const TRIES = 3;
/** Milliseconds for which addresses of one kind wait for those of the other: RFC 8305, 3. */
const BETWEEN_KINDS = 50;

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
      const found: Found[] = [];
      const ask = async (family: 4 | 6, addresses: Promise<string[]>): Promise<void> =>
        void found.push(...(await addresses).map(of(family)));
      const [four, six] = [ask(4, resolver.resolve4(name)), ask(6, resolver.resolve6(name))];
      const soon = Promise.any([four, six]).then(() => sleep(BETWEEN_KINDS, undefined, { ref: false }));
      // Some name servers say nothing where there are none of a kind.
      await Promise.race([Promise.allSettled([four, six]), soon]).catch(() => {});
      if (found.length === 0) await four;
      return found.toSorted((a, b) => a.family - b.family);
    },
    close: () => resolver.cancel(),
  };
}

const of =
  (family: 4 | 6) =>
  (address: string): Found => ({ address, family });
