/**
 * The roles of actions in the history of an object (protocol/1-verify §6.1). A file of its own, so that writer threads
 * load little.
 */

/** No object: an `HttpRequest`. */
export const PART_NONE = 0;
/** Acts upon an object. The next entry about the object names this entry as its prior. */
export const PART_ACT = 1;
/** Asks for the holder of an object, and changes nothing: an `Ask`. */
export const PART_ASK = 2;

/** 20 bytes: anybody may act next. */
export const ANYBODY: Uint8Array = new Uint8Array(20).fill(0xff);
/** 20 bytes: nobody may act any more. */
export const NOBODY: Uint8Array = new Uint8Array(20);
