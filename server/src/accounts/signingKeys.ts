/** The keys that sign access tokens: Ed25519, rotated automatically. Each is published for a while before it signs. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { lockName } from "../foundation/db/lock.ts";
import type { AccountTables } from "../foundation/db/tables.ts";
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

/** Each method throws ServerError `bad_secret` if the keys were sealed under another secret. */
export class SigningKeys {
  readonly #database: Parts["database"];
  readonly #secrets: Parts["secrets"];
  readonly #clock: Parts["clock"];
  /** In the order in which they begin to sign. */
  #known: readonly LoadedKey[] = [];
  #lookedAt = -Infinity;
  #refreshing: Promise<void> | undefined;

  constructor({ database, secrets, clock }: Pick<Parts, "database" | "secrets" | "clock">) {
    this.#database = database;
    this.#secrets = secrets;
    this.#clock = clock;
  }

  async current(): Promise<SigningKey> {
    if (this.#isOlder(LOOK)) await this.#refresh();
    // If the clock went back, it may be before the first key.
    return (this.#known.findLast(({ signsFrom }) => signsFrom <= this.#clock()) ?? this.#known[0])!;
  }

  /** The public key with an ID, as long as its signatures are accepted. */
  async find(id: string): Promise<KeyObject | undefined> {
    const get = () => this.#known.find((key) => key.id === id);
    if (this.#isOlder(LOOK)) await this.#refresh();
    if (get() === undefined && this.#isOlder(LOOK_FOR_UNKNOWN)) await this.#refresh();
    const found = get();
    return found !== undefined && found.expiresAt > this.#clock() ? found.publicKey : undefined;
  }

  /** The published keys, as in a JSON Web Key Set (RFC 7517). */
  async published(): Promise<readonly JWK[]> {
    if (this.#isOlder(LOOK)) await this.#refresh();
    return this.#known.filter(({ expiresAt }) => expiresAt > this.#clock()).map(({ jwk }) => jwk);
  }

  #isOlder(age: number): boolean {
    return this.#clock() < this.#lookedAt || this.#clock() - this.#lookedAt >= age;
  }

  /** Concurrent calls share one refresh. */
  #refresh(): Promise<void> {
    return (this.#refreshing ??= this.#lookAndAdd().finally(() => (this.#refreshing = undefined)));
  }

  async #lookAndAdd(): Promise<void> {
    await this.#look();
    if (dueFrom(this.#known.at(-1)?.signsFrom, this.#clock()) === undefined) return;
    await this.#add().catch((error: unknown) => {
      // Keep working with the known keys if the database is read-only: there is a day left for the next key.
      if (!this.#known.some(({ expiresAt }) => expiresAt > this.#clock())) throw error;
    });
    await this.#look();
  }

  async #look(): Promise<void> {
    const now = this.#clock();
    const { accounts } = this.#database.across;
    const rows = await accounts.selectFrom("signing_key").selectAll().orderBy("signs_from").execute();
    this.#known = rows.map((row) => loaded(this.#secrets, row));
    this.#lookedAt = now;
  }

  /** Adds the next key. If several processes try, only one succeeds. */
  async #add(): Promise<void> {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const key = publicKey.export({ format: "jwk" }) as JWK;
    const id = await calculateJwkThumbprint(key);
    const jwk: JWK = { ...key, kid: id, alg: "EdDSA", use: "sig" };
    const sealed = this.#secrets.seal("signing key", id, privateKey.export({ format: "der", type: "pkcs8" }));
    await this.#database.across.accounts.transaction().execute(async (db) => {
      await lockName(db, this.#database, "signing keys");
      const keys = db.selectFrom("signing_key").select("signs_from").orderBy("signs_from", "desc");
      const now = this.#clock();
      const from = dueFrom((await keys.limit(1).executeTakeFirst())?.signs_from, now);
      if (from === undefined) return;
      const times = { created_at: now, signs_from: from, expires_at: from + KEY_AGE + KEY_OVERLAP };
      await db
        .insertInto("signing_key")
        .values({ id, public_key: JSON.stringify(jwk), sealed, ...times })
        .execute();
    });
  }
}

function loaded(secrets: Parts["secrets"], row: AccountTables["signing_key"]): LoadedKey {
  const der = secrets.open("signing key", row.id, row.sealed);
  if (der === undefined) {
    throw new ServerError("bad_secret", "the keys of access tokens were sealed under another secret", {
      fix: "start with the SERVER_SECRET of this database",
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
