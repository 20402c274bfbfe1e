/** The schemas as steps. A released step must never change. */
import { sql } from "kysely";
import { RATE_TAKE, RATE_WINDOW } from "./limits.ts";
import type { Migration } from "./migrate.ts";
import { ACTIVE, OPEN, PENDING } from "./states.ts";
import { apart } from "./tenants.ts";

const ofTenants =
  (tables: readonly string[]): Migration =>
  (_db, { engine }) =>
    engine === "postgres" ? apart(tables) : [];

/** The tables in the log's file or database. */
export const TABLES: readonly Migration[] = [
  (db, { bytes }) => [
    db.schema
      .createTable("request")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("content", bytes, (c) => c.notNull())
      .addColumn("file", "text")
      .addColumn("account", "text")
      .addPrimaryKeyConstraint("request_key", ["org", "idx"]),
    db.schema
      .createTable("wallet")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("account", "text")
      .addColumn("address", "text", (c) => c.notNull())
      .addColumn("nickname", "text")
      .addColumn("role", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("wallet_key", ["org", "id"]),
    db.schema.createIndex("wallet_idx").unique().on("wallet").columns(["org", "idx"]),
    ...["address", "account"].map((column) =>
      db.schema
        .createIndex(`wallet_${column}`)
        .unique()
        .on("wallet")
        .columns(["org", column])
        .where(sql.ref("state"), "=", ACTIVE),
    ),
    db.schema.createIndex("wallet_standing").on("wallet").columns(["account", "org", "idx"]),
    db.schema
      .createTable("organization_name")
      .addColumn("org", "text", (c) => c.primaryKey())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull()),
    db.schema
      .createTable("invitation")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("role", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("invitation_key", ["org", "id"]),
    db.schema.createIndex("invitation_idx").unique().on("invitation").columns(["org", "idx"]),
    db.schema.createIndex("invitation_email").on("invitation").columns(["email", "state"]),
    db.schema
      .createIndex("invitation_open")
      .unique()
      .on("invitation")
      .columns(["org", "email"])
      .where(sql.ref("state"), "=", OPEN),
    db.schema
      .createTable("api_key")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("prefix", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull().unique())
      .addColumn("permissions", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("ttl", "bigint")
      .addColumn("revoked_at", "bigint")
      .addPrimaryKeyConstraint("api_key_key", ["org", "id"]),
    db.schema.createIndex("api_key_idx").unique().on("api_key").columns(["org", "idx"]),
    db.schema
      .createTable("file")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("digest", "text", (c) => c.notNull())
      .addColumn("size", "bigint", (c) => c.notNull())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("removed_at", "bigint")
      .addPrimaryKeyConstraint("file_key", ["org", "id"]),
    db.schema.createIndex("file_idx").unique().on("file").columns(["org", "idx"]),
    db.schema
      .createIndex("file_live")
      .on("file")
      .columns(["org", "idx"])
      .where(sql.ref("removed_at"), "is", sql.lit(null)),
    db.schema
      .createIndex("file_digest")
      .on("file")
      .columns(["org", "digest"])
      .where(sql.ref("removed_at"), "is", sql.lit(null)),
    db.schema
      .createTable("stored")
      .addColumn("org", "text", (c) => c.primaryKey())
      .addColumn("bytes", "bigint", (c) => c.notNull()),
    db.schema
      .createTable("idempotency")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("digest", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("action", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("idempotency_key", ["org", "key"]),
    db.schema.createIndex("idempotency_age").on("idempotency").columns(["created_at"]),
  ],
  (db) => [
    db.schema
      .createTable("template")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("version", "bigint", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("definition", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("template_key", ["org", "id", "version"]),
    db.schema.createIndex("template_idx").unique().on("template").columns(["org", "idx"]),
    db.schema.createIndex("template_name").unique().on("template").columns(["org", "name", "version"]),
    db.schema
      .createTable("object")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("template", "text", (c) => c.notNull())
      .addColumn("template_version", "bigint", (c) => c.notNull())
      .addColumn("owner", "text", (c) => c.notNull())
      .addColumn("properties", "text", (c) => c.notNull())
      .addColumn("version", "bigint", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("state_hash", "text", (c) => c.notNull())
      .addColumn("created_idx", "bigint", (c) => c.notNull())
      .addColumn("created_item", "integer", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("object_key", ["org", "id"]),
    db.schema.createIndex("object_idx").on("object").columns(["org", "created_idx", "created_item"]),
    db.schema.createIndex("object_template").on("object").columns(["org", "template", "created_idx", "created_item"]),
    db.schema.createIndex("object_owner").on("object").columns(["org", "owner", "created_idx", "created_item"]),
    db.schema
      .createIndex("object_owner_template")
      .on("object")
      .columns(["org", "owner", "template", "created_idx", "created_item"]),
    db.schema
      .createTable("action_log")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("item", "integer", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("object", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("actor", "text", (c) => c.notNull())
      .addColumn("params", "text", (c) => c.notNull())
      .addColumn("affected", "text", (c) => c.notNull())
      .addColumn("result", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("action_log_key", ["org", "idx", "item"]),
    db.schema.createIndex("action_log_id").unique().on("action_log").columns(["org", "id"]),
    db.schema.createIndex("action_log_object").on("action_log").columns(["org", "object", "idx", "item"]),
    db.schema.createIndex("action_log_actor").on("action_log").columns(["org", "actor", "idx", "item"]),
    db.schema
      .createTable("webhook")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("changed_idx", "bigint", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("url", "text", (c) => c.notNull())
      .addColumn("events", "text", (c) => c.notNull())
      .addColumn("active", "integer", (c) => c.notNull())
      .addColumn("secret", "text", (c) => c.notNull())
      .addColumn("previous_secret", "text")
      .addColumn("rotated_at", "bigint")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("removed_at", "bigint")
      .addPrimaryKeyConstraint("webhook_key", ["org", "id"]),
    db.schema.createIndex("webhook_idx").unique().on("webhook").columns(["org", "idx"]),
    db.schema
      .createTable("webhook_redelivery")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("webhook", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("action", "text")
      .addColumn("since", "bigint")
      .addPrimaryKeyConstraint("webhook_redelivery_key", ["org", "webhook", "idx"]),
  ],
  ofTenants([
    "request",
    "wallet",
    "organization_name",
    "invitation",
    "api_key",
    "file",
    "stored",
    "idempotency",
    "template",
    "object",
    "action_log",
    "webhook",
    "webhook_redelivery",
  ]),
  // Actions are found by their templates and kinds.
  (db) => [
    db.schema.alterTable("action_log").addColumn("template", "text", (c) => c.notNull().defaultTo("")),
    sql`update action_log set template = object.template from object
      where object.org = action_log.org and object.id = action_log.object`,
    ...["template", "kind"].map((column) =>
      db.schema.createIndex(`action_log_${column}`).on("action_log").columns(["org", column, "idx", "item"]),
    ),
  ],
  (db) => [
    db.schema
      .createTable("answer")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("shown", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("answer_key", ["org", "idx"]),
    db.schema.alterTable("webhook").addColumn("updated_at", "bigint", (c) => c.notNull().defaultTo(0)),
    sql`update webhook set updated_at = created_at`,
  ],
  ofTenants(["answer"]),
  // Objects move to another log.
  (db) => [
    db.schema.alterTable("object").addColumn("moved_to", "text"),
    db.schema
      .createTable("successor")
      .addColumn("org", "text", (c) => c.primaryKey())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("log", "text", (c) => c.notNull()),
  ],
  ofTenants(["successor"]),
];

/** The tables of accounts. */
export const ACCOUNTS: readonly Migration[] = [
  (db, { bytes, engine }) => [
    db.schema
      .createTable("account")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("email", "text", (c) => c.notNull().unique())
      .addColumn("created_at", "bigint", (c) => c.notNull()),
    db.schema
      .createTable("organization")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("log", "text", (c) => c.notNull().unique())
      .addColumn("founder", "text", (c) => c.notNull().references("account.id"))
      .addColumn("limits", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull()),
    db.schema.createIndex("organization_founder").on("organization").columns(["founder"]),
    db.schema
      .createTable("invitation_mail")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("invitation", "text", (c) => c.notNull())
      .addColumn("tried_at", "bigint", (c) => c.notNull())
      .addColumn("sent_at", "bigint")
      .addPrimaryKeyConstraint("invitation_mail_key", ["org", "invitation"]),
    db.schema
      .createTable("one_time_code")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("mailbox", "text", (c) => c.notNull())
      .addColumn("network", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addColumn("ended_at", "bigint"),
    db.schema.createIndex("one_time_code_mailbox").on("one_time_code").columns(["mailbox", "created_at"]),
    db.schema.createIndex("one_time_code_age").on("one_time_code").columns(["created_at"]),
    db.schema
      .createTable("session")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("login", "text", (c) => c.notNull())
      .addColumn("account", "text", (c) => c.notNull().references("account.id"))
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addColumn("revoked_at", "bigint"),
    db.schema.createIndex("session_login").on("session").columns(["login"]),
    db.schema.createIndex("session_age").on("session").columns(["expires_at"]),
    db.schema
      .createTable("noted_file")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("digest", "text", (c) => c.notNull())
      .addColumn("noted_at", "bigint", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("noted_file_key", ["org", "digest"]),
    db.schema.createIndex("noted_file_age").on("noted_file").columns(["noted_at"]),
    db.schema
      .createTable("refresh_token")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("session", "text", (c) => c.notNull().references("session.id"))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("seen_at", "bigint")
      .addColumn("used_at", "bigint"),
    db.schema.createIndex("refresh_token_session").on("refresh_token").columns(["session"]),
    db.schema
      .createTable("signing_key")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("public_key", "text", (c) => c.notNull())
      .addColumn("sealed", bytes, (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("signs_from", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull()),
    db.schema
      .createTable("webhook_progress")
      .addColumn("webhook", "text", (c) => c.primaryKey())
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("item", "integer", (c) => c.notNull())
      .addColumn("redelivered_idx", "bigint", (c) => c.notNull())
      .addColumn("changed_idx", "bigint", (c) => c.notNull())
      .addColumn("failing_since", "bigint")
      .addColumn("told", "integer", (c) => c.notNull())
      .addColumn("told_at", "bigint")
      .addColumn("disabled_at", "bigint")
      .addColumn("disabled_for", "text")
      .addColumn("held_by", "text")
      .addColumn("held_until", "bigint", (c) => c.notNull()),
    db.schema
      .createTable("webhook_delivery")
      .addColumn("webhook", "text", (c) => c.notNull())
      .addColumn("idx", "bigint", (c) => c.notNull())
      .addColumn("item", "integer", (c) => c.notNull())
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("action", "text", (c) => c.notNull())
      .addColumn("event", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("first_at", "bigint", (c) => c.notNull())
      .addColumn("next_at", "bigint", (c) => c.notNull())
      .addColumn("tried_at", "bigint")
      .addColumn("status", "integer")
      .addColumn("error", "text")
      .addPrimaryKeyConstraint("webhook_delivery_key", ["webhook", "idx", "item"]),
    db.schema
      .createIndex("webhook_delivery_pending")
      .on("webhook_delivery")
      .columns(["webhook", "next_at"])
      .where(sql.ref("state"), "=", PENDING),
    db.schema.createIndex("webhook_delivery_age").on("webhook_delivery").columns(["first_at"]),
    ...(engine === "postgres" ? [...RATE_WINDOW, RATE_TAKE] : []),
  ],
  ofTenants(["invitation_mail", "noted_file", "webhook_progress", "webhook_delivery"]),
  (db) => [
    db.schema
      .createTable("api_key_use")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("used_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("api_key_use_key", ["org", "key"]),
  ],
  ofTenants(["api_key_use"]),
];

/** The tables of the index. */
export const INDEX: readonly Migration[] = [
  (db, { bytes }) => [
    db.schema
      .createTable("search_cursor")
      .addColumn("org", "text", (c) => c.primaryKey())
      .addColumn("place", "bigint", (c) => c.notNull())
      .addColumn("action", "text", (c) => c.notNull()),
    db.schema
      .createTable("search_object")
      .addColumn("org", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("place", "bigint", (c) => c.notNull())
      .addColumn("terms", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("search_object_key", ["org", "id"]),
    db.schema.createIndex("search_object_place").unique().on("search_object").columns(["org", "place"]),
    db.schema
      .createTable("search_term")
      .addColumn("term", bytes, (c) => c.notNull())
      .addColumn("place", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("search_term_key", ["term", "place"])
      // All columns belong to the key.
      .$call((table) => (bytes === "blob" ? table.modifyEnd(sql`without rowid`) : table)),
  ],
  // `search_term` needs no policy: terms begin with a hash of their organization.
  ofTenants(["search_cursor", "search_object"]),
  // Words are folded differently since this step, so the index is built again.
  (_db, { engine }) =>
    ["search_cursor", "search_term", "search_object"].map((table) =>
      engine === "postgres" ? sql`truncate ${sql.table(table)}` : sql`delete from ${sql.table(table)}`,
    ),
];
