/** The groups of the API's rate limits, and what each allows. */
export const GROUPS = {
  reads: { minute: 300, second: 50 },
  writes: { minute: 60, second: 10 },
  /** Actions, not requests. */
  bus: { second: 2_000 },
  search: { minute: 120, second: 20 },
  uploads: { minute: 30, second: 5 },
  webhooks: { minute: 30, second: 5 },
  /** Of an address: signing in. */
  auth: { minute: 30, second: 5 },
  /** Of an address: whoever has no credential. */
  strangers: { minute: 300, second: 50 },
} as const satisfies Record<string, { readonly minute?: number; readonly second: number }>;

export type Group = keyof typeof GROUPS;
