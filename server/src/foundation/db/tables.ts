/**
 * The tables, the same in both engines. Times are Unix milliseconds. Rows of an organization begin with its ID (`org`).
 */
import { sql } from "kysely";
import type { Role } from "../roles.ts";
import { big, bytes, flag, orNull, small, table, text, textFrom, textOf, uniqueText, type RowsOf } from "./describe.ts";
import { ACTIVE, OPEN, PENDING } from "./states.ts";

/** An organization, and the index of the entry that made or last changed the row. */
const BY_ENTRY = { org: text, idx: big };
/** The columns of rows that an entry made. */
const MADE = { ...BY_ENTRY, id: text, created_at: big };

/** The tables that change only in commits of log entries. */
export const LOG_TABLES = {
  /** A version of a template. */
  template: table(
    ["org", "id", "version"],
    {
      ...MADE,
      version: big,
      name: text,
      /** The template without its name, as canonical JSON: see `definitionOf`. */
      definition: text,
    },
    [
      { name: "template_idx", columns: ["org", "idx"], unique: true },
      { name: "template_name", columns: ["org", "name", "version"], unique: true },
    ],
  ),
  object: table(
    ["org", "id"],
    {
      org: text,
      id: text,
      template: text,
      template_version: big,
      /** 20 bytes in lower-case hex. */
      owner: text,
      /** Canonical JSON. */
      properties: text,
      version: big,
      state: textOf<"active" | "redeemed" | "burned" | "moved">(),
      /** The identifier of the log that it has moved to. */
      moved_to: orNull(text),
      state_hash: text,
      /** Indexes of the entry that created the object (and the item in it), and of its last entry. */
      created_idx: big,
      created_item: small,
      idx: big,
      created_at: big,
      updated_at: big,
    },
    [
      { name: "object_idx", columns: ["org", "created_idx", "created_item"] },
      { name: "object_template", columns: ["org", "template", "created_idx", "created_item"] },
      { name: "object_owner", columns: ["org", "owner", "created_idx", "created_item"] },
      { name: "object_owner_template", columns: ["org", "owner", "template", "created_idx", "created_item"] },
    ],
  ),
  /** An executed action on objects. */
  action_log: table(
    ["org", "idx", "item"],
    {
      ...MADE,
      /** Position in a request with several actions; otherwise 0. */
      item: small,
      /** The object that it acts on. */
      object: text,
      /** The identifier of that object's template. */
      template: text,
      name: text,
      /** The signed kind; `HttpRequest` if the request was signed. */
      kind: text,
      actor: text,
      /** JSON: the action's parameters. */
      params: text,
      /** JSON: the changed objects, with the hashes of their states before and after. */
      affected: text,
      /** JSON: the object after the action. */
      result: text,
    },
    [
      { name: "action_log_id", columns: ["org", "id"], unique: true },
      { name: "action_log_object", columns: ["org", "object", "idx", "item"] },
      { name: "action_log_actor", columns: ["org", "actor", "idx", "item"] },
      { name: "action_log_template", columns: ["org", "template", "idx", "item"] },
      { name: "action_log_kind", columns: ["org", "kind", "idx", "item"] },
    ],
  ),
  /** A stored file. Its bytes are in the file storage. */
  file: table(
    ["org", "id"],
    {
      ...MADE,
      name: text,
      /** SHA-256, in hex. */
      digest: text,
      size: big,
      /** The media type detected from the bytes. */
      type: text,
      removed_at: orNull(big),
    },
    [
      { name: "file_idx", columns: ["org", "idx"], unique: true },
      { name: "file_live", columns: ["org", "idx"], where: sql`removed_at is null` },
      { name: "file_digest", columns: ["org", "digest"], where: sql`removed_at is null` },
    ],
  ),
  /** An organization's used storage: the sizes of its files without removed ones. */
  stored: table(["org"], {
    org: text,
    bytes: big,
  }),
  webhook: table(
    ["org", "id"],
    {
      ...MADE,
      /** Index of the entry that last changed it. */
      changed_idx: big,
      name: text,
      url: text,
      /** A JSON list. */
      events: text,
      active: flag,
      /** Digests of the actions from which the current and the previous secret are derived. */
      secret: text,
      previous_secret: orNull(text),
      rotated_at: orNull(big),
      updated_at: big,
      removed_at: orNull(big),
    },
    [{ name: "webhook_idx", columns: ["org", "idx"], unique: true }],
  ),
  /** Requested redeliveries: of one action, or of all since a time. */
  webhook_redelivery: table(["org", "webhook", "idx"], {
    ...BY_ENTRY,
    webhook: text,
    action: orNull(text),
    since: orNull(big),
  }),
  /**
   * Contents of signed requests. The log has only their digests. With them, the other tables can be rebuilt from the
   * log.
   */
  request: table(["org", "idx"], {
    ...BY_ENTRY,
    content: bytes,
    /** The digest of an uploaded file. If set, `content` is the data kept beside the file (see `KeptUpload`). */
    file: orNull(text),
    /** The account whose session sent it; null for an API key. */
    account: orNull(text),
  }),
  /**
   * The part of a write's answer that later actions may change, as JSON. It is stored so that a retry gets the first
   * answer.
   */
  answer: table(["org", "idx"], {
    ...BY_ENTRY,
    shown: text,
  }),
  wallet: table(
    ["org", "id"],
    {
      ...MADE,
      /** Null if an API key registered it. */
      account: orNull(text),
      /** 20 bytes in lower-case hex. */
      address: text,
      nickname: orNull(text),
      role: textOf<Role>(),
      state: textOf<"active" | "removed">(),
    },
    [
      { name: "wallet_idx", columns: ["org", "idx"], unique: true },
      { name: "wallet_address", columns: ["org", "address"], unique: true, where: sql`state = ${ACTIVE}` },
      { name: "wallet_account", columns: ["org", "account"], unique: true, where: sql`state = ${ACTIVE}` },
      { name: "wallet_standing", columns: ["account", "org", "idx"] },
    ],
  ),
  /** Changed names of organizations. The first name is in `organization`. */
  organization_name: table(["org"], {
    ...BY_ENTRY,
    name: text,
  }),
  /** The log that an organization's objects move to. An organization that has named no such log has no row. */
  successor: table(["org"], {
    ...BY_ENTRY,
    /** The successor's identifier. */
    log: text,
  }),
  invitation: table(
    ["org", "id"],
    {
      ...MADE,
      /** Normalized. An organization has at most one open invitation per address. */
      email: text,
      role: textOf<Role>(),
      state: textOf<"open" | "accepted" | "withdrawn">(),
      expires_at: big,
    },
    [
      { name: "invitation_idx", columns: ["org", "idx"], unique: true },
      { name: "invitation_email", columns: ["email", "state"] },
      { name: "invitation_open", columns: ["org", "email"], unique: true, where: sql`state = ${OPEN}` },
    ],
  ),
  api_key: table(
    ["org", "id"],
    {
      ...MADE,
      name: text,
      /** The key's first characters, for display to its owner. */
      prefix: text,
      /** SHA-256 of the key, in hex. */
      hash: uniqueText,
      /** A JSON list. */
      permissions: text,
      /** Milliseconds until it expires; null if it does not. */
      ttl: orNull(big),
      revoked_at: orNull(big),
    },
    [{ name: "api_key_idx", columns: ["org", "idx"], unique: true }],
  ),
  idempotency: table(
    ["org", "key"],
    {
      org: text,
      key: text,
      /** SHA-256 of the request's signer, method, target and content, in hex. */
      digest: text,
      /** Index of its entry. */
      idx: big,
      /** The signed action in JSON, to get its receipt. */
      action: text,
      created_at: big,
    },
    [{ name: "idempotency_age", columns: ["created_at"] }],
  ),
} as const;
export type Tables = RowsOf<typeof LOG_TABLES>;

