import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, toHex, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { logId, type SignedAction } from "anchorlog/action";
import { readExportFolder, auditExport, writeExport } from "anchorlog/verify/audit";
import { verifyBundle } from "anchorlog/verify/bundle";
import { decodeEntry, type LogStore } from "anchorlog/log";
import { archiveFolder, type Archive } from "anchorlog/store/archive";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, signAction, trusted, types, wallets } from "../operator.ts";

/** A store of one test, which can be opened with and without an archive. */
export type ArchivedStoreUnderTest = {
  open(archive: Archive | undefined): Promise<LogStore>;
  /** Indexes of the rows that the store itself still has, by the log's number. */
  rows(): Promise<number[]>;
};

export const A = "a.example";
export const B = "b.example";
const LOGS = [A, B];

/** All files of an export, by their names. */
export async function exportOf(folder: string, options: AnchorlogOptions): Promise<Record<string, string>> {
  await writeExport(folder, options);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const read = files.map(async (file): Promise<[string, string]> => {
    const path = join(file.parentPath, file.name);
    return [path.slice(folder.length), await readFile(path, "utf8")];
  });
  return Object.fromEntries(await Promise.all(read));
}

/**
 * The contract of every store with an archive.
 *
 * @param threads numbers of threads with which one test is repeated.
 * @param isWhole whether to run the tests that another store already runs in the default suite.
 */
