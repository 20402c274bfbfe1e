/** Names for prepared statements that change as the tables grow, so that the server plans them again. */
export type PlanNames = {
  of(statement: string): string;
  /** Records that the tables have this many entries (`reached`), or this many more (`grown`). */
  reached(entries: number): void;
  grown(entries: number): void;
};

/**
 * The server keeps the plan of a named statement until the tables are analyzed. A plan for a small table reads all of
 * it, which takes a hundred times as long on a large table. So a name is used until the number of entries has doubled.
 */
export function createPlanNames(): PlanNames {
  let known = 0;
  return {
    of: (statement) => `${statement}_${Math.floor(Math.log2(1 + known))}`,
    reached: (entries) => void (known = Math.max(known, entries)),
    grown: (entries) => void (known += entries),
  };
}
