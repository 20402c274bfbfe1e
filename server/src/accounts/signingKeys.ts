/** The keys that sign access tokens: Ed25519, rotated automatically. Each is published for a while before it signs. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { lockName } from "../foundation/db/lock.ts";
import { ServerError } from "../foundation/errors.ts";
import type { Parts } from "../foundation/parts.ts";

const DAY = 86_400_000;
/** Milliseconds for which a key signs. */
export const KEY_AGE = 30 * DAY;
/**
 * Milliseconds for which a key is published before it signs, and accepted after it. This is longer than the list may be
 * cached, and longer than a token is valid.
 */
export const KEY_OVERLAP = DAY;

export type SigningKey = { readonly id: string; readonly privateKey: KeyObject };

export type SigningKeys = {
  /** The current signing key. */
  current(): Promise<SigningKey>;
  /** The public key with an ID, as long as its signatures are accepted. */
  find(id: string): Promise<KeyObject | undefined>;
  /** The published keys, as in a JSON Web Key Set (RFC 7517). */
  published(): Promise<readonly JWK[]>;
};

type LoadedKey = SigningKey & {
  readonly jwk: JWK;
  readonly publicKey: KeyObject;
  readonly signsFrom: number;
  readonly expiresAt: number;
};
/** Milliseconds to cache the keys. A key deleted from the database stays valid for this time. */
export const LOOK = 60_000;
/** The shorter limit that applies if a token names an unknown key. */
const LOOK_FOR_UNKNOWN = 1_000;

/** @throws ServerError `bad_secret`, from each of the returned methods. */
export function openSigningKeys({
  database,
  secrets,
  clock,
}: Pick<Parts, "database" | "secrets" | "clock">): SigningKeys {
  const { accounts } = database.across;
  /** In the order in which they begin to sign. */
  let known: readonly LoadedKey[] = [];
  let lookedAt = -Infinity;
  let refreshing: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const now = clock();
    const rows = await accounts.selectFrom("signing_key").selectAll().orderBy("signs_from").execute();
    known = rows.map((row) => {
      const der = secrets.open("signing key", row.id, row.sealed);
      if (der === undefined) {
        throw new ServerError("bad_secret", "the keys of access tokens were sealed under another secret", {
          fix: "start with the SERVER_SECRET that this database was begun with",
        });
      }
      const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
      return {
        id: row.id,
        jwk: JSON.parse(row.public_key) as JWK,
        publicKey: createPublicKey(privateKey),
        privateKey,
        signsFrom: row.signs_from,
        expiresAt: row.expires_at,
      };
    });
    lookedAt = now;
  };

  /** Adds the next key. If several processes try, only one succeeds. */
  const add = async (): Promise<void> => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const key = publicKey.export({ format: "jwk" }) as JWK;
    const id = await calculateJwkThumbprint(key);
    const jwk: JWK = { ...key, kid: id, alg: "EdDSA", use: "sig" };
    const sealed = secrets.seal("signing key", id, privateKey.export({ format: "der", type: "pkcs8" }));
    await accounts.transaction().execute(async (db) => {
      await lockName(db, database, "signing keys");
      const newest = await db
        .selectFrom("signing_key")
        .select("signs_from")
        .orderBy("signs_from", "desc")
        .limit(1)
        .executeTakeFirst();
      const now = clock();
      const from = dueFrom(newest?.signs_from, now);
      if (from === undefined) return;
      const row = {
        id,
        public_key: JSON.stringify(jwk),
        sealed,
        created_at: now,
        signs_from: from,
        expires_at: from + KEY_AGE + KEY_OVERLAP,
      };
      await db.insertInto("signing_key").values(row).execute();
    });
  };

  /** Concurrent calls share one refresh. */
  const refresh = (): Promise<void> =>
    (refreshing ??= (async () => {
      await look();
      if (dueFrom(known.at(-1)?.signsFrom, clock()) === undefined) return;
      await add().catch((error: unknown) => {
        // Keep working with the known keys if the database is read-only: there is a day left for the next key.
        if (!known.some(({ expiresAt }) => expiresAt > clock())) throw error;
      });
      await look();
    })().finally(() => {
      refreshing = undefined;
    }));
  const isOlder = (age: number): boolean => clock() < lookedAt || clock() - lookedAt >= age;
  const keep = async (): Promise<void> => {
    if (isOlder(LOOK)) await refresh();
  };
  const get = (id: string): LoadedKey | undefined => known.find((key) => key.id === id);

  return {
    current: async () => {
      await keep();
      // If the clock went back, it may be before the first key.
      return (known.findLast(({ signsFrom }) => signsFrom <= clock()) ?? known[0])!;
    },
    find: async (id) => {
      await keep();
      if (get(id) === undefined && isOlder(LOOK_FOR_UNKNOWN)) await refresh();
      const found = get(id);
      return found !== undefined && found.expiresAt > clock() ? found.publicKey : undefined;
    },
    published: async () => {
      await keep();
      return known.filter(({ expiresAt }) => expiresAt > clock()).map(({ jwk }) => jwk);
    },
  };
}

/**
 * The time at which the next key starts to sign, or undefined if it is not due. If no key is valid, it signs at once.
 * No client has a cached list then, since no key was requested for a day.
 */
function dueFrom(newest: number | undefined, now: number): number | undefined {
  if (newest === undefined) return now;
  const from = newest + KEY_AGE;
  return from - KEY_OVERLAP > now ? undefined : Math.max(from, now);
}
