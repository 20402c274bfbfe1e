import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keccak256, stringToBytes } from "viem";
import { describe, expect, it } from "vitest";
import { fromHex, objectKeyOf, privateKeySigner, toHex, type Bundle, type Hex, type SignedAction } from "anchorlog";
import { ANYBODY, defineActions, PART_ASK, type DigestSigner } from "anchorlog/action";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { decodeEntry, type Entry } from "anchorlog/log";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { newFolder } from "../folder.ts";
import { NOW, openTestOperator, operator, signAction, signActionFor, trusted, types, wallets } from "../operator.ts";

const LOG = "a.example";
const [ada, bo, cy] = wallets.map(({ address }) => address.toLowerCase() as Hex) as [Hex, Hex, Hex];
const hand = types.kinds.get("Hand")!;
const keyOf = (objectId: string): Hex => objectKeyOf(hand, { objectId, holder: ada });
const asker = privateKeySigner(`0x${"a7".repeat(32)}`);
const NOBODY: Hex = `0x${"00".repeat(20)}`;

let nonce = 1;
const test = await openTestOperator();

const handTo = (by: number, objectId: string, holder: Hex): Promise<SignedAction> =>
  signAction(wallets[by]!, LOG, nonce++, { kind: "Hand", payload: { objectId, holder } });
/** A kind about the same objects that names no holder. */
const transfer = (by: number, objectId: string): Promise<SignedAction> =>
  signAction(wallets[by]!, LOG, nonce++, {
    payload: { objectId, to: bo, price: "1", salt: `0x${"5a".repeat(32)}` },
  });
async function enter(action: SignedAction, { anchorlog } = test): Promise<number> {
  const answer = await anchorlog.submit(action);
  if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  return answer.index;
}
const entryOf = ({ entry }: Pick<Bundle, "entry">): Entry => decodeEntry(fromHex(entry));
const codeOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const answer = await promise.then(
    () => undefined,
    (error: unknown) => error as { code?: string },
  );
  return answer?.code;
};

describe("the newest act upon an object", () => {
  it("is the log's last act about the object, whatever its signer and kind", async () => {
    const of = { log: LOG, objectKey: keyOf("newest") };
    const newest = () => test.anchorlog.newest(of);
    expect(await newest()).toBeUndefined();
    const first = await enter(await transfer(0, "newest"));
    expect(await newest()).toEqual({ index: first, holder: toHex(ANYBODY) });
    const second = await enter(await handTo(2, "newest", ada));
    expect(await newest()).toEqual({ index: second, holder: ada });
    await enter(await handTo(2, "another", cy));
    await test.anchorlog.ask({ ...of, signer: asker });
    expect(await newest()).toEqual({ index: second, holder: ada });
    // An act that names no holder leaves the object with its holder.
    const third = await enter(await transfer(0, "newest"));
    expect(await newest()).toEqual({ index: third, holder: ada });
    expect(await test.anchorlog.newest({ ...of, log: "b.example" })).toBeUndefined();
  });

  it("is refused for an invalid log name or object key", async () => {
    const { anchorlog } = test;
    const bad = [undefined, "", "0x12", keyOf("x").toUpperCase(), `${keyOf("x")}00`, new Uint8Array(32)] as Hex[];
    for (const objectKey of bad) {
      const of = { log: LOG, objectKey };
      expect(await codeOf(anchorlog.newest(of))).toBe("bad_object_key");
      expect(await codeOf(anchorlog.ask({ ...of, signer: asker }))).toBe("bad_object_key");
      expect(await codeOf(anchorlog.history(of).next())).toBe("bad_object_key");
    }
    const of = { log: "c.example", objectKey: keyOf("x") };
    expect(await codeOf(anchorlog.newest(of))).toBe("unknown_log");
    expect(await codeOf(anchorlog.ask({ ...of, signer: asker }))).toBe("unknown_log");
    expect(await codeOf(anchorlog.history(of).next())).toBe("unknown_log");
  });
});

