import type { KyselyPlugin } from "kysely";
import type { Parts } from "../../src/foundation/parts.ts";
import { environmentOf, type Engine } from "../engines.ts";
import { startServer, type TestServer } from "../harness.ts";

export type ObservedServer = Omit<TestServer, "restart"> & {
  /** The statements that were run over the accounts' tables, without their values. */
  readonly statements: string[];
  restart(env?: Readonly<Record<string, string>>): Promise<ObservedServer>;
};

/** Starts a server over an empty database. */
export async function startOver(engine: Engine, env: Readonly<Record<string, string>> = {}): Promise<ObservedServer> {
  const statements: string[] = [];
  const wrap = (parts: Parts): Parts => {
    const { accounts } = parts.database.across;
    const note: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        const { sql } = accounts.getExecutor().compileQuery(node, queryId);
        // Webhooks are delivered in the background.
        if (!sql.includes("webhook_")) statements.push(sql);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const across = { ...parts.database.across, accounts: accounts.withPlugin(note) };
    return { ...parts, database: { ...parts.database, across } };
  };
  const observe = ({ restart, ...server }: TestServer): ObservedServer => ({
    ...server,
    statements,
    restart: async (more) => observe(await restart(more)),
  });
  return observe(await startServer({ ...(await environmentOf(engine)), ...env }, { wrap }));
}
