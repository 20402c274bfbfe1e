/** Bytes of bodies, by what is sent. Each route says which it takes, and takes one action if it does not. */

/** Signing in: an address of e-mail, a code, a token. */
export const AUTH_BODY = 4_096;
/** One action, or what is asked for one. */
export const ACTION_BODY = 65_536;
/** Any, except a form with a file. */
export const MAX_BODY = 1_048_576;

/** A batch of so many actions. */
export const batchBody = (most: number): number => Math.min(most * ACTION_BODY, MAX_BODY);
