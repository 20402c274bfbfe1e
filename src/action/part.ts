/** The parts that actions have in the history of an object (PROTOCOL §4.2). Apart, since threads that write load it. */

/** About nothing: an `HttpRequest`. */
export const PART_NONE = 0;
/** Acts upon an object, and is what the next entry about it follows. */
export const PART_ACT = 1;
/** Asks who holds an object, and changes nothing: an `Ask`. */
export const PART_ASK = 2;

/** 20 bytes: whoever likes may act next. */
export const ANYBODY: Uint8Array = new Uint8Array(20).fill(0xff);
/** 20 bytes: nobody may act any more. */
export const NOBODY: Uint8Array = new Uint8Array(20);
