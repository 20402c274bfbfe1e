import { afterEach, expect, it } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { random } from "../../../test/seed.ts";
import { audit } from "../../src/replay/commands.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, owner, sign, startServer, type Client, type Refused, type TestServer } from "../harness.ts";
import { typedAction } from "./typed.ts";

let server: TestServer;
afterEach(() => server.close());

type Shown = { id: string; owner: string; version: number; state: string };
type Outcome = { object?: Shown; error?: Refused["error"] };

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** What a loser may be told: the object is another by now, or nobody's, or not theirs. */
const LOST = ["version_conflict", "not_permitted", "not_active", "not_holder"];

it.each(ENGINES)(
  "lets many at once fight for few objects, and the log alone says who got what, over %s",
  async (engine) => {
    server = await startServer(await environmentOf(engine));
    const ada = await owner(server, "ada@example.com");
    const { body: key } = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "users" } });
    const { body: template } = await sign<{ id: string }>(server, ada, "POST", "/templates", {
      body: { name: "coin", custody: true },
    });
    const users: Client[] = Array.from({ length: 4 }, (_, i) => ({
      headers: { "x-api-key": key.key },
      wallet: privateKeyToAccount(`0x${(0xfeed + i).toString(16).padStart(64, "0")}`),
      log: ada.log,
    }));
    const addressOf = ({ wallet }: Client): string => wallet.address.toLowerCase();
    const objects = ["o1", "o2", "o3"];
    for (const objectId of objects) {
      const payload = { objectId, holder: addressOf(users[0]!), templateId: template.id, properties: "{}" };
      const body = await typedAction(server, ada, "Mint", payload);
      expect((await call(server, "POST", "/ebus/execute", { headers: ada.headers, body })).status).toBe(200);
    }

    /** Each wants what it may own: some do, by what the others have left. */
    const act = async (): Promise<Outcome[]> => {
      const objectId = pick(objects);
      const by = pick(users);
      const one = () =>
        random() < 0.7
          ? typedAction(server, by, "Transfer", { objectId, holder: addressOf(pick(users)) })
          : typedAction(server, by, "SetAttributes", {
              objectId,
              properties: JSON.stringify({ n: Math.floor(random() * 100) }),
            });
      if (random() < 0.5) {
        const { status, body } = await call<Outcome>(server, "POST", "/ebus/execute", {
          headers: by.headers,
          body: await one(),
        });
        expect([200, 403, 409]).toContain(status);
        return [body];
      }
      const body = { actions: [await one(), await one()], atomic: random() < 0.5 };
      const answer = await call<{ items: Outcome[] }>(server, "POST", "/ebus/actions/batch", {
        headers: by.headers,
        body,
      });
      expect(answer.status).toBe(200);
      return answer.body.items;
    };
    const done: Outcome[] = [];
    for (let round = 0; round < 12; round++) done.push(...(await Promise.all(Array.from({ length: 25 }, act))).flat());

    const won = done.flatMap(({ object }) => (object === undefined ? [] : [object]));
    const lost = done.flatMap(({ error }) => (error === undefined ? [] : [error.details[0]!.reason]));
    expect(won.length).toBeGreaterThan(50);
    expect(lost.length).toBeGreaterThan(50);
    expect([...new Set(lost)].filter((reason) => ![...LOST, "not_appended"].includes(reason))).toEqual([]);
    // Each version of an object was given to one action, and none is missing: nobody owned it beside another.
    for (const id of objects) {
      const versions = won
        .filter((object) => object.id === id)
        .map(({ version }) => version)
        .toSorted((a, b) => a - b);
      expect(versions).toEqual(versions.map((_, i) => i + 2));
    }
    const { tables } = server.parts.database.across;
    const { count } = await tables
      .selectFrom("action_log")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(3 + won.length);
    for (const row of await tables.selectFrom("object").selectAll().execute()) {
      const last = won.findLast(({ id, version }) => id === row.id && version === row.version);
      expect(row).toMatchObject({ owner: last!.owner, state: last!.state });
    }
    if (engine !== "SQLite") return;
    const { entries, differences } = await audit({ config: server.parts.config, secrets: server.parts.secrets });
    expect(differences).toEqual([]);
    // Registration, key, template, three mints: what was refused left nothing.
    expect(entries).toBe(6 + won.length);
  },
);
