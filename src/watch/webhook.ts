/**
 * Messages to a webhook, by the specification Standard Webhooks 1.0.0 (standardwebhooks.com). Each is delivered at
 * least once, with the same `webhook-id` at every attempt.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { decodeBase64 } from "../base/base64.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Queued, WatchState } from "./state.ts";

/** The receiver of alarms. */
export type Webhook = {
  /** An http or https URL. It may contain a secret, so no message or error includes it. */
  readonly url: string;
  /** `whsec_`, then base64 of 24 to 64 bytes. */
  readonly secret: string;
  /** Milliseconds to wait for the receiver's answer; 15,000 by default. */
  readonly timeout?: number;
};

/** Milliseconds between attempts, as the specification proposes. They cover three days in all. */
const DELAYS = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000];
/** Size limit of the queue. Beyond it, the oldest messages are given up. */
const MOST_QUEUED = 1_000;
/** Upper limit for a receiver's `Retry-After`, milliseconds. */
const MOST_PATIENCE = 86_400_000;
const TIMEOUT = 15_000;
/**
 * Milliseconds that one delivery of the queue may take, so that a slow receiver does not delay answers. The rest waits
 * for the next pass.
 */
const MOST_DELIVERING = 30_000;

/**
 * The headers of a message.
 *
 * @param secret the key's bytes.
 * @param time of the attempt, Unix seconds.
 * @example
 * // In a test of your receiver, with the secret that the watchtower has.
 * const body = JSON.stringify({ type: "fault.found" })
 * const headers = webhookHeaders("msg_1", body, secret, Math.floor(Date.now() / 1_000))
 * await fetch("http://127.0.0.1:3000/alarms", { method: "POST", body, headers })
 */
export function webhookHeaders(id: string, body: string, secret: Uint8Array, time: number): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${id}.${time}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${signature}`,
  };
}

/**
 * Reads a webhook's secret and checks its URL.
 *
 * @throws AnchorlogError `bad_option`. The message contains neither of them.
 */
export function readWebhook({ url, secret }: Webhook): Uint8Array {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : { protocol: "" };
  if (protocol !== "https:" && protocol !== "http:") {
    throw new AnchorlogError("bad_option", "the webhook's url is not an http or https URL", { fix: "give one" });
  }
  // fetch refuses such a URL (fetch.spec.whatwg.org, Request).
  if (username !== "" || password !== "") {
    throw new AnchorlogError("bad_option", "the webhook's url has a user or a password in it", {
      fix: "let the receiver check the signature, or use a secret path",
    });
  }
  const key = secret.startsWith("whsec_") ? decodeBase64(secret.slice("whsec_".length)) : undefined;
  if (key === undefined || key.length < 24 || key.length > 64) {
    throw new AnchorlogError("bad_option", "the webhook's secret is not whsec_ and base64 of 24 to 64 bytes", {
      fix: 'make one: node -e \'console.log("whsec_" + crypto.randomBytes(32).toString("base64"))\'',
    });
  }
  return key;
}

/** Adds a message to the queue. If the queue is full, the oldest message is given up. */
export function enqueue(state: WatchState, id: string, body: string, now: number): void {
  if (state.queue.some((queued) => queued.id === id)) return;
  state.queue.push({ id, body, attempts: 0, due: now });
  while (state.queue.length > MOST_QUEUED) {
    state.queue.shift();
    state.dropped++;
  }
}

/** The result of delivering all due messages. */
export type Delivery = { readonly delivered: number; readonly waiting: number; readonly error?: string };

/**
 * Sends due messages in order. After the first failure the rest waits for the next pass, since the receiver is probably
 * down.
 *
 * @param save called after each message, so that a delivered message is not sent again.
 */
export async function deliver(
  state: WatchState,
  webhook: Webhook,
  now: number,
  save: () => Promise<void>,
): Promise<Delivery> {
  const secret = readWebhook(webhook);
  const end = performance.now() + MOST_DELIVERING;
  let delivered = 0;
  for (const message of state.queue.filter(({ due }) => due <= now)) {
    if (performance.now() > end) break;
    const answer = await post(
      webhook,
      message,
      webhookHeaders(message.id, message.body, secret, Math.floor(now / 1000)),
    );
    if (answer.taken) {
      state.queue.splice(state.queue.indexOf(message), 1);
      delivered++;
      await save();
      continue;
    }
    postpone(state, message, now, answer.after);
    await save();
    return { delivered, waiting: state.queue.length, error: answer.why };
  }
  return { delivered, waiting: state.queue.length };
}

type WebhookResponse =
  | { readonly taken: true }
  // The webhook asks for nothing more in the `after` milliseconds from now.
  | { readonly taken: false; readonly why: string; readonly after: number };

async function post(webhook: Webhook, { body }: Queued, headers: Record<string, string>): Promise<WebhookResponse> {
  try {
    const response = await fetch(webhook.url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(webhook.timeout ?? TIMEOUT),
    });
    await response.body?.cancel();
    if (response.status >= 200 && response.status <= 299) return { taken: true };
    const after = Number(response.headers.get("retry-after") ?? "0") * 1000;
    return { taken: false, why: `the webhook answers ${response.status}`, after: after > 0 ? after : 0 };
  } catch (error) {
    // fetch's error message may contain the URL.
    const { name, code } = ((error as Error).cause ?? error) as { name?: string; code?: string };
    return { taken: false, why: `the webhook cannot be reached: ${code ?? name ?? "no reason"}`, after: 0 };
  }
}

/**
 * Schedules the next attempt. Jitter keeps many senders from calling a receiver at the same moment; it needs no secure
 * randomness.
 */
function postpone(state: WatchState, message: Queued, now: number, after: number): void {
  const delay = DELAYS[message.attempts++];
  if (delay === undefined) {
    state.queue.splice(state.queue.indexOf(message), 1);
    state.dropped++;
    return;
  }
  const jitter = 1 + Math.random() / 10;
  message.due = now + Math.max(delay * jitter, Math.min(after, MOST_PATIENCE));
}
