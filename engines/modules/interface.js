/** Raised with each change of a module that its callers must follow: other exports, addresses or units. */
export const INTERFACE = 3;
