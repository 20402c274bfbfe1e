/** Since when version 3 is to be used, and what it keeps of version 2 is not. */
export const DEPRECATED_SINCE = Date.UTC(2026, 0, 1);

/** As RFC 9745 says it. */
export const deprecation = (since: number): string => `@${since / 1_000}`;
