/** The keys that sign access tokens: Ed25519, rotated by themselves, each known for a while before it signs. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { ServerError } from "../errors.ts";
import type { Platform } from "../platform.ts";

const DAY = 86_400_000;
/** Milliseconds for which a key signs. */
export const KEY_AGE = 30 * DAY;
/** Milliseconds for which it is published before it signs, and taken after it did: longer than anybody keeps the list, or a token lasts. */
export const KEY_OVERLAP = DAY;

export type SigningKey = { readonly id: string; readonly privateKey: KeyObject };

export type SigningKeys = {
  /** The key that signs now. */
  current(): Promise<SigningKey>;
  /** The public key of an identifier, while what it signed is taken. */
  find(id: string): Promise<KeyObject | undefined>;
  /** What is published, as a JSON Web Key Set (RFC 7517). */
  published(): Promise<readonly JWK[]>;
};

type Known = {
  readonly id: string;
  readonly jwk: JWK;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly signsFrom: number;
  readonly expiresAt: number;
};
/** Milliseconds for which what the database said is believed. */
const LOOK = 60_000;

export function openSigningKeys({
  database: { accounts },
  secrets,
  clock,
}: Pick<Platform, "database" | "secrets" | "clock">): SigningKeys {
  let known: readonly Known[] = [];
  let lookedAt = -Infinity;

  const look = async (): Promise<void> => {
    const now = clock();
    const rows = await accounts
      .selectFrom("signing_key")
      .selectAll()
      .where("expires_at", ">", now)
      .orderBy("signs_from")
      .execute();
    known = rows.map((row) => {
      const der = secrets.open("signing key", row.id, row.sealed);
      if (der === undefined) {
        throw new ServerError("bad_secret", "the keys of access tokens were sealed under another secret", {
          fix: "start with the SERVER_SECRET that this database was begun with",
        });
      }
      const jwk = JSON.parse(row.public_key) as JWK;
      const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
      return {
        id: row.id,
        jwk,
        publicKey: createPublicKey(privateKey),
        privateKey,
        signsFrom: row.signs_from,
        expiresAt: row.expires_at,
      };
    });
    lookedAt = now;
  };

  const add = async (signsFrom: number): Promise<void> => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const key = publicKey.export({ format: "jwk" }) as JWK;
    const id = await calculateJwkThumbprint(key);
    const jwk: JWK = { ...key, kid: id, alg: "EdDSA", use: "sig" };
    const sealed = secrets.seal("signing key", id, privateKey.export({ format: "der", type: "pkcs8" }));
    const row = {
      id,
      public_key: JSON.stringify(jwk),
      sealed,
      created_at: clock(),
      signs_from: signsFrom,
      expires_at: signsFrom + KEY_AGE + KEY_OVERLAP,
    };
    await accounts.insertInto("signing_key").values(row).execute();
  };

  /** Several processes may add one each: any of them may sign, since all are published. */
  const keep = async (): Promise<void> => {
    if (clock() - lookedAt < LOOK && clock() >= lookedAt) return;
    await look();
    const newest = known.at(-1);
    const now = clock();
    // Where none signs now, nobody holds an older list either.
    const from = newest === undefined || newest.signsFrom + KEY_AGE <= now ? now : newest.signsFrom + KEY_AGE;
    if (newest !== undefined && newest.signsFrom + KEY_AGE - KEY_OVERLAP > now) return;
    await add(from);
    await look();
  };

  return {
    current: async () => {
      await keep();
      return known.findLast(({ signsFrom }) => signsFrom <= clock())!;
    },
    find: async (id) => {
      await keep();
      const isOld = () => known.every((key) => key.id !== id);
      if (isOld() && clock() - lookedAt > 1_000) await look();
      const found = known.find((key) => key.id === id);
      return found !== undefined && found.expiresAt > clock() ? found.publicKey : undefined;
    },
    published: async () => {
      await keep();
      return known.map(({ jwk }) => jwk);
    },
  };
}
