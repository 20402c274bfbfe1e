import { beforeEach, expect, it } from "vitest";
import type { SignedAction } from "anchorlog/action";
import { platformActions } from "../../scripts/bench/http/platform.ts";
import { newFolder } from "../../test/folder.ts";
import { random, randomKey } from "../../test/seed.ts";
import { readConfig } from "../src/foundation/config.ts";
import { setLimits } from "../src/main/setLimits.ts";
import { assertQuiet } from "./crash.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import { call, sign, type Answer, type Signing } from "./harness.ts";
import { assertKept, resultsOf, type Body, type Sent } from "./kept.ts";
import { founder } from "./people.ts";
import { environment, listening, signingFor, start, terminate } from "./process.ts";

/** Seconds of each flood. */
const SECONDS = 5;
/** Concurrent requests, and the actions of a batch: together many more than the server may have in progress. */
const REQUESTS = 60;
const BATCH = 200;
const SUPPLY = 20_000;
/** Requests that are sent afterwards, none of which is refused. */
const AFTER = 50;

let folder: string;
beforeEach(() => void (folder = newFolder()));

/** A load of actions that are sent until each has a result, and counts of the results. */
function openLoad(remote: Signing, headers: Readonly<Record<string, string>>, actions: SignedAction[]) {
  const sent: Sent[] = [];
  const tally: Record<string, number> = {};
  const count = (what: string): void => void (tally[what] = (tally[what] ?? 0) + 1);
  const send = async (some: SignedAction[]): Promise<Answer<Body>> => {
    const [path, body] =
      some.length === 1
        ? (["/ebus/execute", some[0]!] as const)
        : (["/ebus/actions/batch", { actions: some }] as const);
    const again = () => call<Body>(remote, "POST", path, { headers, body });
    const answer = await again();
    sent.push({ again, answer });
    const { status, headers: said, body: told } = answer;
    count(`${status}`);
    if (status !== 200) {
      expect([429, 503]).toContain(status);
      expect(said.get("retry-after")).toMatch(/^[1-9][0-9]*$/);
      if (status === 503) count(told.error!.details[0]!.reason);
      actions.push(...some);
      return answer;
    }
    for (const [i, { error }] of (told.items ?? [told]).entries()) {
      count(error === undefined ? "acknowledged" : `item: ${error.code} ${error.details[0]!.reason}`);
      if (error !== undefined) actions.push(some[i]!);
    }
    return answer;
  };
  const flood = async (): Promise<void> => {
    const end = Date.now() + 1_000 * SECONDS;
    const client = async (): Promise<void> => {
      while (Date.now() < end && actions.length > 0) await send(actions.splice(0, random() < 0.5 ? 1 : BATCH));
    };
    await Promise.all(Array.from({ length: REQUESTS }, client));
  };
  return { sent, tally, send, flood };
}

it.each(ENGINES)("sheds load, keeps everything acknowledged, and recovers afterwards, over %s", async (engine) => {
  const env = {
    ...(await environmentOf(engine)),
    PUBLIC_URL: "http://api.example",
    SERVER_SECRET: "5e".repeat(32),
    LOG_LEVEL: "error",
  };
  const server = start(folder, env, [], undefined, true);
  const remote = await signingFor(await listening(server), folder, env);
  const config = readConfig(environment(folder, env));
  const ada = await founder(remote as never, "ada@example.com");
  const made = async (path: string, body: object) => {
    const answer = await sign<{ id: string; key: string }>(remote, ada, "POST", path, { body });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const { key } = await made("/api-keys", { name: "users" });
  const { id: template } = await made("/templates", { name: "coin", custody: true, actions: { mint: ["anyone"] } });
  const { operator } = remote.parts;
  const supply = { operator, authorization: "", secretKey: randomKey(), log: ada.log, template, mintsOnly: true };
  const actions = await platformActions(supply)(SUPPLY);
  const { sent, tally, send, flood } = openLoad(remote, { "x-api-key": key }, actions);

  // Within the process's limits, the organization's limit refuses; beyond them, the process sheds load.
  await flood();
  expect(tally["429"]).toBeGreaterThan(0);
  await setLimits(config, ada.org, '{"bus":{"second":1000000}}');
  await flood();
  console.log(engine, tally);
  expect((tally["overloaded"] ?? 0) + (tally["item: 503 overloaded"] ?? 0)).toBeGreaterThan(0);
  expect(Object.keys(tally).filter((what) => what.startsWith("item:") && what !== "item: 503 overloaded")).toEqual([]);
  expect(tally["acknowledged"]).toBeGreaterThan(SECONDS * 100);

  await expect.poll(async () => (await fetch(`${remote.url}/readyz`)).status).toBe(200);
  const after = actions.splice(0, AFTER);
  expect(after.length).toBe(AFTER);
  for (const action of after) expect((await send([action])).status).toBe(200);
  expect(await terminate(server)).toBe(0);
  assertQuiet(server);
  const counts = { kills: 0, acknowledged: 0, refused: 0, unanswered: 0, done: 0, waits: 0 };
  await assertKept(config, ada.log, sent, counts);
  expect(counts.acknowledged).toBe(tally["acknowledged"]);
  expect(sent.flatMap(resultsOf).length).toBe(counts.acknowledged);
});
