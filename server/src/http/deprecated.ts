/** The date since which the remains of version 2 are deprecated. */
export const DEPRECATED_SINCE = Date.UTC(2026, 0, 1);

/** Formats a time for the Deprecation header (RFC 9745). */
export const deprecation = (since: number): string => `@${since / 1_000}`;
