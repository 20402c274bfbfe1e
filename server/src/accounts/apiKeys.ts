/** API keys: what they look like, and where they come from. */
import { sha256, type Secrets } from "../secrets.ts";

const PREFIX = "alk_";
/** Characters of a key that its owner may see again. */
const SHOWN = 12;

/**
 * A key: `alk_`, 32 bytes and a checksum, so that a key that leaked is recognised, and one that was mistyped is refused
 * without a look at the database. It follows from the action that made it and the server's secret: a retry of that action
 * gets it again, and a rebuild from the log finds the same hash.
 *
 * @param digest of the action, in hex.
 */
export function apiKeyOf(secrets: Secrets, digest: string): { key: string; prefix: string; hash: string } {
  const body = PREFIX + secrets.mac("API key", digest).toString("base64url");
  const key = body + checksum(body);
  return { key, prefix: key.slice(0, SHOWN), hash: sha256(key) };
}

/** Whether a text is formed as a key is; which says nothing of whether there is one. */
export function isApiKey(text: string): boolean {
  if (!/^alk_[A-Za-z0-9_-]{49}$/.test(text)) return false;
  return checksum(text.slice(0, -6)) === text.slice(-6);
}

function checksum(body: string): string {
  return Buffer.from(sha256(body), "hex").toString("base64url").slice(0, 6);
}