export function describeArchive(
  name: string,
  { threads, isWhole }: { readonly threads: readonly number[]; readonly isWhole: boolean },
  create: (folder: string) => Promise<ArchivedStoreUnderTest>,
): void {
  describe(`${name}, with an archive`, () => {
    let folder: string;
    let test: ArchivedStoreUnderTest;
    let archive: Archive;
    let options: AnchorlogOptions;
    let anchorlog: Anchorlog | undefined;
    let actions: Record<string, SignedAction[]>;
    let errors: unknown[];
    const path = (file: string) => join(folder, file);

    const open = async (own: Partial<AnchorlogOptions> = {}, from: Archive | undefined = archive) => {
      await anchorlog?.close();
      anchorlog = undefined;
      const store = await test.open(from);
      options = { store, operator, types, keys, logs: LOGS, clock: () => NOW, onError: (e) => errors.push(e), ...own };
      anchorlog = await openAnchorlog(options).catch(async (error: unknown) => {
        await store.close();
        throw error;
      });
      return anchorlog;
    };
    const submit = async (log: string, count: number) => {
      const known = (actions[log] ??= []);
      const more = await Promise.all(
        Array.from({ length: count }, (_, i) => signAction(wallets[i % 3]!, log, known.length + i)),
      );
      const answers = await anchorlog!.submitMany(more);
      expect(answers.filter(({ status }) => status !== "accepted")).toEqual([]);
      known.push(...more);
      return answers;
    };
    const archived = () => anchorlog!.status().then((status) => status.archived);
    /** Opens with a policy until this number of entries is archived and their rows are gone, and then without one. */
    const archiveAll = async (count: number, own: Partial<AnchorlogOptions> = {}) => {
      await open({ archive: { after: 0 }, ...own });
      await expect.poll(archived).toBe(count);
      await expect.poll(() => options.store.archived()).toMatchObject({ undropped: [] });
      await open(own);
    };
    const files = async () =>
      (await readdir(path("archive"), { recursive: true })).filter((file) => file.endsWith(".jsonl.gz")).sort();
    const everything = async (log: string) => options.store.entries(logId(operator, log), 0, 10_000);

    beforeEach(async () => {
      folder = newFolder();
      test = await create(folder);
      archive = archiveFolder(path("archive"));
      actions = {};
      errors = [];
      await open();
    });
    afterEach(async () => {
      await anchorlog?.close();
      anchorlog = undefined;
    });

    it.each(threads)("returns the same after archiving as before, with %i threads", async (count) => {
      const receipts = await submit(A, 260);
      await submit(B, 5);
      await anchorlog!.closeBatches();
      await submit(A, 10);
      await anchorlog!.closeBatches();
      await anchorlog!.checkpoint();
      await submit(A, 2);
      const before = {
        a: await everything(A),
        b: await everything(B),
        export: await exportOf(path("before"), options),
      };
      // Indexes on both sides of the borders of blocks, batches and archived segments.
      const indexes = [0, 1, 255, 256, 259, 260, 269, 270, 271];
      const bundles = await Promise.all(indexes.map((index) => anchorlog!.bundle({ log: A, index })));
      const outer = await anchorlog!.bundle({ log: B, index: 4 });

      await archiveAll(275, { threads: count });
      // Entries that are in no checkpoint stay, and so does a log's last entry.
      expect(await test.rows()).toEqual([4, 270, 271]);
      expect(await files()).toHaveLength(1);
      expect({ a: await everything(A), b: await everything(B) }).toEqual({ a: before.a, b: before.b });
      expect(await exportOf(path("after"), options)).toEqual(before.export);
      expect(await auditExport(await readExportFolder(path("after")), {})).not.toMatchObject({ verdict: "invalid" });
      for (const [i, index] of indexes.entries()) {
        const bundle = await anchorlog!.bundle({ log: A, index });
        expect(bundle).toEqual(bundles[i]);
        expect(await verifyBundle(JSON.stringify(bundle), { operator: trusted })).toMatchObject({ verdict: "valid" });
      }
      expect(await anchorlog!.bundle({ log: B, index: 4 })).toEqual(outer);
      const { store } = options;
      const id = logId(operator, A);
      const places = [0, 259, 271, 272].map((index) => ({ log: id, index }));
      const found = (await store.entriesAt(places)).toSorted((a, b) => a.index - b.index);
      expect(found).toEqual(
        [0, 259, 271].map((i) => ({ log: id, index: i, bytes: before.a[i]!.bytes, hash: before.a[i]!.hash })),
      );
      expect(await store.entries(id, 254, 258)).toEqual(before.a.slice(254, 258));
      expect(await store.entries(id, 272, 300)).toEqual([]);

      // A retry gets its receipt, alone and together with new actions; another action with a used nonce is refused.
      const other = await signAction(wallets[0]!, A, 0, {
        payload: { ...actions[A]![0]!.message.payload, price: "7" },
      });
      const fresh = await signAction(wallets[0]!, A, 1000);
      const [again, used, accepted] = await anchorlog!.submitMany([actions[A]![0]!, other, fresh]);
      expect(again).toEqual({ ...receipts[0], status: "retry" });
      expect(used).toMatchObject({ status: "refused", code: "nonce_used" });
      expect(accepted).toMatchObject({ status: "accepted", index: 272 });
      const atomic = await anchorlog!.submitMany([await signAction(wallets[0]!, A, 1001), other], { atomic: true });
      expect(atomic).toMatchObject([{ code: "not_appended" }, { code: "nonce_used" }]);
      const late = await anchorlog!.submitMany([await signAction(wallets[0]!, A, 1001), actions[A]![9]!], {
        atomic: true,
      });
      expect(late).toMatchObject([
        { status: "accepted", index: 273 },
        { status: "retry", index: 9 },
      ]);
      // An action that follows an archived act finds it.
      const { payload } = actions[A]![3]!.message;
      const [followed] = await anchorlog!.submitMany([await signAction(wallets[0]!, A, 1002, { payload })]);
      expect(followed).toMatchObject({ status: "accepted", index: 274 });
      expect(decodeEntry((await store.entries(id, 274, 275))[0]!.bytes).prior).toBe(3);
      expect(await anchorlog!.verify(actions[A]![4]!)).toEqual({ verdict: "valid", isRetry: true });
      expect(await anchorlog!.verify(other)).toMatchObject({ verdict: "invalid", code: "nonce_used" });
      expect(errors).toEqual([]);
    });

    it.runIf(isWhole)("continues after the archived entries, and drops the former last entries", async () => {
      let count = 0;
      for (let round = 0; round < 3; round++) {
        await submit(A, 3);
        await submit(B, round === 1 ? 0 : 2);
        await anchorlog!.closeBatches();
        await anchorlog!.checkpoint();
        count += round === 1 ? 3 : 5;
        await archiveAll(count);
        expect(await test.rows()).toEqual([round === 2 ? 3 : 1, 3 * round + 2]);
      }
      const segments = await options.store.segments();
      expect(segments.map(({ from, to, entries }) => [from, to, entries])).toEqual([
        [0, 2, 5],
        [2, 3, 3],
        [3, 5, 5],
      ]);
      expect(await files()).toEqual(segments.map((segment) => segment.name));
      const lines = await Promise.all(
        segments.map(async (one) =>
          gunzipSync(await readFile(path(`archive/${one.name}`)))
            .toString()
            .trim()
            .split("\n"),
        ),
      );
      const kept = lines
        .flat()
        .map((line) => (JSON.parse(line) as { entry: string }).entry)
        .sort();
      const stored = [...(await everything(A)), ...(await everything(B))].map(({ bytes }) => toHex(bytes) as string);
      expect(kept).toEqual(stored.sort());
      await expect(options.store.appendSegment({ ...segments[2]! }, [])).rejects.toMatchObject({
        code: "head_moved",
      });
    });

    it("fails only for entries that the archive returns changed", async () => {
      await submit(A, 3);
      await anchorlog!.closeBatches();
      await anchorlog!.checkpoint();
      await archiveAll(3);
      await submit(A, 1);
      const [file] = await files();
      const good = await readFile(path(`archive/${file}`));
      const flipped = Buffer.from(good);
      flipped[good.length >> 1]! ^= 1;
      const foreign = {
        get: async (_: string, from: number, to: number) => good.subarray(from + 1, to + 1),
        put: archive.put,
      };
      const full = good.length;
      // A consistent file of the same length with other contents.
      const text = gunzipSync(good).toString();
      const forged = Array.from({ length: 900 }, (_, i) =>
        gzipSync(text.replace(/"price":"\d{3}/g, `"price":"${100 + i}`)),
      ).find((bytes) => bytes.length === full && !bytes.equals(good));
      for (const [code, spoil, from] of [
        ["archive_damaged", () => writeFile(path(`archive/${file}`), flipped), archive],
        ["archive_damaged", () => writeFile(path(`archive/${file}`), forged!), archive],
        ["archive_damaged", () => writeFile(path(`archive/${file}`), good.subarray(0, full - 1)), archive],
        ["archive_damaged", async () => {}, foreign],
        ["archive_unavailable", () => rm(path(`archive/${file}`)), archive],
        ["archive_unavailable", async () => {}, { ...archive, get: () => Promise.reject(new Error("away")) }],
      ] as const) {
        await spoil();
        await open({}, from);
        const trouble = { code, details: { name: file }, message: expect.stringContaining("To fix it") as string };
        await expect(anchorlog!.bundle({ log: A, index: 0 })).rejects.toMatchObject(trouble);
        errors = [];
        const fresh = await signAction(
          wallets[1]!,
          A,
          100 + errors.length + Number(process.hrtime.bigint() % 1_000_000_000n),
        );
        const answers = await anchorlog!.submitMany([actions[A]![1]!, fresh]);
        expect(answers).toMatchObject([
          { status: "indeterminate", code: "archive_unavailable", retryable: true },
          { status: "accepted" },
        ]);
        expect(errors).toMatchObject([trouble]);
        expect(await anchorlog!.verify(actions[A]![1]!)).toMatchObject({ code: "archive_unavailable" });
        await writeFile(path(`archive/${file}`), good);
      }
      await open();
      expect(await anchorlog!.submitMany([actions[A]![1]!])).toMatchObject([{ status: "retry", index: 1 }]);
      expect(await anchorlog!.bundle({ log: A, index: 3 })).toBeDefined();
    });

    it.runIf(isWhole)("drops rows left over from a crash only once the archive has them", async () => {
      await submit(A, 3);
      await anchorlog!.closeBatches();
      await anchorlog!.checkpoint();
      const before = await everything(A);
      await anchorlog!.close();
      // The process ends between recording a segment and dropping its rows.
      const store = await test.open(archive);
      const dropArchived = () => Promise.reject(new Error("the power went"));
      anchorlog = await openAnchorlog({ ...options, store: { ...store, dropArchived }, archive: { after: 0 } });
      await expect.poll(() => store.archived()).toMatchObject({ entries: 3, undropped: [{}] });
      const [file] = await files();
      const good = await readFile(path(`archive/${file}`));
      await anchorlog.close();
      anchorlog = undefined;

      await rm(path("archive"), { recursive: true });
      const readOnly: Archive = { get: archive.get, put: () => Promise.reject(new Error("read-only")) };
      await open({ archive: { after: 0 } }, readOnly);
      await expect.poll(() => anchorlog!.status().then(({ failures }) => failures.archive)).toBeGreaterThan(1);
      expect(await test.rows()).toEqual([0, 1, 2]);
      // Even if nothing can be archived, the archive's files are still checked.
      expect((await anchorlog!.status()).archiveMissing).toMatchObject([{ name: file, code: "archive_unavailable" }]);

      await open({ archive: { after: 0 } });
      await expect.poll(() => options.store.archived()).toMatchObject({ undropped: [] });
      expect(await test.rows()).toEqual([2]);
      expect(await readFile(path(`archive/${file}`))).toEqual(good);
      expect(await everything(A)).toEqual(before);
    });

    it.runIf(isWhole)("cannot be opened without its archive once the archive has entries", async () => {
      await submit(A, 3);
      await anchorlog!.closeBatches();
      await anchorlog!.checkpoint();
      await archiveAll(3);
      await anchorlog!.close();
      anchorlog = undefined;
      const store = await test.open(undefined);
      const bare = { store, operator, types, keys, logs: LOGS };
      await expect(openAnchorlog(bare)).rejects.toMatchObject({ code: "no_archive", details: { entries: 3 } });
      const policy = openAnchorlog({ ...bare, archive: { after: 0 } });
      await expect(policy).rejects.toMatchObject({ code: "bad_option", details: { option: "archive" } });
      const missing = {
        code: "archive_unavailable",
        message: expect.stringContaining("without its archive") as string,
      };
      await expect(store.entries(logId(operator, A), 0, 1)).rejects.toMatchObject(missing);
      await store.close();
      // With an empty archive the operator can still promise entries. Requests for archived entries fail.
      await open({}, archiveFolder(path("empty")));
      await submit(B, 1);
      await expect(anchorlog!.bundle({ log: A, index: 0 })).rejects.toMatchObject({ code: "archive_unavailable" });
    });

    it.runIf(isWhole)("keeps all entries while the archive fails or stores other bytes", async () => {
      await submit(A, 3);
      await anchorlog!.closeBatches();
      await anchorlog!.checkpoint();
      await writeFile(path("archive"), "a file where the folder should be");
      let isLying = false;
      const lying: Archive = {
        put: archive.put,
        get: async (name, from, to) => {
          const bytes = await archive.get(name, from, to);
          if (isLying) bytes![20]! ^= 1;
          return bytes;
        },
      };
      await open({ archive: { after: 0 } }, lying);
      const failures = () => anchorlog!.status().then((status) => status.failures.archive);
      await expect.poll(failures).toBeGreaterThan(0);
      // Reported once.
      expect(errors).toMatchObject([{ code: "archive_failed" }]);
      await submit(A, 1);
      isLying = true;
      await rm(path("archive"));
      const seen = await failures();
      await expect.poll(failures).toBeGreaterThan(seen + 1);
      expect([await archived(), (await test.rows()).length]).toEqual([0, 4]);
      isLying = false;
      await expect.poll(archived).toBe(3);
      await expect.poll(() => test.rows()).toEqual([3]);
      expect(await everything(A)).toHaveLength(4);
    });
  });
}
