/** Whether the process lives, and whether it is of use. What a stranger may know of that is a word. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Type } from "typebox";
import type { Parts } from "../parts.ts";
import { ApiError, type Detail } from "./errors.ts";

/** Milliseconds that a part has to say how it is, and for which its word is good. */
const PATIENCE = 2_000;
const MAX_AGE = 1_000;

const config = { access: "public", group: "none" } as const;
const tags = ["Operations"];
const Alive = Type.Object({ status: Type.Literal("alive") });
const State = Type.String({ description: "`ok`, or the code of what is wrong." });
const Ready = Type.Object({
  status: Type.Literal("ready"),
  checks: Type.Object({ database: State, log: State, chain: State, mail: State, storage: State }),
});

type Check = () => Promise<string>;
/** Of each part, how it is: `ok`, or the code of what is wrong. */
export type Checks = Readonly<Record<"database" | "log" | "chain" | "mail" | "storage", Check>>;

/**
 * GET /livez and /readyz.
 *
 * @param check see `checksOf`;
 * @param drain waited for by `close`, between being not ready and not listening any more.
 */
export function healthRoutes(app: FastifyInstance, check: Checks, drain: () => Promise<unknown>): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    await drain();
  });
  app.get("/livez", { config, schema: { summary: "Whether it lives", tags, response: { 200: Alive } } }, async () => ({
    status: "alive",
  }));

  app.get(
    "/readyz",
    { config, schema: { summary: "Whether it is of use", tags, response: { 200: Ready } } },
    async () => {
      if (isClosing) throw notReady([{ field: "server", reason: "closing" }]);
      if (app.isUnderPressure()) throw notReady([{ field: "server", reason: "overloaded" }]);
      const [database, log, chain, mail, storage] = await Promise.all([
        check.database(),
        check.log(),
        check.chain(),
        check.mail(),
        check.storage(),
      ]);
      const checks = { database, log, chain, mail, storage };
      // Without mail nobody can sign in, but who has, is served; without storage, but for files; without a chain it promises until `log` says that it
      // does not. They alone are no reason to send anybody elsewhere.
      const wrong = Object.entries({ database, log }).filter(([, state]) => state !== "ok");
      if (wrong.length > 0) throw notReady(wrong.map(([field, reason]) => ({ field, reason })));
      return { status: "ready", checks };
    },
  );
}

function notReady([first, ...also]: readonly Detail[]): ApiError {
  const headers = { "Retry-After": "5" };
  return new ApiError(503, first!.reason, "not ready", { field: first!.field, also, headers });
}

export function checksOf({
  anchorlog,
  database,
  mailer,
  storage,
}: Pick<Parts, "anchorlog" | "database" | "mailer" | "storage">): Checks {
  const { tables, accounts } = database.across;
  return {
    database: recent(async () => {
      await Promise.all([sql`select 1`.execute(tables), sql`select 1`.execute(accounts)]);
      return "ok";
    }),
    log: recent(async () => {
      const { logs, missing, shedding } = await anchorlog.status();
      if (missing.length > 0) return "read_only";
      if (shedding !== undefined) return shedding.code;
      return logs === undefined ? "unavailable" : "ok";
    }),
    chain: recent(async () => {
      const { anchored, account } = await anchorlog.status();
      if (account === undefined) return "none";
      return anchored === undefined ? "unavailable" : "ok";
    }),
    mail: recent(async () => mailer.check().then(() => "ok")),
    storage: recent(async () => ((await storage.isReady()) ? "ok" : "unavailable")),
  };
}

/** Asks at most once in a while, however many ask: nobody makes it work by asking. */
function recent(ask: Check): Check {
  let answer: Promise<string> | undefined;
  return () => {
    answer ??= Promise.race([ask(), late()])
      .catch(() => "unavailable")
      .finally(() => setTimeout(() => (answer = undefined), MAX_AGE).unref());
    return answer;
  };
}

const late = (): Promise<string> =>
  new Promise((resolve) => void setTimeout(() => resolve("unavailable"), PATIENCE).unref());