/** Tables outside of the log's commits: accounts, sessions and background work. */
export const ACCOUNT_TABLES = {
  account: table(["id"], {
    id: text,
    email: uniqueText,
    created_at: big,
  }),
  organization: table(
    ["id"],
    {
      id: text,
      /** The first name: see `organization_name`. */
      name: text,
      /** The name of its log. */
      log: uniqueText,
      /** The account that created it. */
      founder: textFrom("account.id"),
      /** The organization's own rate limits as JSON: see `readLimits`. */
      limits: orNull(text),
      created_at: big,
    },
    [{ name: "organization_founder", columns: ["founder"] }],
  ),
  /** When API keys were last used: see `registerKeyUse`. */
  api_key_use: table(["org", "key"], {
    org: text,
    key: text,
    used_at: big,
  }),
  /** Digests of files to check for unused bytes: noted before bytes are stored, and when a file is removed. */
  noted_file: table(
    ["org", "digest"],
    {
      org: text,
      digest: text,
      noted_at: big,
      state: textOf<"kept" | "removing">(),
    },
    [{ name: "noted_file_age", columns: ["noted_at"] }],
  ),
  /** Invitations that were mailed. */
  invitation_mail: table(["org", "invitation"], {
    org: text,
    invitation: text,
    /** Time of the last try; 0 if it failed. */
    tried_at: big,
    sent_at: orNull(big),
  }),
  one_time_code: table(
    ["id"],
    {
      /** SHA-256 of the nonce that belongs to the code, in hex. */
      id: text,
      email: text,
      /** The address without a `+` suffix. */
      mailbox: text,
      /** The network that requested it: see `requesterOf`. */
      network: text,
      /** HMAC of the code, in hex. */
      hash: text,
      tries: small,
      created_at: big,
      expires_at: big,
      /** Time of its use. */
      ended_at: orNull(big),
    },
    [
      { name: "one_time_code_mailbox", columns: ["mailbox", "created_at"] },
      { name: "one_time_code_age", columns: ["created_at"] },
    ],
  ),
  /** A login, and all its refresh tokens. */
  session: table(
    ["id"],
    {
      id: text,
      /** The first session of the login. Later ones are for other organizations. */
      login: text,
      account: textFrom("account.id"),
      org: text,
      created_at: big,
      /** End of the login. */
      expires_at: big,
      revoked_at: orNull(big),
    },
    [
      { name: "session_login", columns: ["login"] },
      { name: "session_age", columns: ["expires_at"] },
    ],
  ),
  refresh_token: table(
    ["hash"],
    {
      /** SHA-256, in hex. */
      hash: text,
      session: textFrom("session.id"),
      created_at: big,
      /** Time at which an access token issued with it was first used. */
      seen_at: orNull(big),
      used_at: orNull(big),
    },
    [{ name: "refresh_token_session", columns: ["session"] }],
  ),
  /** Ed25519 keys of access tokens. */
  signing_key: table(["id"], {
    id: text,
    /** A JWK, in JSON. */
    public_key: text,
    /** The private key, encrypted under the server's secret. */
    sealed: bytes,
    created_at: big,
    /** Time from which it signs. */
    signs_from: big,
    /** Time from which its signatures are rejected. */
    expires_at: big,
  }),
  /** A webhook's progress through the actions, and the state of its receiver. */
  webhook_progress: table(["webhook"], {
    webhook: text,
    org: text,
    /** Position of the last action taken up. */
    idx: big,
    item: small,
    /** Indexes of the last entry that requested a redelivery, and of the webhook's last change that was seen. */
    redelivered_idx: big,
    changed_idx: big,
    /** Time of the first failure since the last success. */
    failing_since: orNull(big),
    /** The number of warnings mailed. */
    told: small,
    /** Time of the last warning. */
    told_at: orNull(big),
    disabled_at: orNull(big),
    disabled_for: orNull(textOf<"gone" | "failing">()),
    /** The process that delivers, and the end of its lease. */
    held_by: orNull(text),
    held_until: big,
  }),
  /** An event for a webhook. */
  webhook_delivery: table(
    ["webhook", "idx", "item"],
    {
      webhook: text,
      idx: big,
      item: small,
      org: text,
      action: text,
      event: text,
      state: textOf<"pending" | "delivered" | "failed">(),
      tries: small,
      /** Time at which it was taken up, or requested again. The retries end a day after it. */
      first_at: big,
      next_at: big,
      tried_at: orNull(big),
      /** Status of the last answer. */
      status: orNull(small),
      error: orNull(text),
    },
    [
      { name: "webhook_delivery_pending", columns: ["webhook", "next_at"], where: sql`state = ${PENDING}` },
      { name: "webhook_delivery_age", columns: ["first_at"] },
    ],
  ),
} as const;
export type AccountTables = RowsOf<typeof ACCOUNT_TABLES>;

/** The index. It is built from the other tables, and can be rebuilt if lost. */
export const INDEX_TABLES = {
  /** The indexer's position in an organization's actions. */
  search_cursor: table(["org"], {
    org: text,
    /** Position of the last action: see `ITEMS`. */
    place: big,
    /** ID of the last action. If another action is at this position later, the log was replaced. */
    action: text,
  }),
  search_object: table(
    ["org", "id"],
    {
      org: text,
      id: text,
      /** Position of the action that created it. Lists are ordered by it. */
      place: big,
      /** A JSON list of its terms, in base64. */
      terms: text,
    },
    [{ name: "search_object_place", columns: ["org", "place"], unique: true }],
  ),
  /** The objects with a term, by position. Terms begin with bytes that identify the organization. */
  search_term: table(["term", "place"], {
    term: bytes,
    place: big,
  }),
} as const;
export type IndexTables = RowsOf<typeof INDEX_TABLES>;

export type TemplateRow = Tables["template"];
export type ObjectRow = Tables["object"];
export type ActionRow = Tables["action_log"];
export type FileRow = Tables["file"];
export type WebhookRow = Tables["webhook"];
export type ProgressRow = AccountTables["webhook_progress"];
export type DeliveryRow = AccountTables["webhook_delivery"];
