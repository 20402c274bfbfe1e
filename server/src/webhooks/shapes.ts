/** Schemas of webhooks in requests and answers. */
import { Type } from "typebox";
import type { DeliveryRow, ProgressRow, WebhookRow } from "../foundation/db/tables.ts";
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
  description: "https:// and a public address, without user, password and fragment.",
  examples: ["https://hooks.example/anchorlog"],
});
const Events = Type.Array(Type.Enum(EVENTS, { title: "WebhookEvent" }), {
  minItems: 1,
  maxItems: EVENTS.length,
  uniqueItems: true,
  description: "The events that are sent to it. `*` stands for all events.",
  examples: [["object.transfer"]],
});
const named = { name: Name, url: Url, events: Events };
const active = Type.Optional(
  Type.Boolean({
    description:
      "Whether events are delivered to it. True by default in POST and PUT. If it is false, events are kept for later.",
  }),
);
export const NewWebhook = Type.Object({ ...named, active }, { additionalProperties: false });
export const ChangedWebhook = Type.Object(
  {
    ...named,
    active,
    rotate_secret: Type.Optional(
      Type.Boolean({
        description: "Makes a new secret. For 24 hours messages are also signed with the previous one.",
      }),
    ),
  },
  { additionalProperties: false },
);

const Secret = Type.String({
  description: "Receivers verify messages by this secret (Standard Webhooks). No other answer has it.",
  examples: ["whsec_XUNscHwGb8Vz1b5cC0Wd9Fp8p0p7iS1nJ3k9yR2m4tE="],
});
const shown = { id: WebhookId, ...named, name: Type.String(), active: Type.Boolean() };
export const Webhook = Type.Object(
  {
    ...shown,
    created_at: Time,
    updated_at: Time,
    failing_since: { ...nullable(Time), description: "The time of the first failed try since the last success." },
    disabled: {
      ...nullable(Type.Object({ at: Time, reason: Type.Enum(["gone", "failing"]) })),
      description:
        "Why the server has stopped deliveries: the receiver answered 410, or accepted nothing for 5 days. PUT or PATCH starts them again.",
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
        "Why the last try failed. The receiver answered: `status`, `redirected`, `gone`, `bad_answer`. The connection failed: `refused`, `reset`, `timeout`, `tls`, `dns`, `unknown_host`, `unreachable`. Nothing was sent: `private_address`, `no_event`.",
    },
    next_at: { ...nullable(Time), description: "The time of the next try." },
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
