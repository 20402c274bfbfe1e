/**
 * The restore drill. A platform runs, and backups are taken and restored at random moments, while it runs or between
 * two runs. In every case no two signatures contradict each other: each index of a log has one entry, and all
 * checkpoints are of one tree. Either all promised entries are there, or the store is read-only.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { AnchorlogError, fromHex, openAnchorlog, toHex, type Anchorlog, type Hex, type Submission } from "anchorlog";
import { logId, type DigestSigner } from "anchorlog/action";
import { importExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { hashCheckpoint } from "anchorlog/batch";
import { decodeEntry, type LogStore } from "anchorlog/log";
import type { Guard } from "anchorlog/store/guard";
import { hashReceipt } from "../../src/log/receipt/receipt.ts";
import { random } from "../seed.ts";
import { keys, NOW, operator, settings, signAction, wallets } from "../operator.ts";

/** A platform's machines, with its store, its guard and its backups. */
export type Machines = {
  openStore(): Promise<LogStore>;
  openGuard(): Promise<Guard>;
  /** Takes a backup of the store as it is. */
  backup(): Promise<void>;
  /** Puts the backup of a number back in the store's place. */
  restore(backup: number): Promise<void>;
  /** Whether that may happen while the store is open. */
  readonly isLive: boolean;
  /** A folder that does not exist yet. */
  newFolder(): string;
};

const LOGS = ["a.example", "b.example"];
/** All signatures, of every process. */
type Signed = { readonly entries: Map<string, Hex>; readonly roots: Map<number, Hex>; promises: number };

/** The result of a drill. */
export type Outcome = { restored: number; promises: number; readOnly: number; refilled: number };

/** A random number from 0 to `below` - 1. */
const next = (below: number): number => Math.floor(random() * below);

/** @param rounds how many backups are restored. */
export async function drill(machines: Machines, rounds: number): Promise<Outcome> {
  const signed: Signed = { entries: new Map(), roots: new Map(), promises: 0 };
  const digests = { anchor: new Set<string>(), receipt: new Set<string>() };
  const outcome: Outcome = { restored: 0, promises: 0, readOnly: 0, refilled: 0 };
  let backups = 0;
  let nonce = 0;
  let isWhole = true;
  let isOpen = false;
  let store!: LogStore;
  let guard!: Guard;
  let anchorlog!: Anchorlog;

  const recorded = (key: DigestSigner, into: Set<string>): DigestSigner => ({
    address: key.address,
    sign: async (parameters) => {
      // Keys are tried by signing random digests when an operator is opened.
      if (isOpen) into.add(parameters.hash);
      return key.sign(parameters);
    },
  });
  const options = () => ({
    ...settings,
    store,
    guard,
    logs: LOGS,
    keys: {
      ...keys,
      anchorKey: recorded(keys.anchorKey, digests.anchor),
      receiptKey: recorded(keys.receiptKey, digests.receipt),
    },
    // Each run has another clock, so entries and headers that are made again differ.
    clock: () => NOW + outcome.restored,
  });
  const open = async () => {
    store = await machines.openStore();
    guard = await machines.openGuard();
    isOpen = false;
    anchorlog = await openAnchorlog(options());
    isOpen = true;
  };

  const promised = (answer: Submission): void => {
    if (!("receipt" in answer)) return;
    const { entry } = answer.receipt;
    const { log, index } = decodeEntry(fromHex(entry));
    const key = `${toHex(log)}/${index}`;
    expect(signed.entries.get(key) ?? entry, "two entries of one index were promised").toBe(entry);
    signed.entries.set(key, entry);
    if (answer.status === "accepted") signed.promises++;
  };
  const submit = async (): Promise<void> => {
    const deadline = NOW / 1000 + 600;
    const actions = await Promise.all(
      Array.from({ length: 1 + next(3) }, () => signAction(wallets[0]!, LOGS[next(2)]!, nonce++, { deadline })),
    );
    for (const answer of await anchorlog.submitMany(actions)) promised(answer);
  };
  const sign = async (): Promise<void> => {
    const { size, root } = await anchorlog.checkpoint();
    expect(signed.roots.get(size) ?? toHex(root), "two roots of one size were signed").toBe(toHex(root));
    signed.roots.set(size, toHex(root));
  };
  /** The platform's work, and the errors that it gets while its store lacks something. */
  const live = async (): Promise<void> => {
    const work = [submit, submit, submit, () => anchorlog.closeBatches(), sign][next(5)]!;
    await work().catch((error: unknown) => {
      if (!(error instanceof AnchorlogError) || !EXPECTED.has(error.code)) throw error;
    });
  };

  /** An export of everything, to refill a store. */
  const save = async (): Promise<string> => {
    const folder = machines.newFolder();
    await writeExport(folder, { ...options(), keys });
    return folder;
  };

  await open();
  await machines.backup();
  backups++;
  for (let round = 0; round < rounds; round++) {
    for (let step = next(8); step >= 0; step--) await live();
    if (next(3) === 0) {
      await machines.backup();
      backups++;
    }
    // After a loss, the operator has only the newest export.
    const saved = isWhole ? await save() : undefined;
    const backup = next(backups);
    if (machines.isLive && next(2) === 0) {
      await machines.restore(backup);
    } else {
      await anchorlog.close();
      await machines.restore(backup);
      await open();
    }
    outcome.restored++;
    for (let step = next(5); step >= 0; step--) await live();
    const missing = await anchorlog.missing();
    isWhole = missing.length === 0;
    if (!isWhole) outcome.readOnly++;
    if (saved !== undefined && !isWhole) {
      await refill(saved, store);
      expect(await anchorlog.missing()).toEqual([]);
      isWhole = true;
      outcome.refilled++;
    }
    if (next(4) === 0) {
      await anchorlog.close();
      await open();
    }
    if (isWhole) await expectAll(store, signed);
  }
  await anchorlog.close();
  expectNothingElse(digests, signed);
  outcome.promises = signed.promises;
  return outcome;
}

