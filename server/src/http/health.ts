/** Liveness and readiness of the process. Strangers see only one word per part. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Type } from "typebox";
import type { Parts } from "../foundation/parts.ts";
import { ApiError, type Detail } from "./errors.ts";
import type { Reason } from "./reasons.ts";
import { recent } from "./recent.ts";

/** Milliseconds to wait for a part's check. */
const PATIENCE = 2_000;

const config = { access: "public", group: "none" } as const;
const tags = ["Operations"];
const Alive = Type.Object({ status: Type.Literal("alive") });
const about = (description: string) => Type.String({ description });
const Ready = Type.Object({
  status: Type.Literal("ready"),
  checks: Type.Object(
    {
      store: about("The databases of the log, the tables and the accounts."),
      history: about(
        "Whether the log has everything that was signed before. Guard, published log and chain are compared.",
      ),
      backlog: about("Whether promised entries are anchored in time. If not, the server promises nothing new."),
      chain: about("The chain's node. `none` if the server does not anchor."),
      mail: about("The mail server. Without it no user can receive a code to sign in."),
      storage: about("The storage of files."),
    },
    { description: "For each part `ok`, or the code of its fault." },
  ),
});

type Check = () => Promise<string>;
/** A check for each part. It returns `ok` or an error code. */
export type Checks = Readonly<Record<"store" | "history" | "backlog" | "chain" | "mail" | "storage", Check>>;
/** Parts that readiness depends on. Without mail, chain or storage, callers who have signed in can still be served. */
const NEEDED = ["store", "history", "backlog"] as const;

/**
 * GET /livez and /readyz.
 *
 * @param check see `checksOf`;
 * @param drain on `close`, runs after the process is reported as not ready, and before it stops listening.
 */
export function healthRoutes(app: FastifyInstance, check: Checks, drain: () => Promise<unknown>): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    await drain();
  });
  app.get(
    "/livez",
    {
      config,
      schema: {
        summary: "Is the process alive?",
        description: "200 as long as the process answers. Databases, chain and mail are not checked.",
        tags,
        response: { 200: Alive },
      },
    },
    async () => ({
      status: "alive",
    }),
  );

  app.get(
    "/readyz",
    {
      config,
      schema: {
        summary: "Is the server ready for requests?",
        description:
          "503 if `store`, `history` or `backlog` is not ok, if the server is overloaded, and while it shuts down.",
        tags,
        response: { 200: Ready },
      },
    },
    async () => {
      if (isClosing) throw notReady([{ field: "server", reason: "closing" }]);
      if (app.isUnderPressure()) throw notReady([{ field: "server", reason: "overloaded" }]);
      const checks = await statesOf(check);
      const wrong = NEEDED.filter((field) => checks[field] !== "ok");
      if (wrong.length > 0) throw notReady(wrong.map((field) => ({ field, reason: checks[field] as Reason })));
      return { status: "ready", checks };
    },
  );
}

export async function statesOf(checks: Checks): Promise<Record<keyof Checks, string>> {
  const asked = Object.entries(checks).map(async ([name, check]) => [name, await check()] as const);
  return Object.fromEntries(await Promise.all(asked)) as Record<keyof Checks, string>;
}

type Shedding = { readonly code: string } | undefined;

/** Assigns the reason why the log rejects entries to one part. The other parts report `ok`. */
function codeFor(part: "store" | "history" | "backlog", shedding: Shedding): string {
  if (shedding === undefined) return "ok";
  const isHistory = ["read_only", "chain_unavailable", "guard_failed"].includes(shedding.code);
  const of = shedding.code === "store_full" ? "store" : isHistory ? "history" : "backlog";
  return of === part ? shedding.code : "ok";
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
    store: judged(async () => {
      await Promise.all([sql`select 1`.execute(tables), sql`select 1`.execute(accounts)]);
      const { logs, shedding } = await anchorlog.status();
      return logs === undefined ? "unavailable" : codeFor("store", shedding);
    }),
    history: judged(() => historyOf(anchorlog)),
    backlog: judged(async () => codeFor("backlog", (await anchorlog.status()).shedding)),
    chain: judged(async () => {
      const { anchored, account } = await anchorlog.status();
      if (account === undefined) return "none";
      return anchored === undefined ? "unavailable" : "ok";
    }),
    mail: judged(async () => mailer.check().then(() => "ok")),
    storage: judged(async () => ((await storage.isReady()) ? "ok" : "unavailable")),
  };
}

/** Whether the log is complete: `ok`, or the code of the problem. */
export async function historyOf(anchorlog: Parts["anchorlog"]): Promise<string> {
  const { missing, shedding } = await anchorlog.status();
  return missing.length > 0 ? "read_only" : codeFor("history", shedding);
}

function judged(ask: Check): Check {
  /** A check that hangs is not started a second time. */
  let underWay: Promise<string> | undefined;
  const answer: Check = () =>
    (underWay ??= ask()
      .catch(() => "unavailable")
      .finally(() => (underWay = undefined)));
  return recent(() => Promise.race([answer(), late()]));
}

const late = (): Promise<string> =>
  new Promise((resolve) => void setTimeout(() => resolve("unavailable"), PATIENCE).unref());
