/** Resolves host names of webhooks separately from the process's other look-ups. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { addressesOf } from "./addresses.ts";

/** Milliseconds for the first query to a name server, and queries per server. Later queries get more time. */
const PATIENCE = 2_000;
const TRIES = 3;
/** Milliseconds that the answer for one address family waits for the other (RFC 8305, section 3). */
const BETWEEN_KINDS = 50;

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

export type Names = {
  /** @returns at least one address. @throws the DNS error with its code. */
  find(name: string): Promise<ResolvedAddress[]>;
  /** Cancels queries under way. */
  close(): void;
};

/**
 * Replaces `dns.lookup`, which holds one of a few threads as long as the name's owner delays the answer. The database,
 * mail and the chain's node need the same threads. Public names are in DNS, so hosts files and search domains are not
 * read. `localhost` is this machine (RFC 6761).
 *
 * @param servers name servers to use instead of the machine's own.
 */
export function createNames(servers?: readonly string[]): Names {
  const resolver = new Resolver({ timeout: PATIENCE, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    find: async (name) => {
      const known = addressesOf(name);
      if (known.length > 0) return known.map((address) => of(isIP(address) === 6 ? 6 : 4)(address));
      const found: ResolvedAddress[] = [];
      const ask = async (family: 4 | 6, addresses: Promise<string[]>): Promise<void> =>
        void found.push(...(await addresses).map(of(family)));
      const [four, six] = [ask(4, resolver.resolve4(name)), ask(6, resolver.resolve6(name))];
      const soon = Promise.any([four, six]).then(() => sleep(BETWEEN_KINDS, undefined, { ref: false }));
      // Some name servers do not answer at all if a name has no address of a family.
      await Promise.race([Promise.allSettled([four, six]), soon]).catch(() => {});
      if (found.length === 0) await four;
      return found.toSorted((a, b) => a.family - b.family);
    },
    close: () => resolver.cancel(),
  };
}

const of =
  (family: 4 | 6) =>
  (address: string): ResolvedAddress => ({ address, family });
