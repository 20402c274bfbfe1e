/** One PostgreSQL server for all test files of a run: the run's main process starts it when the first file asks for it. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { EMPTY, queryDatabase, RUN_FOLDER, startPostgres, SUPERUSER, type TestServer } from "./postgres.ts";

/** Its databases are the test file's own. Everything else belongs to all files: the tests must not change it. */
export type SharedServer = Pick<TestServer, "url" | "createDatabase"> & {
  /** Drops the databases that were created through this. */
  close(): Promise<void>;
};

/** The socket in the run's folder that answers with the server's address. */
const SOCKET = "postgres.socket";

/** `user` is a different number for each caller, which makes the names of its databases unique. */
type Answer = { readonly url: string; readonly user: number } | { readonly error: string };

/**
 * Answers at a socket in this folder, and starts the server at the first question.
 *
 * @returns a function that ends the server.
 */
export async function offerPostgres(folder: string): Promise<() => Promise<void>> {
  let server: Promise<TestServer> | undefined;
  let users = 0;
  const answer = async (): Promise<Answer> => {
    try {
      return { url: (await (server ??= startPostgres(folder))).url("postgres"), user: ++users };
    } catch (error) {
      return { error: String(error) };
    }
  };
  const offer = createServer((socket) => {
    socket.on("error", () => {});
    void answer().then((said) => socket.end(JSON.stringify(said)));
  });
  offer.listen(join(folder, SOCKET));
  // If it cannot listen there, each file starts its own server.
  await once(offer, "listening").catch(() => {});
  offer.unref();
  return async () => {
    offer.close();
    await (await server?.catch(() => undefined))?.close();
  };
}

/** Returns the run's server, or starts one for this file if the run has none. */
export async function sharePostgres(): Promise<SharedServer> {
  const socket = join(process.env[RUN_FOLDER] ?? "", SOCKET);
  if (process.env[RUN_FOLDER] === undefined || !existsSync(socket)) return startPostgres();
  const answer = JSON.parse(await text(connect(socket))) as Answer;
  if ("error" in answer) throw new Error(answer.error);
  const url = (database: string): string => new URL(`/${database}`, answer.url).href;
  const created: string[] = [];
  let count = 0;
  return {
    url,
    createDatabase: async (owner = SUPERUSER, template = EMPTY) => {
      const name = `test_${answer.user}_${++count}`;
      await queryDatabase(answer.url, `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${template}`);
      created.push(name);
      return url(name);
    },
    close: async () => {
      for (const name of created.splice(0))
        await queryDatabase(answer.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
