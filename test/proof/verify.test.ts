import { ChainUnavailableError } from "anchorlog/chain";
import {
  formatProof,
  parseProof,
  publicSignals,
  type ProofDocument,
  verifyOrderProofWithoutChain,
  verifyProof,
} from "anchorlog/proof";
import { openProver, proveAbsence, proveDisclosure, proveOrder } from "anchorlog/proof/prover";
import { fromHex, type Hex } from "anchorlog";
import { describe, expect, test } from "vitest";
import { closing } from "../ends.ts";
import { readDocument } from "../../src/page/input.ts";
import { claimOf } from "../../src/proof/claim.ts";
import { checksOfProof, judgeOther, otherHeadline } from "../../src/page/other.ts";
import { fakeChain } from "../verify/bundle/chain.ts";
import { trusted } from "../operator.ts";
import { openProvenLog } from "./log.ts";

const log = await openProvenLog();
const { bundles, checkpoint, kinds, entries } = log;
const prover = closing(await openProver());

const beneficiary: Hex = `0x${"b5".repeat(20)}`;
const [early, late] = [bundles[2]!, bundles[21]!];
const object = (index: number) => ({ objectId: `object ${index}` });
const price = 2n ** 256n - 3n;

const disclosure = await proveDisclosure(
  {
    bundle: early,
    action: "Transfer",
    reveal: ["objectId"],
    where: { price: { atLeast: `${price}` }, "entry.index": { atMost: "9" } },
    subject: "to",
    scope: 7n,
    beneficiary,
  },
  { prover },
);
const order = await proveOrder(
  { first: { bundle: early, where: object(2) }, second: { bundle: late, where: object(21) }, beneficiary },
  { prover },
);
const lead = await proveOrder({ first: { bundle: late, where: object(21) }, showIndex: true, beneficiary }, { prover });
const progress: unknown[] = [];
const absence = await proveAbsence(
  { bundle: early, entries, kinds, action: "Transfer", where: object(21) },
  { prover, onProgress: (step) => progress.push(step) },
);
const documents: [string, ProofDocument][] = [
  ["disclosure", disclosure],
  ["order", order],
  ["a lead", lead],
  ["absence", absence],
];

const verdictOf = async (text: string, trust: Parameters<typeof verifyProof>[1]["trust"] = { checkpoint }) => {
  const { verdict, code } = await verifyProof(text, { trust });
  return `${verdict} ${code}`;
};

describe("a proof as a document", () => {
  test.each(documents)("%s: reads back unchanged, and holds", async (_, document) => {
    const text = formatProof(document);
    expect(parseProof(text)).toEqual(document);
    expect(formatProof(parseProof(text))).toBe(text);
    const verdict = await verifyProof(text, { trust: { checkpoint, operator: trusted } });
    expect(verdict).toMatchObject({ verdict: "valid", state: "included", proof: document });
  });

  test("shows the stated values, and no others", () => {
    expect(disclosure.claim).toMatchObject({
      subject: { of: "to" },
      revealed: [{ of: "objectId", value: "object 2" }],
      bounds: [
        { of: "price", is: "atLeast", value: `${price}` },
        { of: "entry.index", is: "atMost", value: "9" },
      ],
    });
    expect(order.claim).toEqual({
      first: { payloadType: early.action.payloadType, where: object(2) },
      second: { payloadType: early.action.payloadType, where: object(21) },
      beneficiary,
    });
    expect(lead.claim).toMatchObject({ index: "21" });
    expect(absence.proofs.length).toBe(2);
    expect(progress).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
    for (const { message } of [early.action, late.action]) {
      for (const [, document] of documents)
        expect(formatProof(document)).not.toContain(message.nonce.padStart(20, "0"));
    }
  });

  test("gives the signals that contracts take", () => {
    const [signals] = publicSignals(order);
    expect(verifyOrderProofWithoutChain(fromHex(order.proofs[0]!), signals!)).toBe(true);
  });
});

describe("a proof on the page", () => {
  test("has its claim in words, and each check apart", async () => {
    const { lead: claim, rows } = claimOf(disclosure);
    expect(claim).toMatch(/^The log has an action with these values/);
    expect(rows).toContainEqual({ name: "objectId", value: "object 2" });
    const text = formatProof(disclosure);
    expect(readDocument(new TextEncoder().encode(text))).toEqual({ kind: "other", text });
    const judged = await judgeOther(text, { checkpoint }, undefined);
    expect(otherHeadline(judged)).toMatchObject({ tone: "valid", title: "Included" });
    const marks = checksOfProof(judged, disclosure).map(({ holds, name }) => `${holds ? "+" : "-"} ${name}`);
    expect(marks).toEqual(["+ Proof", "+ Batches", "+ Checkpoint", "- Anchor"]);
    const changed = text.replace("object 2", "object 3");
    expect(otherHeadline(await judgeOther(changed, { checkpoint }, undefined))).toEqual({
      tone: "invalid",
      title: "Does not hold",
      text: "It is malformed, forged or changed. So the proof shows nothing about its claim. It does not show that the claim is false.",
    });
  });
});

