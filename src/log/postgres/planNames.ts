/** Names of prepared statements, of which each is planned anew as the tables grow. */
export type PlanNames = {
  of(statement: string): string;
  /** Says that the tables have so many entries, or got so many more. */
  reached(entries: number): void;
  grown(entries: number): void;
};

/**
 * A server keeps a plan under its statement's name, until the tables are analyzed anew. One that was made for a small table
 * reads all of it, which a large one takes a hundred times as long for. So a name holds until the entries have doubled.
 */
export function createPlanNames(): PlanNames {
  let known = 0;
  return {
    of: (statement) => `${statement}_${Math.floor(Math.log2(1 + known))}`,
    reached: (entries) => void (known = Math.max(known, entries)),
    grown: (entries) => void (known += entries),
  };
}
