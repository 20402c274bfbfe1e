/** Derives and checks API keys. */
import { sha256, type Secrets } from "../foundation/secrets.ts";

const PREFIX = "alk_";
/** Characters of a key that stay visible to its owner. */
const SHOWN = 12;

/**
 * Derives a key: `alk_`, 32 bytes and a checksum. Leaked keys can thus be recognized, and mistyped keys are rejected
 * without a query. The key depends on the action that created it and the server's secret, so a retry returns the same
 * key, and a rebuild finds the same hash.
 *
 * @param digest of the action, in hex.
 */
export function apiKeyOf(secrets: Secrets, digest: string): { key: string; prefix: string; hash: string } {
  const body = PREFIX + secrets.mac("API key", digest).toString("base64url");
  const key = body + checksum(body);
  return { key, prefix: key.slice(0, SHOWN), hash: sha256(key) };
}

/** Whether a text has the form and checksum of a key. The key need not exist. */
export function isApiKey(text: string): boolean {
  if (!/^alk_[A-Za-z0-9_-]{49}$/.test(text)) return false;
  return checksum(text.slice(0, -6)) === text.slice(-6);
}

function checksum(body: string): string {
  return Buffer.from(sha256(body), "hex").toString("base64url").slice(0, 6);
}
