import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { fromHex } from "anchorlog";
import { decodeEntry } from "anchorlog/log";
import { freePort, startLocalChain } from "anchorlog/development";
import { closing } from "../../test/ends.ts";
import { newFolder } from "../../test/folder.ts";
import { random } from "../../test/seed.ts";
import { readConfig } from "../src/foundation/config.ts";
import { assertQuiet, loadUntil, patiently, peopleOf, settle } from "./crash.ts";
import { audit } from "../src/main/replay/commands.ts";
import { createSecrets } from "../src/foundation/secrets.ts";
import { call, sign } from "./harness.ts";
import { assertKept, assertTold, hear, resultsOf, type Sent } from "./kept.ts";
import { signingFor, terminate, type Started } from "./process.ts";
import { startTogether, type Member } from "./together.ts";
import { startReceiver } from "./webhooks/receiver.ts";

const ROUNDS = 24;
/** Seconds. */
const LEASE = 3;

const folder = newFolder();

const paused = new Set<Started>();
/** A fault of one process under load. The process runs again when it resolves. */
const BLOWS: readonly ((member: Member) => Promise<void>)[] = [
  async (member) => {
    member.server.child.kill("SIGKILL");
    await member.server.ended;
    assertQuiet(member.server, paused.has(member.server));
    await sleep(2_000 * random());
    await member.restart();
  },
  async (member) => {
    expect(await terminate(member.server)).toBe(0);
    assertQuiet(member.server, paused.has(member.server));
    await sleep(2_000 * random());
    await member.restart();
  },
  async ({ server }) => {
    paused.add(server);
    server.child.kill("SIGSTOP");
    await sleep(2_000 * LEASE * random());
    server.child.kill("SIGCONT");
  },
];

it("three processes under load lose nothing and execute nothing twice while one fails", async () => {
  const receiver = await startReceiver();
  const chain = closing(await startLocalChain({ from: process.cwd(), folder, port: await freePort(0) }));
  const together = await startTogether(folder, 3, {
    CHAIN: chain.url,
    LEASE_SECONDS: String(LEASE),
    WEBHOOK_ALLOW: "127.0.0.1",
  });
  const { url, env, members } = together;
  const remote = { ...(await signingFor(members[0]!.url, folder, env)), url };
  const people = await peopleOf(remote);
  await hear(remote, people.ada, receiver);
  const counts = { kills: ROUNDS, acknowledged: 0, refused: 0, unanswered: 0, done: 0, waits: 0 };
  const sent: Sent[] = [];
  const config = readConfig({ DATA_DIR: join(folder, "process-0", "data"), ...env });
  const parts = { config, secrets: createSecrets(config.secret!) };
  for (let round = 0; round < ROUNDS; round++) {
    const [member, blow] = [members[Math.floor(random() * 3)]!, BLOWS[Math.floor(random() * 3)]!];
    let endedAt = 0;
    await loadUntil(remote, people, sent, async () => {
      await sleep(500 * random());
      endedAt = Date.now();
      await blow(member);
    });
    await settle(sent, endedAt, counts);
    if (round % 8 === 7) expect((await audit(parts)).differences).toEqual([]);
  }
  const first = sent.find((one) => resultsOf(one).length > 0)!;
  expect((await patiently(first.again, counts)).body).toEqual(first.answer!.body);
  await assertTold(receiver, sent);
  // One process closes, publishes and anchors, and all show the same.
  const last = await sign(remote, people.ada, "POST", "/templates", { body: { name: "last" } });
  const { index } = decodeEntry(fromHex(last.body.x_receipt.entry));
  type Batch = {
    readonly start: number;
    readonly count: number;
    readonly published: boolean;
    readonly anchored: boolean;
  };
  const newest = async () => {
    const { headers } = people.ada;
    const { start, count, ...batch } = (await call<{ items: Batch[] }>(remote, "GET", "/batches?limit=1", { headers }))
      .body.items[0]!;
    return { end: start + count - 1, ...batch };
  };
  await expect.poll(newest, { interval: 1_000 }).toMatchObject({ end: index, published: true, anchored: true });
  const notes = await Promise.all(
    members.map(async (one) => (await call({ ...remote, url: one.url }, "GET", "/checkpoint")).body),
  );
  expect(new Set(notes).size).toBe(1);
  const codes = await Promise.all(members.map(({ server }) => terminate(server)));
  expect(codes).toEqual([0, 0, 0]);
  members.forEach(({ server }) => assertQuiet(server, paused.has(server)));
  await assertKept(config, people.ada.log, sent, counts);
  console.log(counts);
  expect(counts.acknowledged).toBeGreaterThan(ROUNDS);
});
