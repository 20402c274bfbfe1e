import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkpointOrigin, logId } from "anchorlog/action";
import { readExportFolder } from "anchorlog/verify/audit";
import { presets } from "anchorlog/chain";
import { formatBundle } from "anchorlog/verify/bundle";
import { ed25519NoteKey, publishTiles } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { exportRecords, openWatch, USER_DUTIES, type WatchOptions, type WatchPass } from "anchorlog/watch";
import { fromHex } from "../../src/base/hex.ts";
import { decodeEntry } from "../../src/log/entry.ts";
import { newFolder } from "../folder.ts";
import { keys } from "../operator.ts";
import { LOG, openHonest } from "./honest.ts";
import { MAX_ANCHOR_DELAY } from "./town.ts";

let folder: string;
let receipts: string;
// The tests let more time pass than the windows of the preset.
const timing = { challengeWindow: 5_000, responseTime: 600, ringLength: 16_384 };
const honest = await openHonest([3, 2], { ...presets.local.timing, ...timing });
beforeEach(async () => {
  folder = newFolder();
  receipts = join(folder, "receipts");
  await mkdir(receipts);
  const id = await honest.town.anvil.test.snapshot();
  return () => honest.town.anvil.test.revert({ id });
});

const open = (more: Partial<WatchOptions> = {}) =>
  honest.open({ state: join(folder, "state.json"), duties: USER_DUTIES, receipts, ...more });
const typesOf = ({ alarms }: WatchPass) => alarms.map(({ type }) => type);
/** Keeps the operator's current bundle of an entry. */
const keep = async (index: number) =>
  writeFile(join(receipts, `${index}.json`), formatBundle(await honest.anchorlog.bundle({ log: LOG, index })));

const newestIndex = async () => (await honest.store.head(logId(honest.town.operator, LOG))).size - 1;

describe("a user's watchtower", () => {
  it("challenges an overdue receipt once, and settles after no answer", async () => {
    const { town } = honest;
    await honest.append(1);
    await keep(4);
    await keep(5);
    const tower = await open({ act: honest.act() });
    expect(await tower.pass()).toMatchObject({ exitCode: 0, outcomes: [], errors: [] });
    await town.anvil.advance(MAX_ANCHOR_DELAY + 60);
    const overdue = await tower.pass();
    expect(typesOf(overdue)).toEqual(["receipt.overdue", "action.sent"]);
    expect(overdue.outcomes).toMatchObject([{ duty: "ask", state: "sent", data: { kind: "omission", index: 5 } }]);
    expect((await tower.pass()).outcomes).toMatchObject([{ duty: "ask", state: "done" }]);
    expect(await town.stake()).toMatchObject({ status: "open", openChallenges: 1 });
    await town.anvil.advance(601);
    const settled = await tower.pass();
    expect(settled.outcomes.map(({ duty, state }) => [duty, state])).toContainEqual(["settle", "sent"]);
    expect(await town.stake()).toMatchObject({ status: "slashed", stake: 0n });
    expect(typesOf(await tower.pass())).toContain("operator.slashed");
    await tower.close();
  });

  it("asks by a bundle's own proof if only headers are published, and waits without such a proof", async () => {
    const { town, anchorlog, store } = honest;
    await keep(1);
    const { entry, receipt } = await anchorlog.bundle({ log: LOG, index: 2 });
    await writeFile(join(receipts, "bare.json"), JSON.stringify({ entry, ...receipt }));
    const source = tileFolder(join(folder, "tiles"));
    const [, newest] = await store.checkpoints();
    const entries = async (start: number, end: number) => (await store.batches(start, end)).map(({ header }) => header);
    await publishTiles(source, { checkpoint: newest!.note, entries });
    const noteKey = ed25519NoteKey(checkpointOrigin(town.operator), keys.noteKey.publicKey);
    const { records: _, ...options } = honest.watchOptions();
    const tower = await openWatch({
      ...options,
      state: join(folder, "state.json"),
      duties: USER_DUTIES,
      receipts,
      tiles: { source, noteKey },
    });
    await town.anvil.advance(MAX_ANCHOR_DELAY + 60);
    const soon = await tower.pass();
    expect(soon.alarms).toMatchObject([
      { type: "receipt.overdue", message: expect.stringMatching(/bare.json.*not shown/) },
    ]);
    expect(soon.outcomes).toEqual([]);
    await town.anvil.advance(2_500);
    expect((await tower.pass()).outcomes).toMatchObject([{ duty: "ask", data: { index: 2 } }]);
    await tower.close();
  });

  it("challenges an overdue receipt if the records are gone, but no receipt whose entry was shown", async () => {
    const { town, anchorlog } = honest;
    await keep(1);
    await honest.append(1);
    const { entry, receipt } = await anchorlog.bundle({ log: LOG, index: await newestIndex() });
    await writeFile(join(receipts, "omitted.json"), JSON.stringify({ entry, ...receipt }));
    const { index } = decodeEntry(fromHex(entry));
    let isGone = false;
    const records = exportRecords(() => {
      if (isGone) throw new Error("the server is down");
      return readExportFolder(honest.exported);
    }, town.operator);
    const tower = await open({ act: honest.act(), records, logs: [LOG] });
    expect(await tower.pass()).toMatchObject({ alarms: [], errors: [] });
    isGone = true;
    await town.anvil.advance(MAX_ANCHOR_DELAY + 60);
    // It may be down for a moment.
    expect(await tower.pass()).toMatchObject({ alarms: [], outcomes: [] });
    await tower.close();
    await town.anvil.advance(2_500);
    const again = await open({ act: honest.act(), records, logs: [LOG] });
    const { alarms, outcomes } = await again.pass();
    expect(alarms).toMatchObject([{ type: "receipt.overdue", data: { index } }, { type: "action.sent" }]);
    expect(outcomes).toMatchObject([{ duty: "ask", state: "sent", data: { kind: "omission", index } }]);
    await again.close();
  });

  it("challenges an overdue receipt if no records were ever shown, after a further wait", async () => {
    const { town } = honest;
    await keep(1);
    const records = exportRecords(() => Promise.reject(new Error("the server is down")), town.operator);
    const tower = await open({ act: honest.act(), records });
    await town.anvil.advance(MAX_ANCHOR_DELAY + 2_560);
    expect(await tower.pass()).toMatchObject({ alarms: [], outcomes: [] });
    await town.anvil.advance(1_900);
    expect((await tower.pass()).outcomes).toMatchObject([{ duty: "ask", state: "sent", data: { index: 1 } }]);
    await tower.close();
  });

  it("reports invalid receipts, and tiles that lag or are missing", async () => {
    const { town, store } = honest;
    await writeFile(join(receipts, "broken.json"), "{}");
    const source = tileFolder(join(folder, "tiles"));
    const [first] = await store.checkpoints();
    const entries = async (start: number, end: number) => (await store.batches(start, end)).map(({ header }) => header);
    const noteKey = ed25519NoteKey(checkpointOrigin(town.operator), keys.noteKey.publicKey);
    const tower = await open({ tiles: { source, noteKey } });
    const gone = await tower.pass();
    expect(typesOf(gone)).toEqual(["receipt.invalid"]);
    expect(gone.errors).toMatchObject([{ part: "tiles", message: expect.stringContaining("no checkpoint") }]);
    await publishTiles(source, { checkpoint: first!.note, entries });
    await town.anvil.advance(2_000);
    expect(typesOf(await tower.pass())).toEqual(["record.missing", "receipt.invalid"]);
    await tower.close();
  });
});