/** Restores an export. If a busy database interrupts it after a lease's time, it continues from there. */
async function refill(folder: string, store: LogStore): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await importExport(await readExportFolder(folder), store);
      return;
    } catch (error) {
      if (!CUT_OFF.has((error as { code?: string }).code ?? "") || attempt === ATTEMPTS) throw error;
      await sleep(20);
    }
  }
}

const ATTEMPTS = 1_000;
/** Errors after a restore: the restored lease may have another epoch, and must end first. */
const CUT_OFF = new Set(["store_failed", "outcome_unknown", "not_the_writer"]);

/** The expected errors while the store lacks entries. If another connection still holds a log, the drill waits. */
const EXPECTED = new Set(["read_only", "nothing_to_sign", "store_behind", "not_the_writer"]);

/** Every entry that was promised is in the store. */
async function expectAll(store: LogStore, { entries }: Signed): Promise<void> {
  for (const name of LOGS) {
    const log = logId(operator, name);
    const held = await store.entries(log, 0, 1_000_000);
    const promised = [...entries].filter(([key]) => key.startsWith(`${log}/`));
    for (const [key, entry] of promised) expect(toHex(held[Number(key.split("/")[1])]!.bytes), key).toBe(entry);
  }
}

/** The keys signed only data that was handed out, and nothing that stayed inside. */
function expectNothingElse(digests: { anchor: Set<string>; receipt: Set<string> }, signed: Signed): void {
  const entries = new Set<string>(
    [...signed.entries.values()].map((entry) => toHex(hashReceipt(operator, fromHex(entry)))),
  );
  const roots = new Set<string>(
    [...signed.roots].map(([size, root]) => toHex(hashCheckpoint(operator, { size, root: fromHex(root) }))),
  );
  expect([...digests.receipt].filter((digest) => !entries.has(digest))).toEqual([]);
  expect([...digests.anchor].filter((digest) => !roots.has(digest))).toEqual([]);
}