describe("the object of an act", () => {
  const kinds = defineActions({
    Mint: { objectId: "string", holder: "address" },
    Sell: { objectId: "string", price: "uint256" },
    Name: { name: "string", holder: "address" },
    Code: { objectId: "bytes32", holder: "address" },
  });
  const sign = (by: number, kind: string, payload: Record<string, string>): Promise<SignedAction> =>
    signActionFor(operator, wallets[by]!, LOG, nonce++, { kind, payload, types: kinds });

  it("is the kind's first member, by name, type and value; kinds that share these share the object", async () => {
    const own = await openTestOperator(undefined, undefined, { types: kinds });
    const word = keccak256(stringToBytes("id"));
    const entry = async (action: SignedAction): Promise<Entry> => {
      const index = await enter(action, own);
      return entryOf(await own.anchorlog.bundle({ log: LOG, index }));
    };
    const minted = await entry(await sign(0, "Mint", { objectId: "id", holder: bo }));
    expect(minted).toMatchObject({ index: 0, prior: undefined });
    // One kind has the same id in a member of another name, one has the same word as a `bytes32`. Neither is the
    // object that Bo holds.
    const named = await entry(await sign(0, "Name", { name: "id", holder: ada }));
    const coded = await entry(await sign(0, "Code", { objectId: word, holder: cy }));
    expect([named.prior, coded.prior]).toEqual([undefined, undefined]);
    expect(new Set([minted, named, coded].map(({ objectKey }) => toHex(objectKey))).size).toBe(3);
    // A kind that acts upon the same object is open only to its holder.
    const stranger = await own.anchorlog.submit(await sign(0, "Sell", { objectId: "id", price: "1" }));
    expect(stranger).toMatchObject({ status: "refused", code: "not_holder" });
    const sold = await entry(await sign(1, "Sell", { objectId: "id", price: "1" }));
    expect(sold).toMatchObject({ objectKey: minted.objectKey, prior: 0 });
    const holders = [minted, named, coded].map(async ({ objectKey }) =>
      own.anchorlog.newest({ log: LOG, objectKey: toHex(objectKey) }),
    );
    expect(await Promise.all(holders)).toEqual([
      { index: sold.index, holder: bo },
      { index: named.index, holder: ada },
      { index: coded.index, holder: cy },
    ]);
  });
});

