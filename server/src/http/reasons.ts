/** All codes in `details[].reason` of the API's errors. Codes are stable; messages may change. */

/** The HTTP statuses that a code is sent with, and its meaning. */
type Entry = readonly [statuses: number | readonly number[], means: string];

const SENT = "Send the same again";

export const REASONS = {
  // The request's form.
  aborted: [400, "The sender was gone before the body had arrived."],
  bad_cursor: [400, "`next` is of another list, filter or organization, or was altered."],
  bad_member: [400, "A member is named `__proto__`."],
  bad_name: [400, "A file's name is too long, or is not of letters, marks, digits, spaces, punctuation and symbols."],
  bad_request: [400, "The request cannot be read."],
  bad_schema: [400, "A template's schema has a keyword or value that is not checked here: `field` says which."],
  bad_text: [400, "A text has a NUL, or half of a surrogate pair."],
  bad_time: [400, "A time is none that there is."],
  bad_url: [400, "A webhook's address is no https:// address, or has a user, a password or a fragment."],
  duplicate_member: [400, "The body has a member twice."],
  forged_mark: [400, "The request says that another process forwarded it, and none did."],
  malformed: [400, "The body, a parameter or a field is not of its form: `field` says which, the message how."],
  no_order: [400, "A filter compares by order what has none."],
  no_words: [400, "`q` has no word in it."],
  not_https: [400, "A webhook's address is not https://."],
  not_the_signer: [400, "`address` is not the wallet that signed."],
  other_object: [400, "The signed action is about another object than the path."],
  private_address: [400, "A webhook's address is not public."],
  properties_too_long: [400, "The properties have more bytes than an object may have."],
  signed_twice: [400, "The body is a signed action, and the request is signed as well."],
  too_many_pieces: [400, "The body came in too many pieces for its size."],
  too_many_values: [400, "The body has more members and items than its route takes."],
  too_deep: [400, "The body is nested too deeply."],
  too_many_words: [400, "`q` has too many words."],
  two_credentials: [400, "The request has a token and an API key, or two tokens."],
  two_places: [400, "The request has `next` and `offset`."],
  unknown_parameter: [400, "The query has a parameter that does not exist here."],
  unknown_operator: [400, "A filter compares by an operator that does not exist: the message lists those that do."],
  unexpected_body: [400, "The request has a body where none is taken."],
  // The form of the signed action.
  deadline_too_far: [400, "The action's deadline is too far ahead."],
  digest_mismatch: [400, "The content is not the one that was signed."],
  digest_missing: [400, "A file is sent without a `Content-Digest` that has sha-256."],
  incomplete_body: [400, "The body ended early. Send the same again."],
  misplaced_action: [400, "An action of this kind is not taken here, or not in this way."],
  missing_member: [400, "The action lacks a member."],
  non_canonical: [400, "A value of the action is not in its one form: leading zeros, hex in capitals."],
  repeated_header: [400, "The field Anchorlog-Action is there more than once."],
  signature_not_in_head: [400, "A file is sent with a signature that is too long for the request's head."],
  unknown_kind: [400, "There is no such kind of action: see `kinds` of GET /.well-known/anchorlog."],
  unknown_member: [400, "The action or the body has a member that does not exist here."],
  // Credentials and signatures.
  bad_api_key: [401, "The API key is none, was revoked, or has expired."],
  bad_code: [
    401,
    "The one-time code is wrong or not good any more, or `nonce` is not from the request that had it sent.",
  ],
  bad_refresh_token: [401, "The refresh token is not good, or not good any more. Sign in again."],
  bad_token: [401, "The access token is none of this API's."],
  deadline_passed: [401, "The action's deadline is over. Sign it anew, by a clock that is right."],
  delegated_account: [401, "The signer is an account with delegated code (EIP-7702)."],
  missing_action: [401, "What changes state is to be signed, and is not: GET /reasons says how to sign."],
  no_credential: [401, "The request has no token and no API key."],
  session_ended: [401, "The session is over. Sign in again."],
  signature_malformed: [401, "The signature is none."],
  signature_mismatch: [401, "The signature is not the actor's, or is over something else: another host, path or body."],
  signature_non_canonical: [401, "The signature's s is high, or its v is neither 27 nor 28."],
  signature_rejected: [401, "The actor is a contract wallet, and does not stand by the signature."],
  token_expired: [401, "The access token has expired. Take another one by POST /auth/refresh-token."],
  // Permissions.
  foreign_signer: [403, "The signer is not the wallet of the account that is signed in."],
  needs_token: [403, "This is for accounts: it takes a token, and no API key."],
  not_invited: [403, "The invitation is not open any more, or there is none."],
  not_local: [403, "A page for development is read at localhost, or at the host of `PUBLIC_URL`."],
  not_permitted: [403, "The credential, the signer's role or the template does not allow it."],
  sign_up_closed: [403, "The address has no account, and may not make one: it needs an invitation."],
  unknown_signer: [403, "The signer is no registered wallet of the organization."],
  // Unknown resources.
  no_checkpoint: [404, "There is no checkpoint of that size."],
  no_entry: [404, "There is no such entry, or it is not about that object."],
  method_not_allowed: [405, "The path has other methods: `Allow` lists them."],
  no_such_endpoint: [404, "There is no such path."],
  no_such_template: [404, "There is no such template."],
  not_found: [404, "There is no such thing in the organization."],
  unknown_log: [404, "The action is not of the organization's log."],
  v2_is_gone: [410, "The path is version 2's, which is gone: `Link` says what took its place."],
  // State of the resource.
  already_member: [409, "Whoever is invited is a member already."],
  already_revoked: [409, "The API key is revoked already."],
  effect_failed: [409, "What the action would change is not as it must be."],
  idempotency_under_way: [409, "A request with that `Idempotency-Key` is under way. Send the same again later."],
  last_owner: [409, "The organization would be without an owner."],
  no_account: [[400, 409], "There is no account, or no wallet, of whom it is to be."],
  nonce_used: [409, "Another action has the signer's nonce."],
  not_active: [409, "The object was redeemed or burned."],
  not_appended: [409, "Another action of the same batch was refused."],
  not_holder: [409, "By the log, the object is held by another than the signer, or by nobody."],
  not_open: [409, "The invitation was accepted or withdrawn already."],
  object_exists: [409, "There is an object of that id."],
  version_conflict: [409, "The object or template is of another version by now."],
  wallet_registered: [409, "The address, or the account, has a wallet in the organization."],
  precondition_failed: [412, "The object's state is none that `If-Match` names."],
  // Size, time and type of the content.
  body_timeout: [408, "The body did not arrive in time."],
  body_too_large: [413, "The body, or the file, is too large."],
  headers_too_large: [431, "The request's fields are too large."],
  content_coded: [415, "The body is compressed, or coded otherwise."],
  unsupported_media_type: [415, "The body is of a type that is not taken here."],
  range_not_satisfiable: [416, "The file has none of the bytes that are asked for."],
  // Rules of templates and of this server.
  against_schema: [422, "The properties do not match the schema of the object's template: `field` says where."],
  action_not_allowed: [422, "The template lets nobody do it."],
  custody_is_the_owners: [422, "With custody, a template lets nobody but owners act."],
  custody_stays: [422, "A template's custody is as its first version has it."],
  holder_cannot_act: [422, "The holder is a contract, which could never act upon the object again."],
  idempotency_mismatch: [422, "Another request came with that `Idempotency-Key`."],
  no_owner_yet: [422, "A template lets owners mint what has no owner yet."],
  too_many_at_once: [422, "The batch has more actions than a window of the limit ever takes."],
  too_many_invitations: [422, "The address was invited five times in a day."],
  too_many_webhooks: [422, "The organization has as many webhooks as it may."],
  too_much_stored: [422, "The organization stores as many bytes as it may."],
  wrong_kind: [422, "The template has actions of the other sort signed: the message names the kind."],
  // Limits.
  rate_limit_exceeded: [429, "A rate limit is exceeded: `Retry-After` says for how long."],
  // Failures of the server, most of them temporary.
  anchor_overdue: [503, `Nothing new is promised for now. ${SENT} later.`],
  archive_unavailable: [
    503,
    `The nonce was used, and what for cannot be read now; or the entry that is to be proven. ${SENT} later.`,
  ],
  being_removed: [503, `The same bytes are being removed. ${SENT} later.`],
  chain_unavailable: [503, `The chain does not answer. ${SENT} later.`],
  clock_ahead: [503, `Nothing new is promised for now. ${SENT} later.`],
  clock_behind: [503, `Nothing new is promised for now. ${SENT} later.`],
  clocks_apart: [503, "The processes' clocks are apart: their operator has been told."],
  closing: [503, "GET /readyz: the process is ending."],
  database_unavailable: [503, `The database is away, full or busy. ${SENT} later: what was done is done once.`],
  effect_broken: [500, "The server failed at it, and nothing was done."],
  file_lost: [503, "The file's bytes are not where they were kept: its operator has been told."],
  guard_failed: [503, `Nothing is promised for now. ${SENT} later.`],
  internal_error: [500, `Something failed. ${SENT}: what was done is done once.`],
  mail_unavailable: [503, "The code cannot be mailed now. Ask for it again later."],
  not_in_standing: [503, `Nothing new is promised for now. ${SENT} later.`],
  not_the_writer: [503, `Another process writes the organization's log. ${SENT} at once.`],
  outcome_unknown: [503, `Whether it was done is not known. ${SENT}: it is done once.`],
  overloaded: [503, `There is too much to do. ${SENT} later.`],
  read_only: [503, `The log lacks what was signed before, and takes nothing new. ${SENT} later.`],
  receipt_unavailable: [503, `It is done, and its receipt is not signed yet. ${SENT} for it.`],
  storage_full: [503, `There is no room for files. ${SENT} later.`],
  storage_unavailable: [503, `Files can be neither kept nor read now. ${SENT} later.`],
  store_failed: [503, `Nothing was written. ${SENT} later.`],
  store_full: [503, `Nothing new is promised for now. ${SENT} later.`],
  too_busy: [503, `Too much is being received. ${SENT} later.`],
  unavailable: [503, "GET /readyz: a part does not answer."],
} as const satisfies Readonly<Record<string, Entry>>;

/** A stable code, for programs. */
export type Reason = keyof typeof REASONS;

/** Returns the statuses that a code is sent with, or an empty list if the code is unknown. */
export function statusesOf(reason: string): readonly number[] {
  return Object.hasOwn(REASONS, reason) ? [REASONS[reason as Reason][0]].flat() : [];
}

/** Returns all codes, sorted by status and name. */
export function reasonRows(): {
  readonly reason: string;
  readonly statuses: readonly number[];
  readonly means: string;
}[] {
  return Object.entries<Entry>(REASONS)
    .map(([reason, [statuses, means]]) => ({ reason, statuses: [statuses].flat(), means }))
    .toSorted((a, b) => a.statuses[0]! - b.statuses[0]! || (a.reason < b.reason ? -1 : 1));
}

/** Returns all codes as a Markdown table, sorted by status and name. */
export function reasonTable(): string {
  const rows = reasonRows().map(
    ({ reason, statuses, means }) => `| ${statuses.join(", ")} | \`${reason}\` | ${means} |`,
  );
  return ["| Status | Reason | What it means |", "| --- | --- | --- |", ...rows].join("\n");
}
