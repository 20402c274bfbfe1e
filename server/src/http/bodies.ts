/** Maximum sizes of bodies in bytes. A route without its own limit takes the size of one action. */

/** Requests to sign in: a mail address, a code or a token. */
export const AUTH_BODY = 4_096;
/** One action, or a request for one. */
export const ACTION_BODY = 65_536;
/** All bodies except forms with a file. */
export const MAX_BODY = 1_048_576;

/** A batch of at most `most` actions. */
export const batchBody = (most: number): number => Math.min(most * ACTION_BODY, MAX_BODY);
