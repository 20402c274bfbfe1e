/** Signs messages as specified by Standard Webhooks: https://www.standardwebhooks.com */
import { createHmac } from "node:crypto";
import type { WebhookRow } from "../foundation/db/tables.ts";
import type { Secrets } from "../foundation/secrets.ts";

/** Milliseconds after a rotation for which the old secret signs as well. */
export const OVERLAP = 86_400_000;

/**
 * A webhook's secret. It is derived from the server's secret and the action that created or rotated it. It is not
 * stored, and a retry of that action returns the same secret.
 *
 * @param digest of the action, in hex.
 */
export function secretOf(secrets: Secrets, digest: string): string {
  return `whsec_${keyOf(secrets, digest).toString("base64")}`;
}

const keyOf = (secrets: Secrets, digest: string): Buffer => secrets.mac("webhook secret", digest);

type Rotated = Pick<WebhookRow, "secret" | "previous_secret" | "rotated_at">;

/** The headers that authenticate a message to its receiver. During a rotation, there are two signatures. */
export function signedHeaders(
  secrets: Secrets,
  { secret, previous_secret, rotated_at }: Rotated,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const isOverlap = previous_secret !== null && now < rotated_at! + OVERLAP;
  const signatures = [secret, ...(isOverlap ? [previous_secret] : [])].map((digest) => {
    const mac = createHmac("sha256", keyOf(secrets, digest)).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