describe("is invalid with any part changed", () => {
  const replaced = (document: ProofDocument, change: object): string => formatProof({ ...document, ...change });
  const claimed = (document: ProofDocument, change: object): string =>
    replaced(document, { claim: { ...document.claim, ...change } });
  const [batch] = disclosure.batches;
  const bounds = (change: object) => ({
    bounds: [{ ...disclosure.claim.bounds[0], ...change }, disclosure.claim.bounds[1]],
  });

  const cases: [string, string, string][] = [
    [
      "another revealed value",
      "proof_invalid",
      claimed(disclosure, { revealed: [{ of: "objectId", value: "object 3" }] }),
    ],
    [
      "another member",
      "proof_invalid",
      claimed(disclosure, { revealed: [{ of: "salt", value: `0x${"5a".repeat(32)}` }] }),
    ],
    ["a member that is not there", "claim_range", claimed(disclosure, { revealed: [{ of: "none", value: "1" }] })],
    ["a value of another type", "malformed", claimed(disclosure, { revealed: [{ of: "objectId", value: true }] })],
    ["a higher bound", "proof_invalid", claimed(disclosure, bounds({ value: `${price + 1n}` }))],
    ["the other bound", "proof_invalid", claimed(disclosure, bounds({ is: "atMost" }))],
    [
      "a string that is too long",
      "malformed",
      claimed(disclosure, { revealed: [{ of: "objectId", value: "x".repeat(16_385) }] }),
    ],
    ["a bound on an address", "claim_range", claimed(disclosure, bounds({ of: "to", value: beneficiary }))],
    ["a bound that is dropped", "proof_invalid", claimed(disclosure, { bounds: [] })],
    ["an index outside of the batch", "claim_range", claimed(disclosure, bounds({ of: "entry.index", value: "20" }))],
    [
      "another subject",
      "proof_invalid",
      claimed(disclosure, { subject: { ...disclosure.claim.subject, of: "entry.actor" } }),
    ],
    ["another address", "proof_invalid", claimed(disclosure, { subject: { of: "to", address: beneficiary } })],
    ["another beneficiary", "proof_invalid", claimed(disclosure, { beneficiary: `0x${"b6".repeat(20)}` })],
    ["another scope", "proof_invalid", claimed(disclosure, { scope: `0x${"00".repeat(32)}` })],
    ["a scope of 2^256 - 1", "signal_range", claimed(disclosure, { scope: `0x${"ff".repeat(32)}` })],
    ["another nullifier", "proof_invalid", claimed(disclosure, { nullifier: `0x${"00".repeat(32)}` })],
    ["another type", "claim_range", claimed(disclosure, { payloadType: "TransferPayload(string objectId)" })],
    ["no type", "claim_type", claimed(disclosure, { payloadType: "x" })],
    ["another log", "log_mismatch", replaced(disclosure, { log: "b.example" })],
    ["no log", "non_canonical", replaced(disclosure, { log: "B" })],
    ["another operator", "log_mismatch", replaced(disclosure, { operator: { ...disclosure.operator, chainId: "1" } })],
    ["another batch", "claim_range", replaced(disclosure, { batches: [order.batches[1]] })],
    [
      "another place of the batch",
      "checkpoint_inclusion_mismatch",
      replaced(disclosure, { batches: [{ ...batch, position: "1" }] }),
    ],
    [
      "a longer path",
      "checkpoint_inclusion_mismatch",
      replaced(disclosure, { batches: [{ ...batch, path: [...batch!.path, disclosure.checkpoint.root] }] }),
    ],
    [
      "another checkpoint",
      "checkpoint_inclusion_mismatch",
      replaced(disclosure, { checkpoint: { ...disclosure.checkpoint, root: `0x${"00".repeat(32)}` } }),
    ],
    [
      "a header of another tag",
      "bad_header",
      replaced(disclosure, { batches: [{ ...batch, header: `0x03${batch!.header.slice(4)}` }] }),
    ],
    ["another proof", "proof_invalid", replaced(disclosure, { proofs: order.proofs })],
    ["no proof", "malformed", replaced(disclosure, { proofs: [] })],
    ["two proofs", "malformed", replaced(disclosure, { proofs: [disclosure.proofs[0], disclosure.proofs[0]] })],
    ["a proof of zeros", "not_on_curve", replaced(disclosure, { proofs: [`0x${"00".repeat(256)}`] })],
    ["another format", "malformed", replaced(disclosure, { format: "anchorlog.proof/0" })],
    ["another circuit", "unknown_member", replaced(disclosure, { circuit: "order" })],
    ["a member too many", "unknown_member", replaced(disclosure, { note: "x" })],
    [
      "entries in another order",
      "proof_invalid",
      replaced(order, {
        batches: order.batches.toReversed(),
        claim: { ...order.claim, first: order.claim.second, second: order.claim.first },
      }),
    ],
    ["a second without a batch", "claim_range", replaced(order, { batches: order.batches.slice(0, 1) })],
    ["a batch without a second", "claim_range", replaced(lead, { batches: order.batches })],
    [
      "a third member in a predicate",
      "claim_range",
      claimed(order, { first: { ...order.claim.first, where: { price: "1" } } }),
    ],
    ["a predicate that says less", "proof_invalid", claimed(order, { first: { ...order.claim.first, where: {} } })],
    ["another index", "proof_invalid", claimed(lead, { index: "22" })],
    ["an index that is shown", "proof_invalid", claimed(order, { index: "2" })],
    ["another absent value", "proof_invalid", claimed(absence, { where: object(2) })],
    ["a segment left out", "malformed", replaced(absence, { proofs: absence.proofs.slice(1) })],
    ["segments exchanged", "proof_invalid", replaced(absence, { proofs: absence.proofs.toReversed() })],
  ];
  test.each(cases)("%s: %s", async (_, code, text) => {
    expect(await verdictOf(text)).toBe(`invalid ${code}`);
  });

  test("is not judged in a later version", async () => {
    const later = replaced(disclosure, { format: "anchorlog.proof/2", unheardOf: 1 });
    expect(await verdictOf(later)).toBe("indeterminate newer_format");
  });

  test("is invalid as JSON that is not canonical", async () => {
    const text = formatProof(disclosure);
    expect(await verdictOf(text.replace('"log"', '"log": "a.example", "log"'))).toBe("invalid non_canonical");
    expect(await verdictOf(text.slice(1))).toBe("invalid malformed");
    expect(await verdictOf("null")).toBe("invalid malformed");
    expect(await verdictOf(" ".repeat(1 << 23))).toBe("invalid malformed");
  });
});

