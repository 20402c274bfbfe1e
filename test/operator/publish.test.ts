import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openAnchorlog, type AnchorlogOptions } from "anchorlog";
import { checkpointOrigin, logId } from "anchorlog/action";
import { importTiles } from "anchorlog/verify/audit";
import { hashHeader } from "anchorlog/batch";
import { openSqliteStore } from "anchorlog/store/sqlite";
import {
  checkTiles,
  cosignerKey,
  formatCosignerKey,
  formatTlogProof,
  formatVerifierKey,
  openTiles,
  parsePolicy,
  verifyTlogProof,
} from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { atEnd } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { startWitness, type WitnessServer } from "../tlog/witness-server.ts";
import { openPublishing } from "../../src/operator/seal/publishing.ts";
import { decodeHeader } from "../../src/batch/header.ts";
import { signCheckpoint } from "../../src/batch/checkpoint.ts";
import { formatCheckpointText } from "../../src/tlog/checkpoint.ts";
import { ed25519NoteKey, formatNote, parseNote, signNoteText, type Note } from "../../src/tlog/note.ts";
import { mlDsaSigner, noteKeySigner } from "anchorlog/action/signers";
import { keys, openTestOperator, operator, signAction, trusted, wallets } from "../operator.ts";

const { noteKey } = trusted;

