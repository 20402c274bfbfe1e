/** Schemas of webhooks in requests and answers. */
import { Type } from "typebox";
import type { DeliveryRow, ProgressRow, WebhookRow } from "../db/tables.ts";
import { Id, iso, nullable, Time } from "../http/schemas.ts";
import { nameOf } from "../http/names.ts";
import { EVENTS, messageId } from "./events.ts";
import { FAILURES } from "./send.ts";
import { NO_EVENT } from "./settle.ts";

export const WebhookId = Type.String({ ...Id, examples: ["whk_8f14e45fceea167a5a36dedd4bea2543"] });
const Name = nameOf(100, "Ledger");
const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: "https://, at a public address; no user, password or fragment.",
  examples: ["https://hooks.example/anchorlog"],
});
const Events = Type.Array(Type.Enum(EVENTS, { title: "WebhookEvent" }), {
  minItems: 1,
  maxItems: EVENTS.length,
  uniqueItems: true,
  description: "Of what it is told; `*` of everything.",
  examples: [["object.transfer"]],
});
const named = { name: Name, url: Url, events: Events };
const active = Type.Optional(
  Type.Boolean({ description: "Whether it is delivered to; true by default in POST and PUT. Events are kept." }),
);
export const NewWebhook = Type.Object({ ...named, active }, { additionalProperties: false });
export const ChangedWebhook = Type.Object(
  {
    ...named,
    active,
    rotate_secret: Type.Optional(
      Type.Boolean({
        description: "Makes a new secret; the one before signs beside it for 24 hours.",
      }),
    ),
  },
  { additionalProperties: false },
);

const Secret = Type.String({
  description: "What receivers verify messages by (Standard Webhooks). No other answer has it.",
  examples: ["whsec_XUNscHwGb8Vz1b5cC0Wd9Fp8p0p7iS1nJ3k9yR2m4tE="],
});
const shown = { id: WebhookId, ...named, name: Type.String(), active: Type.Boolean() };
export const Webhook = Type.Object(
  {
    ...shown,
    created_at: Time,
    updated_at: Time,
    failing_since: { ...nullable(Time), description: "When the first try failed since one succeeded." },
    disabled: {
      ...nullable(Type.Object({ at: Time, reason: Type.Enum(["gone", "failing"]) })),
      description:
        "Why the server delivers no more, until PUT or PATCH: its receiver answered 410, or took nothing for 5 days.",
    },
  },
  { title: "Webhook" },
);
export const MadeWebhook = Type.Object({ ...Webhook.properties, secret: Secret });
export const ChangedAnswer = Type.Object({ ...Webhook.properties, secret: Type.Optional(Secret) });

export const Delivery = Type.Object(
  {
    id: Type.String({ ...Id, description: "The webhook-id of its message.", examples: [messageId("", "")] }),
    action_id: Id,
    event: Type.String({ examples: ["object.transfer"] }),
    state: Type.Enum(["pending", "delivered", "failed"]),
    tries: Type.Integer({ minimum: 0 }),
    tried_at: nullable(Time),
    status: { ...nullable(Type.Integer()), description: "The HTTP status that the receiver answered last." },
    error: {
      ...nullable(Type.Enum([...FAILURES, NO_EVENT])),
      description:
        "Why the last try was no success. The receiver answered: `status`, `redirected`, `gone`, `bad_answer`. The connection failed: `refused`, `reset`, `timeout`, `tls`, `dns`, `unknown_host`, `unreachable`. Nothing was sent: `private_address`, `no_event`.",
    },
    next_at: { ...nullable(Time), description: "When it is tried next." },
  },
  { title: "Delivery" },
);

/** The public form of a webhook. A disabled webhook is shown as inactive until its next change. */
export function shownWebhook(
  { id, name, url, events, active, created_at, updated_at, changed_idx }: WebhookRow,
  progress: ProgressRow | undefined,
): object {
  const now = progress?.changed_idx === changed_idx ? progress : undefined;
  const since = now?.failing_since ?? null;
  const disabled = now === undefined || now.disabled_at === null ? null : now;
  return {
    id,
    name,
    url,
    events: JSON.parse(events) as string[],
    active: active === 1 && disabled === null,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    failing_since: since === null ? null : iso(since),
    disabled: disabled && { at: iso(disabled.disabled_at!), reason: disabled.disabled_for },
  };
}

export function shownDelivery({ webhook, action, event, state, tries, tried_at, status, error, next_at }: DeliveryRow) {
  return {
    id: messageId(webhook, action),
    action_id: action,
    event,
    state,
    tries,
    tried_at: tried_at === null ? null : iso(tried_at),
    status,
    error,
    next_at: state === "pending" ? iso(next_at) : null,
  };
}