describe("the history of an object", () => {
  it("is the bundles of all acts upon it, newest first, read only as far as the caller reads", async () => {
    const of = { log: LOG, objectKey: keyOf("history") };
    const acts = [await enter(await handTo(1, "history", ada))];
    await enter(await handTo(1, "besides", bo));
    acts.unshift(await enter(await handTo(0, "history", bo)));
    await test.anchorlog.closeBatches();
    await test.anchorlog.checkpoint();
    await test.anchorlog.ask({ ...of, signer: asker });
    acts.unshift(await enter(await transfer(1, "history")));
    const bundles: Bundle[] = [];
    for await (const bundle of test.anchorlog.history(of)) {
      // The history does not include acts that come meanwhile.
      if (bundles.length === 0) await enter(await handTo(1, "history", cy));
      bundles.push(bundle);
    }
    expect(bundles.map((bundle) => entryOf(bundle).index)).toEqual(acts);
    expect(bundles.map(({ inclusion }) => inclusion !== undefined)).toEqual([false, true, true]);
    expect(bundles.map((bundle) => entryOf(bundle).prior)).toEqual([...acts.slice(1), undefined]);
    for (const bundle of bundles) {
      expect(await verifyBundle(formatBundle(bundle), { operator: trusted })).toMatchObject({ verdict: "valid" });
    }
    const small = test.anchorlog.history({ ...of, size: 1 });
    expect((await small.next()).value).toMatchObject({ log: LOG });
    await small.return();
    expect(await test.anchorlog.history({ log: LOG, objectKey: keyOf("never") }).next()).toMatchObject({ done: true });
  });

  it("continues into the archive; its bundles verify from there", async () => {
    const folder = newFolder();
    const store = await openSqliteStore(join(folder, "store.sqlite"), {
      archive: archiveFolder(join(folder, "archive")),
    });
    const old = await openTestOperator(folder, undefined, { store, archive: { after: 0 } });
    const { anchorlog } = old;
    const acts = [await enter(await handTo(0, "old", ada), old)];
    acts.unshift(await enter(await handTo(0, "old", bo), old));
    await enter(await handTo(2, "besides", cy), old);
    await anchorlog.closeBatches();
    await anchorlog.checkpoint();
    await expect.poll(() => store.archived()).toMatchObject({ entries: 3, undropped: [] });
    const rows = new DatabaseSync(join(folder, "store.sqlite"), { readOnly: true });
    // All entries except the log's last one are archived.
    expect(rows.prepare("SELECT idx FROM anchorlog_entries").all()).toEqual([{ idx: 2 }]);
    rows.close();
    // The newest act is in the archive, and still counts.
    expect(await anchorlog.newest({ log: LOG, objectKey: keyOf("old") })).toEqual({ index: acts[0], holder: bo });
    const [refused] = await anchorlog.submitMany([await handTo(0, "old", cy)]);
    expect(refused).toMatchObject({ status: "refused", code: "not_holder" });
    acts.unshift(await enter(await transfer(1, "old"), old));
    const bundles: Bundle[] = [];
    for await (const bundle of anchorlog.history({ log: LOG, objectKey: keyOf("old") })) bundles.push(bundle);
    expect(bundles.map((bundle) => entryOf(bundle).index)).toEqual(acts);
    const states: unknown[] = [];
    const { note } = await anchorlog.checkpoint();
    for (const bundle of bundles) {
      const verdict = await verifyBundle(formatBundle(bundle), { operator: trusted, checkpoint: note });
      states.push([verdict.verdict, verdict.state, "about" in verdict && verdict.about?.prior]);
    }
    expect(states).toEqual([
      ["valid", "promised", acts[1]],
      ["valid", "included", acts[2]],
      ["valid", "included", undefined],
    ]);
  });

  it("fails with store_damaged if the store names a newest act of another object", async () => {
    const { anchorlog } = test;
    const of = { log: LOG, objectKey: keyOf("damaged") };
    const other = await enter(await handTo(0, "intact", ada));
    const damage = (index: number) => {
      const database = new DatabaseSync(join(test.folder, "store.sqlite"));
      const changed = database.prepare(
        `INSERT OR REPLACE INTO anchorlog_objects (log, object_key, idx, holder)
         SELECT log, ?, idx, substr(bytes, 248) FROM anchorlog_entries WHERE idx = ?`,
      );
      expect(changed.run(fromHex(of.objectKey), index).changes).toBe(1);
      database.close();
    };
    damage(other);
    expect(await codeOf(anchorlog.history(of).next())).toBe("store_damaged");
    const asked = await anchorlog.ask({ log: LOG, objectKey: keyOf("intact"), signer: asker });
    damage((asked as { index: number }).index);
    expect(await codeOf(anchorlog.history(of).next())).toBe("store_damaged");
  });
});

