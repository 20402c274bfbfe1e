/**
 * Simulated power cuts. A writer runs with powercut.c, which records in one order what the writer wrote, synced and
 * printed. For any moment of that record, files are made as a power cut could have left them: everything that was
 * synced, and any sectors of later writes, in any order (as in "All File Systems Are Not Created Equal", OSDI 2014). So
 * any number of cuts can be made from one writer.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { random } from "../seed.ts";
import type { Report } from "./crash-reports.ts";
import { checkStore, withStore, writeAndKill } from "./crash.ts";
import { cutsAt, expectWhole, readTrace, type Files, type Operation } from "./powercutDisk.ts";

/** The reason why no power cut can be simulated here; undefined if it can. */
export const POWERCUT_MISSING =
  process.platform !== "linux"
    ? "it needs Linux's way to preload a library"
    : spawnSync("cc", ["--version"]).status === 0
      ? undefined
      : "it needs a C compiler, cc";

const SOURCE = fileURLToPath(new URL("./powercut.c", import.meta.url));

/** The result of a round of writing and cutting. */
export type Tally = {
  /** The checked cuts. */
  cuts: number;
  /** Cuts after which the store was damaged, or lacked an acknowledged entry. */
  losses: number;
  /** Entries that had been acknowledged, by the last cut of each writer. */
  acknowledged: number;
};

export type Plan = {
  /** The number of writers. Each begins with the files that a cut of the previous one left. */
  readonly writers: number;
  readonly cutsOfEach: number;
  /** Acknowledgements after which a writer is ended. */
  readonly acknowledgements: number;
  /** A script that each thread of the writer loads first. */
  readonly preload?: string;
  /** Called for a cut after which something is missing. */
  readonly onLoss: (error: unknown) => void;
};

/** Runs writers, cuts the power of each at random moments, and checks the files that every cut leaves. */
export async function cutPower({ writers, cutsOfEach, acknowledgements, preload, onLoss }: Plan): Promise<Tally> {
  const tally: Tally = { cuts: 0, losses: 0, acknowledged: 0 };
  const own = await mkdtemp(join(tmpdir(), "anchorlog-powercut-"));
  try {
    const library = join(own, "powercut.so");
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-pthread", "-o", library, SOURCE]);
    await withStore(async (folder) => {
      let reports: Report[] = [];
      for (let round = 0; round < writers; round++) {
        const trace = join(own, `trace-${round}`);
        const before = await readFiles(folder);
        const options = preload === undefined ? "" : `--require ${preload}`;
        const recording = { LD_PRELOAD: library, POWERCUT_FOLDER: folder, POWERCUT_TRACE: trace };
        let said = 0;
        await writeAndKill(folder, round, () => ++said >= acknowledgements, {
          env: { ...process.env, ...recording, NODE_OPTIONS: options },
        });
        const operations = readTrace(await readFile(trace));
        expectWhole(before, operations, await readFiles(folder));
        const moments = chooseMoments(operations, cutsOfEach);
        let left = before;
        let known: readonly Report[] = reports;
        for (const cut of cutsAt(before, operations, moments, random)) {
          known = [...reports, ...reportsOf(cut.said)];
          left = cut.files;
          tally.cuts++;
          try {
            await writeFiles(folder, left);
            await checkStore(folder, known);
          } catch (error) {
            tally.losses++;
            onLoss(error);
            left = before;
            known = reports;
          }
        }
        tally.acknowledged += known.length - reports.length;
        reports = [...known];
        await writeFiles(folder, left);
        await rm(trace);
      }
    });
    return tally;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Ascending moments: half of them random, half directly after an fsync or an acknowledgement. */
function chooseMoments(operations: readonly Operation[], count: number): number[] {
  const special = operations.flatMap(({ what }, i) => (what === "synced" || what === "said" ? [i + 1] : []));
  const moments = Array.from({ length: count }, (_, i) =>
    i % 2 === 0 ? special[pick(special.length)]! : 1 + pick(operations.length),
  );
  return moments.sort((a, b) => a - b);
}

const pick = (count: number): number => Math.floor(random() * count);

/** The complete lines. */
function reportsOf(said: string): Report[] {
  return said
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Report);
}

/** All files except memory that processes share. */
async function readFiles(folder: string): Promise<Files> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith("-shm"));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
}
