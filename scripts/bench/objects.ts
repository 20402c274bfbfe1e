/** Measures logs of many objects: an act's cost in each store, and the audit's table of newest acts. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ANYBODY, PART_ACT } from "../../src/action/part.ts";
import { fromHex } from "../../src/base/hex.ts";
import { decodeEntry, encodeEntry, type Entry } from "../../src/log/entry.ts";
import { whyNotUpon } from "../../src/log/link.ts";
import { createNewestActs } from "../../src/log/newestActs.ts";
import { keyOf, logOf, NOW } from "../../test/store/drafts.ts";
import { startPostgres, type TestServer } from "../../test/postgres.ts";
import { type BenchCase, OURS } from "./frame.ts";
import { measurePostgres, measureSqlite, type ActFigures } from "./log/objects.ts";
import { makeFolder, once } from "./shared.ts";

/** Objects that exist before. A million takes minutes, and needs `BENCH_LARGE=1`. */
const SIZES = [100_000, ...(process.env["BENCH_LARGE"] === "1" ? [1_000_000] : [])];

/** Entries that are audited, one after another. */
const SAMPLE = 100_000;

let folder = "";
let server: Promise<TestServer> | undefined;

export async function cases(): Promise<BenchCase[]> {
  folder = await makeFolder();
  return SIZES.flatMap((objects) => [...storing(objects), ...auditing(objects)]);
}

export async function close(): Promise<void> {
  await (await server)?.close();
  await rm(folder, { recursive: true, force: true });
}

function storing(objects: number): BenchCase[] {
  const of = `one of ${objects.toLocaleString("en")} objects`;
  const sqlite = once(() => measureSqlite(join(folder, `${objects}.sqlite`), objects));
  const inPostgres = (effects: boolean) =>
    once(async () => measurePostgres(await (server ??= startPostgres(folder)), objects, effects));
  const [postgres, withEffects] = [inPostgres(false), inPostgres(true)];
  const figure = (name: string, get: () => Promise<ActFigures>, field: keyof ActFigures) => ({
    name,
    measure: async () => (await get())[field] ?? Number.NaN,
  });
  const POSTGRES = `${OURS}, PostgreSQL`;
  const EFFECTS = "with a statement in each call";
  return [
    {
      name: `processor time of an act upon ${of}, in calls of 100`,
      unit: "microseconds",
      subjects: [
        figure(OURS, sqlite, "ours"),
        figure(`${OURS}, about nothing`, sqlite, "nothing"),
        figure(POSTGRES, postgres, "ours"),
        figure(`${POSTGRES}, about nothing`, postgres, "nothing"),
        figure(`${POSTGRES}, its own process`, postgres, "backend"),
        figure(`${POSTGRES}, ${EFFECTS}`, withEffects, "ours"),
        figure(`${POSTGRES}, its own process, ${EFFECTS}`, withEffects, "backend"),
      ],
    },
    {
      name: `what PostgreSQL is sent for 100 acts upon ${of}`,
      unit: "statements",
      subjects: [figure(OURS, postgres, "statements"), figure(`${OURS}, ${EFFECTS}`, withEffects, "statements")],
    },
    {
      name: `what PostgreSQL writes ahead for an act upon ${of}`,
      unit: "bytes",
      subjects: [figure(OURS, postgres, "ahead")],
    },
    {
      name: `what a store has for an act, ${objects.toLocaleString("en")} objects in it`,
      unit: "bytes",
      subjects: [figure(OURS, sqlite, "bytes"), figure(POSTGRES, postgres, "bytes")],
    },
  ];
}

/** Measures the audit's work for an entry about an object, and its memory for all objects of a log. */
function auditing(objects: number): BenchCase[] {
  const of = `one of ${objects.toLocaleString("en")} objects`;
  const filled = once(() => fillTable(objects));
  const sample = once(() => Array.from({ length: Math.min(objects, SAMPLE) }, (_, i) => actBehind(objects, i)));
  let at = 0;
  return [
    {
      name: `audit what an entry says of ${of}`,
      unit: "µs",
      subjects: [
        {
          name: OURS,
          prepare: () => void [filled(), sample()],
          run: () => {
            const { entry, bytes } = sample()[at++ % sample().length]!;
            const { table } = filled();
            const newest = table.get(entry.objectKey);
            if (whyNotUpon(entry, bytes, newest) !== undefined) throw new Error("an entry is not what it should be");
            table.set(entry.objectKey, newest!);
          },
        },
      ],
    },
    {
      name: `what the audit keeps of ${of}`,
      unit: "bytes",
      // oxlint-disable-next-line typescript/require-await -- a case is measured asynchronously
      subjects: [{ name: OURS, measure: async () => filled().bytes / objects }],
    },
  ];
}

/** Returns an act upon one of the objects. The objects come in an irregular order. */
function actBehind(objects: number, i: number): { readonly entry: Entry; readonly bytes: Uint8Array } {
  const prior = (i * 7_919) % objects;
  const [log, hash] = [fromHex(logOf("a")), new Uint8Array(32)];
  const bytes = encodeEntry({
    log,
    index: objects + i,
    prev: hash,
    actor: ANYBODY,
    nonce: hash,
    digest: hash,
    signatureHash: hash,
    scheme: 0,
    verifiedBlock: 0,
    acceptedAt: NOW,
    part: PART_ACT,
    objectKey: keyOf(`object ${prior}`),
    prior,
    holder: ANYBODY,
  });
  return { entry: decodeEntry(bytes), bytes };
}

/** Returns a table of `objects` objects, and the bytes of memory that it takes. */
function fillTable(objects: number) {
  const keys = Array.from({ length: objects }, (_, i) => keyOf(`object ${i}`));
  const table = createNewestActs();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const inUse = () => {
    // Another thread frees collected buffers, at the latest before the next collection.
    for (let i = 0; i < 3; i++) collect();
    return process.memoryUsage().arrayBuffers;
  };
  const before = inUse();
  for (const [index, key] of keys.entries()) table.set(key, { index, holder: ANYBODY });
  const bytes = inUse() - before;
  // Return the keys too: they must stay in memory, so that both figures include them.
  return { table, bytes, keys };
}