describe("asking", () => {
  it("enters the current holder of an object, signed by any account", async () => {
    const of = { log: LOG, objectKey: keyOf("asked") };
    const never = await test.anchorlog.ask({ ...of, signer: asker });
    const mint = await enter(await handTo(0, "asked", bo));
    const held = await test.anchorlog.ask({ ...of, signer: wallets[2]! });
    const abouts: unknown[] = [];
    await test.anchorlog.closeBatches();
    await test.anchorlog.checkpoint();
    for (const answer of [never, held]) {
      if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
      expect(decodeEntry(fromHex(answer.receipt.entry))).toMatchObject({ part: PART_ASK, index: answer.index });
      const bundle = await test.anchorlog.bundle(answer);
      const verdict = await verifyBundle(formatBundle(bundle), { operator: trusted });
      abouts.push("about" in verdict ? verdict.about : verdict);
    }
    expect(abouts).toEqual([
      { objectKey: of.objectKey, prior: undefined, holder: toHex(ANYBODY) },
      { objectKey: of.objectKey, prior: mint, holder: bo },
    ]);
  });

  it("shows the typed data to signers that display it, and gives each ask its own nonce", async () => {
    const seen: { primaryType: string; message: { nonce?: unknown; payload?: unknown } }[] = [];
    const sign: DigestSigner["sign"] = ({ hash, typedData }) => {
      seen.push(typedData!);
      return asker.sign({ hash });
    };
    const of = { log: LOG, objectKey: keyOf("seen"), signer: { address: asker.address, sign } };
    const answers = await Promise.all([test.anchorlog.ask(of), test.anchorlog.ask(of)]);
    expect(answers.map(({ status }) => status)).toEqual(["accepted", "accepted"]);
    const statement = ["Ask", { objectKey: of.objectKey }];
    expect(seen.map(({ primaryType, message }) => [primaryType, message.payload])).toEqual([statement, statement]);
    expect(seen[0]!.message.nonce).not.toBe(seen[1]!.message.nonce);
  });

  it("uses a deadline no further ahead than the operator accepts", async () => {
    const brief = await openTestOperator(undefined, () => NOW, { maxDeadlineAhead: 20 });
    const of = { log: LOG, objectKey: keyOf("brief"), signer: asker };
    expect(await brief.anchorlog.ask(of)).toMatchObject({ status: "accepted", index: 0 });
  });

  it("reports the error of an invalid or failing signer", async () => {
    const { anchorlog } = test;
    const of = { log: LOG, objectKey: keyOf("signer") };
    const ask = (signer: unknown) => codeOf(anchorlog.ask({ ...of, signer: signer as DigestSigner }));
    expect(await ask(undefined)).toBe("bad_key");
    expect(await ask({ address: ada })).toBe("bad_key");
    expect(await ask({ ...asker, address: "0x12" })).toBe("bad_address");
    expect(await ask({ ...asker, address: ada })).toBe("bad_signature");
    const failing = { address: ada, sign: () => Promise.reject(new Error("no")) };
    expect(await ask(failing)).toBe("signer_failed");
  });
});

describe("an act upon an object that another account holds", () => {
  const stand = async (action: SignedAction): Promise<unknown[]> => {
    const [judged, verified] = [await test.anchorlog.judge(action), await test.anchorlog.verify(action)];
    const answer = await test.anchorlog.submit(action);
    const said = "code" in verified ? verified.code : verified.isRetry;
    return [judged.verdict, said, "code" in answer ? answer.code : answer.status];
  };

  it("is refused by verify and submit alike, and the holder's act is accepted", async () => {
    await enter(await handTo(0, "held", bo));
    const given = await handTo(1, "held", ada);
    expect(await stand(await handTo(0, "held", ada))).toEqual(["valid", "not_holder", "not_holder"]);
    expect(await stand(await transfer(0, "held"))).toEqual(["valid", "not_holder", "not_holder"]);
    expect(await stand(given)).toEqual(["valid", false, "accepted"]);
    // A retry is answered, even if another account holds the object now.
    expect(await stand(given)).toEqual(["valid", true, "retry"]);
    expect(await stand(await handTo(0, "held", NOBODY))).toEqual(["valid", false, "accepted"]);
    for (const by of [0, 1]) expect(await stand(await handTo(by, "held", ada))).toContain("not_holder");
    expect(await test.anchorlog.ask({ log: LOG, objectKey: keyOf("held"), signer: asker })).toMatchObject({
      status: "accepted",
    });
  });

  it("is refused within one call as between two calls, and makes an atomic call fail as a whole", async () => {
    const call = async () => [await handTo(0, "sold twice", bo), await handTo(0, "sold twice", cy)];
    await enter(await handTo(2, "sold twice", ada));
    const atomic = await test.anchorlog.submitMany(await call(), { atomic: true });
    expect(atomic.map((answer) => "code" in answer && answer.code)).toEqual(["not_appended", "not_holder"]);
    const apart = await test.anchorlog.submitMany(await call());
    expect(apart.map((answer) => ("code" in answer ? answer.code : answer.status))).toEqual(["accepted", "not_holder"]);
  });
});
