/**
 * The tables, the same in both engines. Times are Unix milliseconds. Rows of an organization begin with its ID (`org`).
 */
import type { Role } from "../roles.ts";

/** A version of a template. */
export type TemplateRow = {
  org: string;
  id: string;
  version: number;
  /** Index of the entry that created this version. */
  idx: number;
  name: string;
  /** The template without its name, as canonical JSON: see `definitionOf`. */
  definition: string;
  created_at: number;
};

export type ObjectRow = {
  org: string;
  id: string;
  template: string;
  template_version: number;
  /** 20 bytes in lower-case hex. */
  owner: string;
  /** Canonical JSON. */
  properties: string;
  version: number;
  state: "active" | "redeemed" | "burned" | "moved";
  /** The identifier of the log that it has moved to. */
  moved_to: string | null;
  state_hash: string;
  /** Indexes of the entry that created the object (and the item in it), and of its last entry. */
  created_idx: number;
  created_item: number;
  idx: number;
  created_at: number;
  updated_at: number;
};

/** A stored file. Its bytes are in the file storage. */
export type FileRow = {
  org: string;
  id: string;
  /** Index of the entry that stored it. */
  idx: number;
  name: string;
  /** SHA-256, in hex. */
  digest: string;
  size: number;
  /** The media type detected from the bytes. */
  type: string;
  created_at: number;
  removed_at: number | null;
};

/** An executed action on objects. */
export type ActionRow = {
  org: string;
  idx: number;
  /** Position in a request with several actions; otherwise 0. */
  item: number;
  id: string;
  /** The object that it acts on. */
  object: string;
  /** The identifier of that object's template. */
  template: string;
  name: string;
  /** The signed kind; `HttpRequest` if the request was signed. */
  kind: string;
  actor: string;
  /** JSON: the action's parameters. */
  params: string;
  /** JSON: the changed objects, with the hashes of their states before and after. */
  affected: string;
  /** JSON: the object after the action. */
  result: string;
  created_at: number;
};

export type WebhookRow = {
  org: string;
  id: string;
  /** Indexes of the entries that created and last changed it. */
  idx: number;
  changed_idx: number;
  name: string;
  url: string;
  /** A JSON list. */
  events: string;
  active: 0 | 1;
  /** Digests of the actions from which the current and the previous secret are derived. */
  secret: string;
  previous_secret: string | null;
  rotated_at: number | null;
  created_at: number;
  updated_at: number;
  removed_at: number | null;
};

/** A webhook's progress through the actions, and the state of its receiver. */
export type ProgressRow = {
  webhook: string;
  org: string;
  /** Position of the last action taken up. */
  idx: number;
  item: number;
  /** Indexes of the last entry that requested a redelivery, and of the webhook's last change that was seen. */
  redelivered_idx: number;
  changed_idx: number;
  /** Time of the first failure since the last success. */
  failing_since: number | null;
  /** The number of warnings mailed. */
  told: number;
  /** Time of the last warning. */
  told_at: number | null;
  disabled_at: number | null;
  disabled_for: "gone" | "failing" | null;
  /** The process that delivers, and the end of its lease. */
  held_by: string | null;
  held_until: number;
};

/** An event for a webhook. */
export type DeliveryRow = {
  webhook: string;
  idx: number;
  item: number;
  org: string;
  action: string;
  event: string;
  state: "pending" | "delivered" | "failed";
  tries: number;
  /** Time at which it was taken up, or requested again. The retries end a day after it. */
  first_at: number;
  next_at: number;
  tried_at: number | null;
  /** Status of the last answer. */
  status: number | null;
  error: string | null;
};

