/**
 * The tables, as both engines have them. Times are Unix milliseconds. Everything of an organization is led by its
 * identifier (`org`).
 */
import type { Role } from "../accounts/roles.ts";

/** A version of a template. */
export type TemplateRow = {
  org: string;
  id: string;
  version: number;
  /** Of the entry that made this version. */
  idx: number;
  name: string;
  /** What it is beside its name, as canonical JSON: see `definitionOf`. */
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
  state: "active" | "redeemed" | "burned";
  state_hash: string;
  /** Of the entry that made it, and of the last one about it. */
  created_idx: number;
  created_item: number;
  idx: number;
  created_at: number;
  updated_at: number;
};

/** A file that was stored; its bytes are elsewhere. */
export type FileRow = {
  org: string;
  id: string;
  /** Of the entry that stored it. */
  idx: number;
  name: string;
  /** SHA-256, in hex. */
  digest: string;
  size: number;
  /** A media type, by its bytes. */
  type: string;
  created_at: number;
  removed_at: number | null;
};

/** An action about objects, as it was done. */
export type ActionRow = {
  org: string;
  idx: number;
  /** Its place among those of a request that asks for several; 0 for one that is alone. */
  item: number;
  id: string;
  /** The one that it is about. */
  object: string;
  name: string;
  /** `HttpRequest`, or the kind that was signed. */
  kind: string;
  actor: string;
  /** JSON: what it asked for. */
  params: string;
  /** JSON: the objects that it changed, with the hashes of their states before and after. */
  affected: string;
  /** JSON: the object as it left it. */
  result: string;
  created_at: number;
};

export type WebhookRow = {
  org: string;
  id: string;
  /** Of the entries that made it, and that changed it last. */
  idx: number;
  changed_idx: number;
  name: string;
  url: string;
  /** A JSON list. */
  events: string;
  active: 0 | 1;
  /** Digests of the actions that its secrets follow from: the secret of now, and the one before until it ends. */
  secret: string;
  previous_secret: string | null;
  rotated_at: number | null;
  created_at: number;
  removed_at: number | null;
};

/** How far a webhook's events were taken up, and how its receiver is. */
export type ProgressRow = {
  webhook: string;
  org: string;
  /** The last action that was taken up. */
  idx: number;
  item: number;
  /** Of the last entry that asked for a redelivery, and of the webhook's last change that was seen. */
  redelivered_idx: number;
  changed_idx: number;
  /** When the first try failed since one succeeded. */
  failing_since: number | null;
  /** How many of the warnings before it is disabled were mailed. */
  told: number;
  /** When the last of them was. */
  told_at: number | null;
  disabled_at: number | null;
  disabled_for: "gone" | "failing" | null;
  /** The process that delivers, and until when others leave it to that. */
  held_by: string | null;
  held_until: number;
};

/** An action that a webhook is told of. */
export type DeliveryRow = {
  webhook: string;
  idx: number;
  item: number;
  org: string;
  action: string;
  event: string;
  state: "pending" | "delivered" | "failed";
  tries: number;
  /** When it was taken up, anew for a redelivery: its day of tries begins there. */
  first_at: number;
  next_at: number;
  tried_at: number | null;
  /** Of the last answer. */
  status: number | null;
  error: string | null;
};