describe("publishing the batch log", () => {
  let folder: string;
  let witness: WitnessServer;
  let options: AnchorlogOptions;
  const policy = (url: string) =>
    parsePolicy(
      [
        `log ${formatVerifierKey(noteKey)}`,
        `witness W ${witness.vkey} ${url}`,
        "group all all W",
        "quorum all",
        "",
      ].join("\n"),
    );
  const open = async () => {
    const store = await openSqliteStore(join(folder, "store.sqlite"));
    return { store, anchorlog: await openAnchorlog({ ...options, store }) };
  };
  const tiles = () => tileFolder(join(folder, "tiles"));
  let nonce = 0;

  beforeEach(async () => {
    folder = newFolder();
    witness = await startWitness("witness.example", new Uint8Array(32).fill(0xc1), {
      [checkpointOrigin(operator)]: {
        name: noteKey.name,
        keyId: Buffer.from(noteKey.keyId),
        publicKey: noteKey.publicKey,
      },
    });
    const template = await openTestOperator();
    await template.close();
    options = { ...template.options, publish: { tiles: tiles(), policy: policy(witness.url) } };
  });

  const closeOne = async (anchorlog: Awaited<ReturnType<typeof open>>["anchorlog"]) => {
    await anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce++));
    await anchorlog.closeBatches();
  };

  test("also signs by ML-DSA-44, for readers that require it", async () => {
    const mlDsaKey = mlDsaSigner(new Uint8Array(32).fill(0xd5));
    const vkey = formatCosignerKey(cosignerKey(checkpointOrigin(operator), mlDsaKey.publicKey, "ml-dsa-44"));
    const quantum = parsePolicy(`log ${vkey}\nquorum none\n`);
    options = { ...options, publish: { ...options.publish!, mlDsaKey } };
    const { anchorlog } = await open();
    await closeOne(anchorlog);
    await anchorlog.checkpoint();
    await closeOne(anchorlog);
    const published = await anchorlog.publish();
    expect(published).toMatchObject({ size: 2, verdict: { satisfied: true } });
    // The stored checkpoint does not grow by 3 kB.
    const names = (note: string) => parseNote(note).signatures.map(({ signature }) => signature.length);
    expect(names(published.checkpoint)).toEqual([64, 65, 8 + 2_420, 8 + 64]);
    expect(names((await anchorlog.checkpoint()).note)).toEqual([64, 65]);
    const reader = await openTiles(tiles(), quantum);
    expect((await reader.entries(0, 2)).length).toBe(2);
    expect(await checkTiles(tiles(), quantum)).toMatchObject({ problems: [] });
    // A reader of a rotation accepts either key.
    const next = mlDsaSigner(new Uint8Array(32).fill(0xd6));
    const nextVkey = formatCosignerKey(cosignerKey(checkpointOrigin(operator), next.publicKey, "ml-dsa-44"));
    expect(await checkTiles(tiles(), parsePolicy(`log ${nextVkey}\nlog ${vkey}\nquorum none\n`))).toMatchObject({
      problems: [],
    });
    await expect(openTiles(tiles(), parsePolicy(`log ${nextVkey}\nquorum none\n`))).rejects.toThrow(
      /no log of the policy/,
    );
    // A republished checkpoint has the line once.
    expect(names((await anchorlog.publish()).checkpoint)).toEqual([64, 65, 8 + 2_420, 8 + 64]);
    await anchorlog.close();

    const wrong = { ...mlDsaKey, publicKey: mlDsaSigner(new Uint8Array(32)).publicKey };
    const refusals = [
      [wrong, "bad_signature", /^publish\.mlDsaKey cannot be used: the ML-DSA-44 key's signature does not verify/],
      [noteKeySigner(new Uint8Array(32).fill(1)), "bad_key", /^publish\.mlDsaKey has no publicKey of 1312 bytes/],
    ] as const;
    for (const [key, code, message] of refusals) {
      const store = await openSqliteStore(":memory:");
      const opening = openAnchorlog({ ...options, store, publish: { ...options.publish!, mlDsaKey: key } });
      await expect(opening).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
      await store.close();
    }
    expect(() => mlDsaSigner(new Uint8Array(31))).toThrow(expect.objectContaining({ code: "bad_key" }) as Error);
  });

  test("writes tiles that are readable on their own, cosigned, and continues after a restart", async () => {
    const first = await open();
    await closeOne(first.anchorlog);
    expect(await first.anchorlog.publish()).toMatchObject({ size: 1, verdict: { satisfied: true } });
    await closeOne(first.anchorlog);
    await first.anchorlog.checkpoint();
    await closeOne(first.anchorlog);
    await first.anchorlog.checkpoint();
    await first.anchorlog.close();

    const second = await open();
    const published = await second.anchorlog.publish();
    expect(published).toMatchObject({ size: 3, answers: [{ cosigned: true }], verdict: { satisfied: true } });
    expect(await readFile(join(folder, "tiles/checkpoint"), "utf8")).toBe(published.checkpoint);

    const reader = await openTiles(tiles(), policy(witness.url));
    const headers = (await second.store.batches()).map(({ header }) => header);
    expect((await reader.entries(0, 3)).map((bytes) => Buffer.from(bytes))).toEqual(headers.map((h) => Buffer.from(h)));
    const proof = formatTlogProof({
      index: 1,
      hashes: await reader.inclusionProof(1),
      checkpoint: published.checkpoint,
    });
    expect(verifyTlogProof(proof, hashHeader(headers[1]!), policy(witness.url))).toMatchObject({ valid: true });
    expect(await checkTiles(tiles(), policy(witness.url))).toMatchObject({ problems: [] });
    const entries = await second.store.entries(logId(operator, "a.example"), 0, 3);
    await second.anchorlog.close();

    // The tiles show what a lost store had.
    const empty = await openSqliteStore(join(folder, "empty.sqlite"));
    const lost = await openAnchorlog({ ...options, store: await openSqliteStore(join(folder, "lost.sqlite")) });
    expect(await lost.missing()).toMatchObject([{ what: "headers", from: 0, to: 3, by: "published note" }]);
    await lost.close();
    // The tiles have its headers, but no entries. The entries come first.
    await expect(importTiles(reader, empty)).rejects.toMatchObject({ code: "missing_entries" });
    await empty.restore(logId(operator, "a.example"), entries);
    expect(await importTiles(reader, empty)).toBe(3);
    expect((await empty.batches()).map(({ header }) => Buffer.from(header))).toEqual(
      headers.map((h) => Buffer.from(h)),
    );
    await empty.close();
  });

  /**
   * Replaces the published note, as somebody with write access to the tiles could, or as a lost state of this operator
   * did.
   */
  const replaceNote = async (change: (note: Note) => string) => {
    const file = join(folder, "tiles/checkpoint");
    const before = await readFile(file, "utf8");
    await writeFile(file, change(parseNote(before)));
    return () => writeFile(file, before);
  };
  const ahead = formatCheckpointText({
    origin: checkpointOrigin(operator),
    size: 1_000,
    root: new Uint8Array(32).fill(7),
  });

  const byHimself = (text: string, name: string): string =>
    formatNote({ text, signatures: [signNoteText(text, name, new Uint8Array(32).fill(9))] });
  const elsewhere = ahead.replace(checkpointOrigin(operator), "elsewhere.example");

  test.each([
    ["signed by another key", "foreign_tiles", () => byHimself(ahead, checkpointOrigin(operator))],
    ["signed by no key", "foreign_tiles", ({ signatures }: Note) => formatNote({ text: ahead, signatures })],
    ["of another log", "foreign_tiles", () => byHimself(elsewhere, "elsewhere.example")],
    ["that is not a checkpoint", "bad_note", () => "nothing\n"],
    ["that is too long", "bad_tile", () => "x".repeat(2 ** 20 + 1)],
  ])("continues signing beside a foreign note %s", async (_, code, write) => {
    options = { ...options, publish: { tiles: tiles() } };
    const { anchorlog } = await open();
    await closeOne(anchorlog);
    await anchorlog.publish();
    await replaceNote(write);
    await closeOne(anchorlog);
    expect(await anchorlog.checkpoint()).toMatchObject({ size: 2 });
    await expect(anchorlog.publish()).rejects.toMatchObject({ code });
    await anchorlog.close();

    const again = (await open()).anchorlog;
    expect(await again.missing()).toEqual([]);
    await closeOne(again);
    await expect(again.publish()).rejects.toMatchObject({ code });
    await rm(join(folder, "tiles/checkpoint"));
    expect(await again.publish()).toMatchObject({ size: 3 });
    expect(await checkTiles(tiles(), parsePolicy(`log ${formatVerifierKey(noteKey)}\nquorum none\n`))).toMatchObject({
      problems: [],
    });
    await again.close();
  });

  test.each(["note key", "next note key", "anchor key"])(
    "is stopped by a note of a larger size that its %s signed",
    async (by) => {
      const next = noteKeySigner(new Uint8Array(32).fill(3));
      options = { ...options, publish: { tiles: tiles() }, keys: { ...keys, next: { noteKey: next } } };
      const { anchorlog } = await open();
      await closeOne(anchorlog);
      await anchorlog.publish();
      const checkpoint = { size: 1_000, root: new Uint8Array(32).fill(7) };
      const { signatures } = parseNote(
        await signCheckpoint(operator, checkpoint, { ...keys, next: { noteKey: next } }),
      );
      const place = ["note key", "next note key", "anchor key"].indexOf(by);
      const putBack = await replaceNote(() => formatNote({ text: ahead, signatures: [signatures[place]!] }));
      const missing = [{ what: "headers", from: 1, to: 1_000, forked: false, by: "published note" }];
      expect(await anchorlog.missing()).toEqual(missing);
      await anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce++));
      await expect(anchorlog.checkpoint()).rejects.toMatchObject({ code: "read_only" });
      await anchorlog.close();
      await putBack();
      const again = (await open()).anchorlog;
      expect(await again.missing()).toEqual([]);
      await again.close();
    },
  );

  test("reports a missing quorum if the witness is down, and still publishes the log's own note", async () => {
    options = { ...options, publish: { tiles: tiles(), policy: policy("http://127.0.0.1:1/") } };
    const { anchorlog } = await open();
    await closeOne(anchorlog);
    const published = await anchorlog.publish();
    expect(published).toMatchObject({
      answers: [{ cosigned: false, code: "unavailable" }],
      verdict: { satisfied: false, code: "no_quorum" },
    });
    expect(await readFile(join(folder, "tiles/checkpoint"), "utf8")).toBe(published.checkpoint);
    await anchorlog.close();
  });

  test("keeps the cosignatures of witnesses that are unreachable when it publishes again", async () => {
    const other = await startWitness("other.example", new Uint8Array(32).fill(0xc2), {
      [checkpointOrigin(operator)]: {
        name: noteKey.name,
        keyId: Buffer.from(noteKey.keyId),
        publicKey: noteKey.publicKey,
      },
    });
    const away = "http://127.0.0.1:1/";
    const both = (first: string, second: string) =>
      parsePolicy(
        [
          `log ${formatVerifierKey(noteKey)}`,
          `witness W ${witness.vkey} ${first}`,
          `witness V ${other.vkey} ${second}`,
          "group all all W V",
          "quorum all",
          "",
        ].join("\n"),
      );
    const publishBy = async (policy: ReturnType<typeof both>) => {
      options = { ...options, publish: { tiles: tiles(), policy } };
      const { anchorlog } = await open();
      if ((await anchorlog.status()).closed === 0) await closeOne(anchorlog);
      const published = await anchorlog.publish();
      await anchorlog.close();
      expect(await readFile(join(folder, "tiles/checkpoint"), "utf8")).toBe(published.checkpoint);
      return published;
    };
    expect(await publishBy(both(witness.url, away))).toMatchObject({ verdict: { satisfied: false } });
    const answers = [{ cosigned: false, code: "unavailable" }, { cosigned: true }];
    expect(await publishBy(both(away, other.url))).toMatchObject({ answers, verdict: { satisfied: true } });
    expect(await publishBy(both(away, away))).toMatchObject({ size: 1, verdict: { satisfied: true } });
    expect(await checkTiles(tiles(), both(away, away))).toMatchObject({ problems: [] });
  });

  test("does not touch tiles of another history", async () => {
    const { anchorlog } = await open();
    await closeOne(anchorlog);
    await anchorlog.publish();
    await anchorlog.close();
    const before = await readFile(join(folder, "tiles/checkpoint"), "utf8");
    await rm(join(folder, "store.sqlite"), { force: true });
    await rm(join(folder, "store.sqlite-wal"), { force: true });
    const other = await open();
    await closeOne(other.anchorlog);
    await closeOne(other.anchorlog);
    await expect(other.anchorlog.publish()).rejects.toMatchObject({ code: "read_only" });
    expect(await readFile(join(folder, "tiles/checkpoint"), "utf8")).toBe(before);
    await other.anchorlog.close();
  });

  test("happens automatically, and is repeated until the witness has cosigned", async () => {
    const errors: unknown[] = [];
    options = {
      ...options,
      publish: { tiles: tiles(), policy: policy("http://127.0.0.1:1/"), maxAge: 20 },
      onError: (error) => errors.push(error),
    };
    const away = await open();
    await closeOne(away.anchorlog);
    await expect.poll(() => errors).toMatchObject([{ code: "not_witnessed" }]);
    expect((errors[0] as Error).message).toContain("cosigned by no witness; witness.example: unavailable\n");
    await expect.poll(() => away.anchorlog.status()).toMatchObject({ closed: 1, signed: 1, published: 1 });
    // Only the first failure of a series is reported; all are counted.
    await expect.poll(async () => (await away.anchorlog.status()).failures.publish).toBeGreaterThan(1);
    expect(errors).toHaveLength(1);
    expect((await away.anchorlog.status()).unwitnessedSince).toBeTypeOf("number");
    await away.anchorlog.close();

    options = { ...options, publish: { tiles: tiles(), policy: policy(witness.url), maxAge: 20 } };
    const { anchorlog } = await open();
    await expect.poll(async () => (await checkTiles(tiles(), policy(witness.url))).problems).toEqual([]);
    await closeOne(anchorlog);
    await expect.poll(async () => (await anchorlog.status()).published).toBe(2);
    expect(await anchorlog.status()).toMatchObject({
      failures: { publish: 0 },
      publishDue: undefined,
      unwitnessedSince: undefined,
    });
    await anchorlog.close();
  });

  test("happens soon after a start if the oldest unpublished batch has waited, and else later", async () => {
    const maxAge = 3_600_000;
    let [now, reads] = [options.clock!(), 0];
    const counting: ReturnType<typeof tiles> = {
      ...tiles(),
      get: (...args) => {
        reads++;
        return tiles().get(...args);
      },
    };
    options = { ...options, publish: { tiles: counting, maxAge }, clock: () => now };
    const first = await open();
    await closeOne(first.anchorlog);
    expect(await first.anchorlog.status()).toMatchObject({ published: undefined, publishDue: now + maxAge });
    await first.anchorlog.close();

    // Restarted before that time, the process looks and does not publish.
    now += maxAge / 2;
    const second = await open();
    const before = reads;
    await expect.poll(() => reads).toBeGreaterThan(before);
    await second.anchorlog.close();
    expect(await tiles().get("checkpoint", 10_000)).toBeUndefined();

    now += maxAge / 2;
    const third = await open();
    const published = async () => (await third.anchorlog.status()).published;
    await expect.poll(published).toBe(1);
    expect((await third.anchorlog.status()).publishDue).toBeUndefined();
    await third.anchorlog.close();
  });

  test("looks again ever later while the place of the tiles cannot be read", async () => {
    vi.useFakeTimers();
    atEnd(() => void vi.useRealTimers());
    let looks = 0;
    const published = async () => {
      looks++;
      throw new Error("there is no answer");
    };
    const publishing = openPublishing({
      publish: { tiles: tiles(), maxAge: 3_600_000 },
      leadership: { isLeader: () => true },
      sealing: { batchLog: {}, published },
      clock: Date.now,
      onError: () => {},
    } as never);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(looks).toBeGreaterThan(9);
    expect(looks).toBeLessThan(60);
    await publishing.stop();
  });

  test("happens no sooner than due if this process leads again", async () => {
    const { anchorlog, store } = await open();
    await closeOne(anchorlog);
    const [batch] = await store.batches(0, 1);
    await anchorlog.close();
    vi.useFakeTimers();
    atEnd(() => void vi.useRealTimers());
    const maxAge = 3_600_000;
    let [age, leads, looks, attempts] = [0, true, 0, 0];
    const publishing = openPublishing({
      publish: { tiles: tiles(), maxAge },
      leadership: { isLeader: () => leads },
      sealing: { batchLog: { catchUp: async () => {} }, published: async () => void looks++ },
      store: { batches: async () => [batch] },
      inOrder: async () => {
        attempts++;
        throw new Error("there is no answer");
      },
      clock: () => decodeHeader(batch!.header).closedAt + age,
      onError: () => {},
    } as never);
    await vi.advanceTimersByTimeAsync(10_000);
    leads = false;
    await vi.advanceTimersByTimeAsync(maxAge);
    expect([looks, attempts]).toEqual([1, 0]);
    [leads, age] = [true, maxAge / 2];
    await vi.advanceTimersByTimeAsync(10_000);
    expect([looks, attempts]).toEqual([2, 0]);
    age = maxAge;
    await vi.advanceTimersByTimeAsync(maxAge / 2);
    expect(attempts).toBeGreaterThan(0);
    await publishing.stop();
  });

  test("names the policy if that lacks the note key, for example after a rotation", async () => {
    const errors: unknown[] = [];
    const other = ed25519NoteKey(noteKey.name, noteKeySigner(new Uint8Array(32).fill(3)).publicKey);
    const policy = parsePolicy(`log ${formatVerifierKey(other)}\nquorum none\n`);
    options = { ...options, publish: { tiles: tiles(), policy, maxAge: 20 }, onError: (error) => errors.push(error) };
    const { anchorlog } = await open();
    await closeOne(anchorlog);
    await expect.poll(() => errors).toMatchObject([{ code: "not_witnessed" }]);
    expect((errors[0] as Error).message).toMatch(/no log of the policy signed .*\nTo fix it: name the verifier key/);
    await anchorlog.close();
  });

  test("does not delay checkpoints while tiles are slow", async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const slow = tiles();
    const put: typeof slow.put = async (...args) => {
      await goOn;
      return slow.put(...args);
    };
    options = { ...options, publish: { tiles: { ...slow, put }, policy: policy(witness.url) } };
    const { anchorlog } = await open();
    await closeOne(anchorlog);
    const published = anchorlog.publish();
    await closeOne(anchorlog);
    expect(await anchorlog.checkpoint()).toMatchObject({ size: 2 });
    resolve();
    // Publishes up to the checkpoint that it signed.
    expect(await published).toMatchObject({ size: 1, verdict: { satisfied: true } });
    expect(await anchorlog.publish()).toMatchObject({ size: 2 });
    await anchorlog.close();
  });

  test("needs a place to publish to", async () => {
    const { publish: _, ...rest } = options;
    options = rest;
    const { anchorlog } = await open();
    await expect(anchorlog.publish()).rejects.toMatchObject({ code: "nowhere_to_publish" });
    await anchorlog.close();
  });
});
