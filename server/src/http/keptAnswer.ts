/** Keeps what an answer shows, if later actions change it: a retry gets the first answer. */
import type { Statement } from "anchorlog/log";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";

/** Keeps members of an answer with the entry. */
export function keepAnswer({ builder }: Pick<Database, "builder">, org: string, shown: object): Statement {
  return statement(builder.insertInto("answer").values({ org, idx: ENTRY.index, shown: JSON.stringify(shown) }));
}

/** The members that `keepAnswer` kept with an entry. */
export async function keptAnswer<T>({ of }: Pick<Database, "of">, org: string, index: number): Promise<T> {
  const kept = of(org).tables.selectFrom("answer").select("shown").where("org", "=", org).where("idx", "=", index);
  return JSON.parse((await kept.executeTakeFirstOrThrow()).shown) as T;
}
