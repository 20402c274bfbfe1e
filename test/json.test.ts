import { describe, expect, it } from "vitest";
import { AnchorlogError, fromHex, toHex, toJson, verifyBundle, type Bundle } from "anchorlog";
import { hashDomain, logId, verifyAction } from "anchorlog/action";
import { auditExport } from "anchorlog/verify/audit";
import { encodeProof, findReceiptFaults } from "anchorlog/dispute";
import { decodeEntry, encodeEntry } from "anchorlog/log";
import { signReceipt } from "anchorlog/log/receipt";
import { formatBundle, parseBundle } from "anchorlog/verify/bundle";
import { parseCheckpoint } from "anchorlog/batch";
import { keys, NOW, openFilledOperator, operator, signAction, trusted, types, wallets } from "./operator.ts";

const test = await openFilledOperator();

/** The value that a client reads after a server's `res.json(value)`. */
const served = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a bundle in a server's JSON", () => {
  it.each([0, 4])("verifies: entry %i", async (index) => {
    const { note } = await test.anchorlog.checkpoint();
    const trust = { operator: trusted, checkpoint: parseCheckpoint(note) };
    const bundle = await test.anchorlog.bundle({ log: "a.example", index });
    const text = JSON.stringify(bundle);
    expect(await verifyBundle(text, trust)).toMatchObject({ verdict: "valid", state: "included" });
    // In a list, and as a copy with fewer members.
    const { bundles } = served({ bundles: [{ ...bundle }] }) as { bundles: Bundle[] };
    expect(await verifyBundle(JSON.stringify(bundles[0]), trust)).toMatchObject({ verdict: "valid" });
    const promised: Bundle = { ...bundle, inclusion: undefined };
    expect(await verifyBundle(JSON.stringify(promised), { operator: trusted })).toMatchObject({ state: "promised" });
    expect(formatBundle(bundle)).toBe(formatBundle(served(bundle) as Bundle));
    expect(parseBundle(text)).toEqual(served(bundle));
  });
});

describe("an anchorlog's answers survive JSON", () => {
  it("submissions, unchanged", async () => {
    const action = await signAction(wallets[0]!, "a.example", 100);
    const answers = await test.anchorlog.submitMany([action, null, action]);
    expect(answers.map(({ status }) => status)).toEqual(["accepted", "refused", "retry"]);
    expect(served(answers)).toEqual(answers);
  });

  it("closed batches and checkpoints, with bytes as hex", async () => {
    await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 101));
    const closed = await test.anchorlog.closeBatches();
    expect(served(closed)).toEqual(closed.map((batch) => ({ ...batch, header: toHex(batch.header) })));
    const checkpoint = await test.anchorlog.checkpoint();
    expect(served({ checkpoint })).toEqual({ checkpoint: { ...checkpoint, root: toHex(checkpoint.root) } });
    // The same checkpoint, read from the store.
    const again = (await test.options.store.checkpoints()).at(-1);
    expect(toJson(again)).toEqual(served(checkpoint));
  });

  it("errors, with their message and without their cause", () => {
    const error = new AnchorlogError("bad_index", "it is bad", {
      details: { at: 3n, of: new Uint8Array(2) },
      cause: "secret",
    });
    expect(served({ error })).toEqual({
      error: { name: "AnchorlogError", code: "bad_index", message: "it is bad", details: { at: "3", of: "0x0000" } },
    });
  });
});

describe("the results of verifiers and reporters survive JSON", () => {
  it("verdicts on actions, bundles and exports", async () => {
    const action = await signAction(wallets[0]!, "a.example", 1);
    const rules = {
      kinds: types.kinds,
      domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }),
      hasLog: () => true,
    };
    const verdict = verifyAction(action, rules);
    if (verdict.verdict !== "valid") throw new Error(verdict.message);
    expect(served(verdict)).toMatchObject({
      verdict: "valid",
      action: { message: action.message, digest: toHex(verdict.action.digest), kind: { name: "Transfer" } },
    });
    for (const one of [verifyAction(null, rules), await verifyBundle("{}", {})]) expect(served(one)).toEqual(one);
    const audit = await auditExport(async () => undefined, {});
    expect(served(audit)).toEqual(audit);
  });

  it("a fault's proof, which can be stored as JSON until it is sent", async () => {
    const { entry, receipt } = await test.anchorlog.bundle({ log: "a.example", index: 0 });
    const other = encodeEntry({ ...decodeEntry(fromHex(entry)), acceptedAt: NOW + 500 });
    const second = await signReceipt(operator, other, keys.receiptKey);
    const faults = findReceiptFaults(
      operator,
      [{ ...receipt, entry }, second],
      new Map([[logId(operator, "a.example"), "a.example"]]),
    );
    expect(faults).toHaveLength(1);
    const { proof } = (served(faults) as typeof faults)[0]!;
    expect(encodeProof(proof)).toBe(encodeProof(faults[0]!.proof));
    const { args } = proof;
    expect(args[0]).toMatchObject({ receipt: { index: "0", acceptedAt: String(NOW) } });
  });
});

describe("toJson", () => {
  it("converts every form that documents have", () => {
    const value = { bytes: new Uint8Array([1, 255]), wei: 2n ** 200n, by: new Map([["a", [1n]]]), set: new Set([1]) };
    expect(toJson(value)).toEqual({ bytes: "0x01ff", wei: String(2n ** 200n), by: { a: ["1"] }, set: [1] });
    expect(served(toJson([undefined, null, "", 0, false, { gone: undefined }]))).toEqual([
      null,
      null,
      "",
      0,
      false,
      {},
    ]);
    expect(toJson({ at: new Date(0), operator })).toEqual({ at: "1970-01-01T00:00:00.000Z", operator });
  });
});
