import { expect, it } from "vitest";
import type { ProofDocument } from "anchorlog/proof";
import { toHex } from "anchorlog";
import { encodeHeader } from "../../src/batch/header.ts";
import { claimOf } from "../../src/proof/claim.ts";

it("an absence names the first and the last entry of its batch", () => {
  const [none, some] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
  const numbers = { number: 2, start: 20, count: 16, prevLeaf: 0, closedAt: 1 };
  const header = { log: some, ...numbers, parent: some, prevHead: some, head: some, root: some, zkRoot: none };
  const batches = [{ header: toHex(encodeHeader(header)) }];
  const claim = { payloadType: "AskPayload(bytes32 objectKey)", where: {} };
  const { lead } = claimOf({ circuit: "absence", batches, claim } as unknown as ProofDocument);
  expect(lead).toBe("None of the entries 20 to 35 of the log has these values.");
});
