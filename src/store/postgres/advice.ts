import type { Connections } from "./connection.ts";

const ASK = `
  SELECT current_setting('full_page_writes', true) AS pages, current_setting('synchronous_standby_names', true) AS names,
    (SELECT count(*)::int FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup') AS followers
`;

/**
 * Warns if the server may lose acknowledged commits, in cases that only its operator can judge. The disk may be safe
 * without full pages, and the standbys may only be for reading.
 */
export async function warnOfServer(connections: Connections): Promise<void> {
  type Answer = { readonly pages: string | null; readonly names: string | null; readonly followers: number };
  // Databases that are compatible with PostgreSQL may lack these settings.
  const answer = await connections.borrow((client) => client.query(ASK)).catch(() => undefined);
  if (answer === undefined) return;
  const { pages, names, followers } = answer.rows[0] as Answer;
  const warn = (message: string) => process.emitWarning(message, "AnchorlogWarning");
  if (pages === "off") {
    warn(
      "PostgreSQL has full_page_writes = off: unless its disk never tears a page, a power cut damages what it holds",
    );
  }
  if (names === "" && followers > 0) {
    warn(
      "PostgreSQL has standbys, but commits wait for none of them: never fail over to one, or set synchronous_standby_names",
    );
  }
}
