/** Largest number of statements kept prepared. Enough for all, except statements with value lists of varying length. */
const MOST_PREPARED = 256;

/** Prepares each text once. */
export function keepPrepared<Prepared>(prepare: (sql: string) => Prepared): (sql: string) => Prepared {
  const prepared = new Map<string, Prepared>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = prepare(sql);
      if (prepared.size >= MOST_PREPARED) prepared.clear();
      prepared.set(sql, statement);
    }
    return statement;
  };
}
