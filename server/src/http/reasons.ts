/** All codes in `details[].reason` of the API's errors. Codes are stable; messages may change. */

/** The HTTP statuses that a code is sent with, and its meaning. */
type Entry = readonly [statuses: number | readonly number[], means: string];

const SENT = "Send the same again";

export const REASONS = {
  // The request's form.
  aborted: [400, "The client disconnected before the body had arrived."],
  bad_cursor: [400, "`next` belongs to another list, filter or organization, or was altered."],
  bad_member: [400, "A member is named `__proto__`."],
  bad_name: [
    400,
    "A file's name is too long, or has other characters than letters, marks, digits, spaces, punctuation and symbols.",
  ],
  bad_request: [400, "The request cannot be read."],
  bad_schema: [400, "A template's schema has a keyword or value that is not supported: `field` names it."],
  bad_text: [400, "A text has a NUL, or half of a surrogate pair."],
  bad_time: [400, "A time is not a valid date, for example a 25th hour."],
  bad_url: [400, "A webhook's address is not a well-formed URL, or has a user, a password or a fragment."],
  duplicate_member: [400, "The body has a member twice."],
  forged_mark: [400, "The request has the field of a forwarded request, and no process of this server sent it."],
  malformed: [
    400,
    "The body, a parameter or a field has a wrong form: `field` names it, and the message says what is wrong.",
  ],
  no_order: [400, "A filter uses `<` or `>` with a value that has no order, such as `true`. Use `=`."],
  no_words: [400, "`q` contains no word."],
  not_https: [400, "A webhook's address is not https://."],
  not_the_signer: [400, "`address` is not the wallet that signed."],
  other_object: [400, "The signed action is about another object than the path."],
  private_address: [400, "A webhook's address is not public."],
  properties_too_long: [400, "The properties have more bytes than an object may have."],
  signed_twice: [400, "The body is a signed action, and the request is signed too."],
  too_many_pieces: [400, "The body came in too many pieces for its size."],
  too_many_values: [400, "The body has more members and items than its route takes."],
  too_deep: [400, "The body is nested too deeply."],
  too_many_words: [400, "`q` has too many words."],
  two_credentials: [400, "The request has a token and an API key, or two tokens."],
  two_places: [400, "The request has both `next` and `offset`. Give one of them."],
  unknown_parameter: [400, "The query has a parameter that does not exist here."],
  unknown_operator: [400, "A filter has an unknown operator: the message lists the known ones."],
  unexpected_body: [400, "The request has a body, and the route takes none."],
  // The form of the signed action.
  deadline_too_far: [400, "The action's deadline is too far ahead."],
  digest_mismatch: [400, "The content differs from the signed content."],
  digest_missing: [400, "A file is sent without a `Content-Digest` that has sha-256."],
  incomplete_body: [400, "The body ended early. Send the same again."],
  misplaced_action: [400, "The route does not take an action of this kind, or not in this way."],
  missing_member: [400, "The action lacks a member."],
  non_canonical: [
    400,
    "A value of the action is not in its one form, for example with leading zeros or hex in capitals.",
  ],
  repeated_header: [400, "The request has the field Anchorlog-Action more than once."],
  signature_not_in_head: [400, "A file is sent with a signature that is too long for the request's head."],
  unknown_kind: [400, "The kind of action does not exist: see `kinds` of GET /.well-known/anchorlog."],
  unknown_member: [400, "The action or the body has a member that does not exist here."],
  // Credentials and signatures.
  bad_api_key: [401, "The API key is unknown, was revoked, or has expired."],
  bad_code: [
    401,
    "The one-time code is wrong, used or expired, or `nonce` is not from the answer to the request for it.",
  ],
  bad_refresh_token: [401, "The refresh token is unknown, was used, or has expired. Sign in again."],
  bad_token: [401, "The access token is not from this API, or its organization is gone."],
  deadline_passed: [401, "The action's deadline is over. Check the clock, and sign it again."],
  delegated_account: [401, "The signer is an account with delegated code (EIP-7702), and its own key did not sign."],
  missing_action: [401, "The request changes state, so it must be signed: GET /reasons says how."],
  no_credential: [401, "The request has no token, API key or password, and the route needs one."],
  session_ended: [401, "The session is over. Sign in again."],
  signature_malformed: [401, "The signature is not 65 bytes in hex, or a contract wallet's is malformed."],
  signature_mismatch: [
    401,
    "The signature is not the actor's, or it signs something else: another host, path or body.",
  ],
  signature_non_canonical: [401, "The signature's s is high, or its v is neither 27 nor 28."],
  signature_rejected: [401, "The actor is a contract wallet that does not confirm the signature."],
  token_expired: [401, "The access token has expired. Get another one by POST /auth/refresh-token."],
  // Permissions.
  foreign_signer: [403, "The signer is not the wallet of the account that is signed in."],
  needs_token: [403, "The route is for accounts: it takes a token, and no API key."],
  not_invited: [403, "The invitation does not exist, or is not open any more."],
  not_local: [403, "Pages for development are served only at localhost, or at the host of `PUBLIC_URL`."],
  not_permitted: [403, "The credential, the signer's role or the template does not allow it."],
  sign_up_closed: [403, "The address has no account and may not create one: it needs an invitation."],
  unknown_signer: [403, "The signer is not a registered wallet of the organization."],
  // Unknown resources.
  no_checkpoint: [404, "No checkpoint has that size, or no checkpoint covers the entry."],
  no_entry: [404, "The log has no such entry, or the entry is not about that object."],
  method_not_allowed: [405, "The path has other methods: `Allow` lists them."],
  no_such_endpoint: [404, "The path does not exist."],
  no_such_template: [404, "The template does not exist."],
  not_found: [404, "The resource does not exist in the organization."],
  unknown_log: [404, "The action is not of the organization's log."],
  v2_is_gone: [410, "The path belongs to version 2, which has ended: `Link` names its successor."],
  // State of the resource.
  already_member: [409, "The invited person is a member already."],
  already_revoked: [409, "The API key is revoked already."],
  effect_failed: [409, "The current state does not allow the action."],
  idempotency_under_way: [409, "A request with that `Idempotency-Key` is being processed. Send the same again later."],
  log_succeeded: [
    409,
    "The organization has named a successor of its log, so the log takes only redemptions and moves.",
  ],
  last_owner: [409, "The organization would have no owner."],
  no_account: [
    [400, 409],
    "400: the caller has no wallet here, so the request must name the account. 409: an API key registered the wallet, so its holder cannot sign in.",
  ],
  nonce_used: [409, "Another action has used the signer's nonce."],
  not_active: [409, "The object was redeemed, burned or moved."],
  not_appended: [409, "Another action of the same batch was refused."],
  not_holder: [409, "According to the log another account holds the object, or the object has ended."],
  not_open: [409, "The invitation was accepted or withdrawn already."],
  object_exists: [409, "An object with that id exists already."],
  version_conflict: [409, "The object, template or webhook has changed since. Read it and try again."],
  wallet_registered: [409, "The address, or the account, has a wallet in the organization already."],
  precondition_failed: [412, "The object's state is not one that `If-Match` names."],
  // Size, time and type of the content.
  body_timeout: [408, "The body did not arrive in time."],
  body_too_large: [413, "The body, or the file, is too large. A signature in the body counts, too."],
  headers_too_large: [431, "The request's fields are too large."],
  content_coded: [415, "The body is compressed or encoded."],
  unsupported_media_type: [415, "The route does not take a body of this type."],
  range_not_satisfiable: [416, "The file has none of the requested bytes."],
  // Rules of templates and of this server.
  against_schema: [422, "The properties do not match the schema of the object's template: `field` says where."],
  action_not_allowed: [422, "The template allows nobody to do it."],
  custody_is_the_owners: [422, "The template has custody, so only owners may act."],
  custody_stays: [422, "A template's custody cannot change after its first version."],
  holder_cannot_act: [422, "The new holder is a contract, which could never act upon the object again."],
  idempotency_mismatch: [422, "Another request used that `Idempotency-Key`."],
  no_owner_yet: [422, "The template lets only owners mint, but a new object has no owner."],
  not_the_successor: [422, "The move names another log than the successor that the organization has named, if any."],
  too_many_at_once: [422, "The batch has more actions than the rate limit ever allows in one window."],
  too_many_invitations: [422, "The address was invited five times in the last day."],
  too_many_webhooks: [422, "The organization has the largest number of webhooks."],
  too_much_stored: [422, "The organization has used up its storage."],
  wrong_kind: [422, "The template takes actions of another kind: the message names it."],
  // Limits.
  rate_limit_exceeded: [429, "A rate limit is exceeded: `Retry-After` gives the seconds to wait."],
  // Failures of the server, most of them temporary.
  anchor_overdue: [
    503,
    `Older entries have waited too long for their anchor, so no new one is accepted. ${SENT} later.`,
  ],
  archive_unavailable: [
    503,
    `The archive cannot be read now, so the server cannot tell what used the nonce, or cannot prove the entry. ${SENT} later.`,
  ],
  being_removed: [503, `The same bytes are just being removed. ${SENT} later.`],
  chain_unavailable: [503, `The chain does not answer. ${SENT} later.`],
  clock_ahead: [503, `The server's clock is ahead of the chain, so no new action is accepted. ${SENT} later.`],
  clock_behind: [503, `The server's clock is behind the chain, so no new action is accepted. ${SENT} later.`],
  clocks_apart: [503, `The clocks of the server's processes differ; the log reports it. ${SENT} later.`],
  closing: [503, "GET /readyz: the process is about to end."],
  database_unavailable: [503, `The database is unreachable, full or busy. ${SENT} later: an action is done only once.`],
  effect_broken: [500, "The server could not run its own statements. Nothing was done."],
  file_lost: [503, "The file's bytes are missing from the storage; the log reports it."],
  guard_failed: [503, `The double-signing protection is unreachable, so no action is accepted. ${SENT} later.`],
  internal_error: [500, `Something failed. ${SENT}: an action is done only once.`],
  mail_unavailable: [503, "The code cannot be mailed now. Ask for it again later."],
  not_in_standing: [503, `The operator may not anchor, so no new action is accepted. ${SENT} later.`],
  not_the_writer: [503, `Another process writes the organization's log. ${SENT} a second later.`],
  outcome_unknown: [503, `The server does not know whether it was done. ${SENT}: it is done only once.`],
  overloaded: [503, `The server has too much to do. ${SENT} later.`],
  read_only: [503, `The log lacks entries that were signed before, and takes no new ones. ${SENT} later.`],
  receipt_unavailable: [503, `It is done, but its receipt is not signed yet. ${SENT} to get the receipt.`],
  storage_full: [503, `The storage of files is full. ${SENT} later.`],
  storage_unavailable: [503, `Files cannot be stored or read now. ${SENT} later.`],
  store_failed: [503, `Nothing was written. ${SENT} later.`],
  store_full: [503, `The disk of the log is almost full, so no new action is accepted. ${SENT} later.`],
  too_busy: [503, `The server is receiving too many bodies at once. ${SENT} later.`],
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