/** Beside the log: what commits with its entries. */
export type Tables = {
  template: TemplateRow;
  object: ObjectRow;
  action_log: ActionRow;
  file: FileRow;
  /** What an organization stores: the sizes of its files, but for those that were removed. */
  stored: { org: string; bytes: number };
  webhook: WebhookRow;
  /** What is to be delivered again: one action, or all since a time. */
  webhook_redelivery: {
    org: string;
    webhook: string;
    /** Of the entry that asks for it. */
    idx: number;
    action: string | null;
    since: number | null;
  };
  /** What signed requests said, of which the log has the digest: with it, the tables can be made anew from the log. */
  request: {
    org: string;
    /** Of the entry. */
    idx: number;
    content: Uint8Array;
    /** Of an upload, the digest of its file: then `content` is what is kept beside that (see `KeptUpload`). */
    file: string | null;
    /** Whose session sent it; null for an API key. */
    account: string | null;
  };
  wallet: {
    org: string;
    id: string;
    /** Of the entry that registered it. */
    idx: number;
    /** Null where an API key registered it. */
    account: string | null;
    /** 20 bytes in lower-case hex. */
    address: string;
    nickname: string | null;
    role: Role;
    state: "active" | "removed";
    created_at: number;
  };
  /** Names that organizations were given since they were made. */
  organization_name: {
    org: string;
    /** Of the entry that gave it last. */
    idx: number;
    name: string;
  };
  invitation: {
    org: string;
    id: string;
    idx: number;
    /** Normalised. At most one of an address is open in an organization. */
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
    /** The first characters, by which its owner knows it. */
    prefix: string;
    /** SHA-256 of the key, in hex. */
    hash: string;
    /** A JSON list. */
    permissions: string;
    created_at: number;
    /** Milliseconds that it is good for; null for ever. */
    ttl: number | null;
    revoked_at: number | null;
  };
  idempotency: {
    org: string;
    key: string;
    /** Of the request: signer, method, target and content, in hex. */
    digest: string;
    /** Of its entry. */
    idx: number;
    /** The signed action, in JSON, for its receipt. */
    action: string;
    created_at: number;
  };
};

/** Apart from the log: who may sign in, and is. */
export type AccountTables = {
  account: { id: string; email: string; created_at: number };
  organization: {
    id: string;
    /** The first one: see `organization_name`. */
    name: string;
    /** Of its log. */
    log: string;
    /** Of the account that made it. */
    founder: string;
    /** Limits of its own, as JSON: see `readLimits`. */
    limits: string | null;
    created_at: number;
  };
  /** Bytes of files that are kept, or about to be, before their entries come, and of files that were removed. */
  noted_file: {
    org: string;
    digest: string;
    noted_at: number;
    state: "kept" | "removing";
  };
  /** Which invitations were mailed. */
  invitation_mail: {
    org: string;
    invitation: string;
    /** When the newest try began; 0 where it failed. */
    tried_at: number;
    sent_at: number | null;
  };
  one_time_code: {
    /** SHA-256 of the nonce that it is good with, in hex. */
    id: string;
    email: string;
    /** The address without a part behind `+`. */
    mailbox: string;
    /** From which it was asked for: see `requesterOf`. */
    network: string;
    /** HMAC of the code, in hex. */
    hash: string;
    tries: number;
    created_at: number;
    expires_at: number;
    /** When it was used. */
    ended_at: number | null;
  };
  /** A login, and all refresh tokens that follow from it. */
  session: {
    id: string;
    /** The identifier of the first of those that a login led to, by entering other organizations. */
    login: string;
    account: string;
    org: string;
    created_at: number;
    /** The login's. */
    expires_at: number;
    revoked_at: number | null;
  };
  refresh_token: {
    /** SHA-256, in hex. */
    hash: string;
    session: string;
    created_at: number;
    /** When an access token that came with it was first used. */
    seen_at: number | null;
    used_at: number | null;
  };
  /** Ed25519 keys of access tokens. */
  signing_key: {
    id: string;
    /** A JWK, in JSON. */
    public_key: string;
    /** The private one, encrypted under the server's secret. */
    sealed: Uint8Array;
    created_at: number;
    /** From when on it signs. */
    signs_from: number;
    /** From when on nothing that it signed is taken. */
    expires_at: number;
  };
  webhook_progress: ProgressRow;
  webhook_delivery: DeliveryRow;
};

/** The index, made of what is beside the log: it may be lost, and is made anew then. */
export type IndexTables = {
  /** How far it has followed an organization's actions. */
  search_cursor: {
    org: string;
    /** Of the last action: see `ITEMS`. */
    place: number;
    /** Its identifier: another one there now is another log. */
    action: string;
  };
  search_object: {
    org: string;
    id: string;
    /** Where it was made: its place in lists. */
    place: number;
    /** A JSON list of its terms, in base64. */
    terms: string;
  };
  /** By term, which begins with bytes of the organization's: the places of objects that have it. */
  search_term: { term: Uint8Array; place: number };
};