describe("is judged by the given trust", () => {
  const text = formatProof(order);
  const anchored = { size: checkpoint.size, root: checkpoint.root };
  type Trust = Parameters<typeof verifyProof>[1]["trust"];
  const other = { ...trusted, operator: beneficiary };
  const cases: [string, string, Trust][] = [
    ["no trust", "indeterminate no_trust", {}],
    ["an operator's keys alone", "indeterminate no_trust", { operator: trusted }],
    ["another operator", "indeterminate other_operator", { operator: other, checkpoint }],
    ["another operator's checkpoint", "indeterminate other_operator", { checkpoint: { ...checkpoint, origin: "x" } }],
    [
      "a checkpoint of another key",
      "indeterminate unsigned_checkpoint",
      { operator: { ...trusted, anchorKey: beneficiary }, checkpoint },
    ],
    ["a later checkpoint", "indeterminate other_checkpoint", { checkpoint: log.laterCheckpoint }],
    ["another history", "invalid checkpoint_mismatch", { checkpoint: { ...checkpoint, root: new Uint8Array(32) } }],
    ["a chain that holds the checkpoint", "valid ok", { chain: fakeChain(anchored) }],
    [
      "a chain that holds another",
      "invalid checkpoint_mismatch",
      { chain: fakeChain({ ...anchored, root: new Uint8Array(32) }) },
    ],
    ["a chain that does not know it", "indeterminate not_anchored", { chain: fakeChain(undefined) }],
    ["another chain", "indeterminate wrong_chain", { chain: { ...fakeChain(anchored), chainId: 1 } }],
    [
      "another chain, before whom the keys name",
      "indeterminate wrong_chain",
      { chain: { ...fakeChain(anchored), chainId: 1 }, operator: other },
    ],
    [
      "an unknown registry",
      "indeterminate unknown_registry",
      { chain: { ...fakeChain(anchored), isKnownRegistry: () => false } },
    ],
    [
      "a registry that a trust file names",
      "valid ok",
      { operator: trusted, chain: { ...fakeChain(anchored), isKnownRegistry: () => false } },
    ],
    ["a chain that does not answer", "indeterminate rpc_unavailable", { chain: new ChainUnavailableError("no route") }],
    [
      "a chain that stops to answer",
      "indeterminate rpc_unavailable",
      {
        chain: { ...fakeChain(anchored), readCheckpoint: () => Promise.reject(new ChainUnavailableError("no route")) },
      },
    ],
  ];
  test.each(cases)("%s: %s", async (_, expected, trust) => {
    expect(await verdictOf(text, trust)).toBe(expected);
  });

  test("an unexpected error of the chain's reader is thrown", async () => {
    const chain = { ...fakeChain(anchored), readCheckpoint: () => Promise.reject(new TypeError("a bug")) };
    await expect(verifyProof(text, { trust: { chain } })).rejects.toThrow("a bug");
  });

  test("is final only if all of its batches are", async () => {
    for (const [finalSize, state] of [
      [0, "anchored"],
      [1, "anchored"],
      [2, "final"],
    ] as const) {
      const verdict = await verifyProof(text, { trust: { chain: fakeChain(anchored, { finalSize }) } });
      expect(verdict).toMatchObject({ verdict: "valid", state });
    }
  });
});
