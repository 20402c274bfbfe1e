import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { AnchorlogError, openAnchorlog, type Anchorlog } from "anchorlog";
import { logId } from "anchorlog/action";
import { formatBundle } from "anchorlog/verify/bundle";
import { createSignedFetch, sentAction, type HttpAnswer } from "anchorlog/http";
import { carriedAction, nodeActions } from "anchorlog/http/node";
import type { LogStore } from "anchorlog/log";
import { createPostgresGuard, openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { listenHere } from "../listening.ts";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, types, wallets } from "../operator.ts";
import { sharePostgres } from "../sharedPostgres.ts";

/** A process of a server whose tables are in the log's database. */
type Process = {
  readonly url: string;
  readonly anchorlog: Anchorlog;
  readonly store: LogStore;
  close(): Promise<void>;
};
/** A store with its SQL, and whether a further process can open it while others have it open. */
type Engine = {
  readonly placeleader: (place: number) => string;
  readonly isShared: boolean;
  open(leader: string): Promise<Pick<Parameters<typeof openAnchorlog>[0], "store" | "guard">>;
};

const folder = newFolder();
const server = closing(await sharePostgres());

const ENGINES: Record<string, () => Promise<Engine>> = {
  SQLite: async () => ({
    placeleader: () => "?",
    isShared: false,
    open: async () => ({ store: await openSqliteStore(join(folder, "store.sqlite")) }),
  }),
  PostgreSQL: async () => {
    const connectionString = await server.createDatabase();
    const guard = { connectionString: await server.createDatabase() };
    await (await createPostgresGuard(guard, operator)).close();
    return {
      placeleader: (place) => `$${place}`,
      isShared: true,
      open: async (leader) => ({
        store: await openPostgresStore({ connectionString, leader, leaseSeconds: 600 }),
        guard: await openPostgresGuard(guard, operator),
      }),
    };
  },
};

const AUTHORITY = "api.example";
const STALE = { code: "version_conflict", message: "the object has another version", status: 412 };

/** Starts a process that listens before it has a name, since its address is the name to which others forward. */
async function start({ placeleader, open }: Engine): Promise<Process> {
  const http = createServer();
  const { url, close } = await listenHere(http);
  const opened = await open(url);
  const anchorlog = await openAnchorlog({ ...opened, operator, types, keys, clock: () => NOW });
  const gate = nodeActions({ anchorlog, authority: AUTHORITY, onError: () => {} });

  const put = async (request: IncomingMessage): Promise<HttpAnswer> => {
    const carried = carriedAction(request, ["HttpRequest"]);
    if (carried.status !== "new") return carried.answer;
    const { version } = JSON.parse(Buffer.from(carried.body).toString()) as { version: number };
    const [one, two] = [placeleader(1), placeleader(2)];
    const outcome = await carried.submit({
      effects: [
        {
          sql: `UPDATE objects SET version = version + 1 WHERE id = ${one} AND version = ${two}`,
          parameters: [request.url!.split("/").at(-1)!, version],
          expect: 1,
          refusal: STALE,
        },
      ],
    });
    if (outcome.status === "accepted") return { status: 201, headers: {}, body: outcome.accepted };
    // The signature covers method, target and content: the process that writes the log judges the same request again.
    const leader = outcome.status === "failed" && leaderIn(outcome.error);
    return leader === false ? outcome.answer : forward(leader, request, carried.body);
  };
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    gate(request, response, () => {
      void put(request).then(({ status, headers, body }) => {
        response.writeHead(status, { ...headers, "content-type": "application/json" }).end(JSON.stringify(body));
      });
    });
  });
  const closeBoth = async (): Promise<void> => {
    await close();
    await anchorlog.close();
  };
  return closing({ url, anchorlog, store: opened.store, close: closeBoth });
}

function leaderIn(error: unknown): string | false {
  return (
    error instanceof AnchorlogError && error.code === "not_the_writer" && (error.details as { leader: string }).leader
  );
}

let forwarded = 0;
async function forward(to: string, { method, url, headers }: IncomingMessage, body: Uint8Array): Promise<HttpAnswer> {
  forwarded++;
  return new Promise((resolve, reject) => {
    const request = httpRequest(to + url!, { method: method!, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: {}, body: JSON.parse(text) as object }),
      );
    });
    request.on("error", reject).end(body);
  });
}

type Said = { readonly status?: string; readonly error?: { readonly details: readonly { reason: string }[] } };
const said = async (response: Response): Promise<string> => {
  const { status, error } = (await response.clone().json()) as Said;
  return `${response.status} ${error?.details[0]?.reason ?? status}`;
};
let account = 0;
/** An update by one of the members, repeated as long as the answer asks for it. */
async function update({ url }: Process, log: string, version: number, nonce: number): Promise<Response> {
  const target = `${url}/objects/42`;
  const fetch = createSignedFetch({
    account: wallets[account++ % wallets.length]!,
    operator,
    log,
    authority: AUTHORITY,
    origins: [url],
    receiptKey: keys.receiptKey.address,
    clock: () => NOW,
  });
  const init = { method: "PUT", body: JSON.stringify({ version }) };
  let response = await fetch(target, init, { nonce: `${BigInt(nonce)}` });
  for (let left = 100; response.status === 503 && left > 0; left--) {
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 100);
    response = await fetch(target, init, sentAction(response));
  }
  return response;
}

describe.each(Object.keys(ENGINES))("a server's own tables in the log's database, over %s", (name) => {
  it("a race for a version has one winner in any process, and losers leave no trace", async () => {
    const engine = await ENGINES[name]!();
    const first = await start(engine);
    await first.anchorlog.run([
      { sql: "CREATE TABLE objects (id TEXT PRIMARY KEY, version INT)" },
      { sql: "INSERT INTO objects VALUES ('42', 7)" },
    ]);
    const log = "signed-up.example";
    await first.anchorlog.addLog(log);
    // The organization signed up at the first process, and the second one serves it.
    if (!engine.isShared) await first.close();
    const second = await start(engine);
    const both = engine.isShared ? [first, second] : [second];
    const id = logId(operator, log);
    const sizeOf = async () => (await second.store.head(id)).size;
    const versionsOf = () =>
      second.anchorlog.run([
        { sql: "UPDATE objects SET version = version WHERE version = 8", expect: 1 },
        { sql: "SELECT version FROM objects", expect: 1 },
      ]);

    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => update(both[i % both.length]!, log, 7, 1_000 + i)),
    );
    const codes = await Promise.all(answers.map(said));
    expect(codes.toSorted()).toEqual(["201 accepted", ...Array<string>(23).fill("412 version_conflict")]);
    expect([await sizeOf(), await versionsOf()]).toEqual([1, [1, 1]]);
    expect(forwarded > 0).toBe(engine.isShared);

    // Only the winner's nonce was used.
    const loser = codes.findIndex((code) => code.startsWith("412"));
    account = loser;
    expect(await said(await update(both.at(-1)!, log, 8, 1_000 + loser))).toBe("201 accepted");
    expect(await sizeOf()).toBe(2);

    await both[0]!.anchorlog.closeBatches();
    await both[0]!.anchorlog.checkpoint();
    for (const index of [0, 1]) {
      const bundles = await Promise.all(
        both.map(async ({ anchorlog }) => {
          await expect.poll(async () => (await anchorlog.bundle({ log, index })).inclusion).toBeDefined();
          return formatBundle(await anchorlog.bundle({ log, index }));
        }),
      );
      expect(new Set(bundles).size).toBe(1);
    }
  });
});
