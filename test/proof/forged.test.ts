/** The secret of the committed keys is public, so proofs under them are evidence only on the local chain. */
import { fromHex, type Hex } from "anchorlog";
import { disputeLead, disputeQuestion } from "anchorlog/dispute";
import {
  CIRCUIT_KEYS,
  formatProof,
  hashKey,
  publicSignals,
  type ProofDocument,
  verifyDisclosureProofWithoutChain,
  verifyProof,
} from "anchorlog/proof";
import { openProver, proveAbsence, proveDisclosure, proveOrder } from "anchorlog/proof/prover";
import { afterAll, describe, expect, test } from "vitest";
import { fakeChain } from "../verify/bundle/chain.ts";
import { operator } from "../operator.ts";
import { forgedLead, forgedPurchase } from "./forge.ts";
import { openProvenLog } from "./log.ts";

const buyer: Hex = `0x${"b5".repeat(20)}`;
const about = (chainId: number) => ({ ...operator, chainId });
const purchase = (chainId: number) => forgedPurchase(about(chainId), buyer);

/** The verdict by a chain on which the document's checkpoint is final. */
const verdictOf = (document: ProofDocument, text = formatProof(document)) => {
  const { size, root } = document.checkpoint;
  const chainId = Number(document.operator.chainId);
  const chain = { ...fakeChain({ size: Number(size), root: fromHex(root) }, { finalSize: Number(size) }), chainId };
  return verifyProof(text, { trust: { chain } });
};

describe("a forgery under a development key, whose beacon is public", () => {
  test("is neither valid nor final about chain 1 or any other real chain", async () => {
    for (const chainId of [1, 31_336, 2 ** 53 - 1]) {
      const document = purchase(chainId);
      // The forgery is a real one.
      expect(verifyDisclosureProofWithoutChain(fromHex(document.proofs[0]!), publicSignals(document)[0]!)).toBe(true);
      const key = hashKey(CIRCUIT_KEYS.disclosure);
      const verdict = await verdictOf(document);
      expect(verdict).toMatchObject({ verdict: "indeterminate", state: null, code: "development_key", key });
      expect(verdict.message).toContain(`${key} of disclosure is for development`);
      expect(verdict).not.toHaveProperty("proof");
      expect(await verdictOf(forgedLead(about(chainId), buyer))).toMatchObject({ code: "development_key" });
    }
  });

  test("gets the verdict development_key under any trust", async () => {
    const text = formatProof(purchase(1));
    for (const trust of [{}, { chain: new Error("no route") }, { chain: fakeChain(undefined) }]) {
      expect(await verifyProof(text, { trust })).toMatchObject({ code: "development_key" });
    }
  });

  test("is not judged if its proof fails: it may be under a ceremony's key", async () => {
    const other = { ...purchase(1), proofs: forgedLead(about(1), buyer).proofs };
    expect(await verdictOf(other)).toMatchObject({ verdict: "indeterminate", code: "development_key" });
  });

  test("is still invalid for a fault that no key excuses", async () => {
    const document = purchase(1);
    expect(await verdictOf({ ...document, log: "b.example" })).toMatchObject({ code: "log_mismatch" });
    expect(await verdictOf(document, "null")).toMatchObject({ code: "malformed", key: null });
  });

  test("is accepted on chain 31337, the chain of development keys", async () => {
    expect(await verdictOf(purchase(31_337))).toMatchObject({ verdict: "valid", state: "final" });
  });

  test("cannot take the lead in a dispute on another chain", () => {
    const lead = (chainId: number) => {
      const document = forgedLead(about(chainId), buyer);
      const { first } = document.claim;
      const question = disputeQuestion(about(chainId), document.log, [
        first,
        { ...first, where: { objectId: "another house" } },
      ]);
      const { header, position, path } = document.batches[0]!;
      return disputeLead(question, document, { sequence: 0n, position: BigInt(position), header, proof: path });
    };
    expect(() => lead(1)).toThrow(expect.objectContaining({ code: "development_key" }));
    expect(lead(31_337)).toMatchObject({ index: 0 });
  });
});

describe("a prover with development keys only", async () => {
  const { bundles, entries, kinds } = await openProvenLog();
  const prover = await openProver();
  afterAll(() => prover.close());

  test("refuses to prove for a real chain", async () => {
    const bundle = { ...bundles[2]!, operator: { ...bundles[2]!.operator, chainId: "1" } } as const;
    const where = { objectId: "object 2" };
    const beneficiary = buyer;
    for (const [circuit, proving] of [
      ["disclosure", proveDisclosure({ bundle, scope: 1n, beneficiary }, { prover })],
      ["order", proveOrder({ first: { bundle, where }, beneficiary }, { prover })],
      ["absence", proveAbsence({ bundle, entries, kinds, action: "Transfer", where: {} }, { prover })],
    ] as const) {
      const details = { circuit, chainId: 1, key: hashKey(CIRCUIT_KEYS[circuit]) };
      await expect(proving).rejects.toThrow(expect.objectContaining({ code: "development_key", details }));
    }
  });
});
