import type { Answered } from "./call.ts";

type Query = Readonly<Record<string, unknown>>;
type ListInit = { readonly params?: { readonly query?: Query } };

/** The items of a list. Each page is fetched when it is reached. A repeated cursor ends the list. */
export async function* itemsOf(
  fetch: (init: ListInit) => Promise<Answered>,
  init: ListInit = {},
): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  let next: string | null = null;
  do {
    if (next !== null) seen.add(next);
    const query: Query = { ...init.params?.query, ...(next !== null && { next }) };
    const { data } = await fetch({ ...init, params: { ...init.params, query } });
    const page = data as { readonly items: readonly unknown[]; readonly next: string | null };
    yield* page.items;
    ({ next } = page);
  } while (next !== null && !seen.has(next));
}