/** The tables that change only in commits of log entries. */
export type Tables = {
  template: TemplateRow;
  object: ObjectRow;
  action_log: ActionRow;
  file: FileRow;
  /** An organization's used storage: the sizes of its files without removed ones. */
  stored: { org: string; bytes: number };
  webhook: WebhookRow;
  /** Requested redeliveries: of one action, or of all since a time. */
  webhook_redelivery: {
    org: string;
    webhook: string;
    /** Index of the entry that requested it. */
    idx: number;
    action: string | null;
    since: number | null;
  };
  /**
   * Contents of signed requests. The log has only their digests. With them, the other tables can be rebuilt from the
   * log.
   */
  request: {
    org: string;
    /** Index of the entry. */
    idx: number;
    content: Uint8Array;
    /** The digest of an uploaded file. If set, `content` is the data kept beside the file (see `KeptUpload`). */
    file: string | null;
    /** The account whose session sent it; null for an API key. */
    account: string | null;
  };
  /**
   * The part of a write's answer that later actions may change, as JSON. It is stored so that a retry gets the first
   * answer.
   */
  answer: {
    org: string;
    /** Index of the entry. */
    idx: number;
    shown: string;
  };
  wallet: {
    org: string;
    id: string;
    /** Index of the entry that registered it. */
    idx: number;
    /** Null if an API key registered it. */
    account: string | null;
    /** 20 bytes in lower-case hex. */
    address: string;
    nickname: string | null;
    role: Role;
    state: "active" | "removed";
    created_at: number;
  };
  /** Changed names of organizations. The first name is in `organization`. */
  organization_name: {
    org: string;
    /** Index of the entry that last changed it. */
    idx: number;
    name: string;
  };
  /** The log that an organization's objects move to. An organization that has named no such log has no row. */
  successor: {
    org: string;
    /** Index of the entry that named it. */
    idx: number;
    /** The log's identifier. */
    log: string;
  };
  invitation: {
    org: string;
    id: string;
    idx: number;
    /** Normalized. An organization has at most one open invitation per address. */
    email: string;
    role: Role;
    state: "open" | "accepted" | "withdrawn";
    created_at: number;
    expires_at: number;
  };
  api_key: {
    org: string;
    id: string;
    idx: number;
    name: string;
    /** The key's first characters, for display to its owner. */
    prefix: string;
    /** SHA-256 of the key, in hex. */
    hash: string;
    /** A JSON list. */
    permissions: string;
    created_at: number;
    /** Milliseconds until it expires; null if it does not. */
    ttl: number | null;
    revoked_at: number | null;
  };
  idempotency: {
    org: string;
    key: string;
    /** SHA-256 of the request's signer, method, target and content, in hex. */
    digest: string;
    /** Index of its entry. */
    idx: number;
    /** The signed action in JSON, to get its receipt. */
    action: string;
    created_at: number;
  };
};

/** Tables outside of the log's commits: accounts, sessions and background work. */
export type AccountTables = {
  account: { id: string; email: string; created_at: number };
  organization: {
    id: string;
    /** The first name: see `organization_name`. */
    name: string;
    /** The name of its log. */
    log: string;
    /** The account that created it. */
    founder: string;
    /** The organization's own rate limits as JSON: see `readLimits`. */
    limits: string | null;
    created_at: number;
  };
  /** When API keys were last used: see `registerKeyUse`. */
  api_key_use: { org: string; key: string; used_at: number };
  /** Digests of files to check for unused bytes: noted before bytes are stored, and when a file is removed. */
  noted_file: {
    org: string;
    digest: string;
    noted_at: number;
    state: "kept" | "removing";
  };
  /** Invitations that were mailed. */
  invitation_mail: {
    org: string;
    invitation: string;
    /** Time of the last try; 0 if it failed. */
    tried_at: number;
    sent_at: number | null;
  };
  one_time_code: {
    /** SHA-256 of the nonce that belongs to the code, in hex. */
    id: string;
    email: string;
    /** The address without a `+` suffix. */
    mailbox: string;
    /** The network that requested it: see `requesterOf`. */
    network: string;
    /** HMAC of the code, in hex. */
    hash: string;
    tries: number;
    created_at: number;
    expires_at: number;
    /** Time of its use. */
    ended_at: number | null;
  };
  /** A login, and all its refresh tokens. */
  session: {
    id: string;
    /** The first session of the login. Later ones are for other organizations. */
    login: string;
    account: string;
    org: string;
    created_at: number;
    /** End of the login. */
    expires_at: number;
    revoked_at: number | null;
  };
  refresh_token: {
    /** SHA-256, in hex. */
    hash: string;
    session: string;
    created_at: number;
    /** Time at which an access token issued with it was first used. */
    seen_at: number | null;
    used_at: number | null;
  };
  /** Ed25519 keys of access tokens. */
  signing_key: {
    id: string;
    /** A JWK, in JSON. */
    public_key: string;
    /** The private key, encrypted under the server's secret. */
    sealed: Uint8Array;
    created_at: number;
    /** Time from which it signs. */
    signs_from: number;
    /** Time from which its signatures are rejected. */
    expires_at: number;
  };
  webhook_progress: ProgressRow;
  webhook_delivery: DeliveryRow;
};

/** The index. It is built from the other tables, and can be rebuilt if lost. */
export type IndexTables = {
  /** The indexer's position in an organization's actions. */
  search_cursor: {
    org: string;
    /** Position of the last action: see `ITEMS`. */
    place: number;
    /** ID of the last action. If another action is at this position later, the log was replaced. */
    action: string;
  };
  search_object: {
    org: string;
    id: string;
    /** Position of the action that created it. Lists are ordered by it. */
    place: number;
    /** A JSON list of its terms, in base64. */
    terms: string;
  };
  /** The objects with a term, by position. Terms begin with bytes that identify the organization. */
  search_term: { term: Uint8Array; place: number };
};
