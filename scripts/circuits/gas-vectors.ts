/** Makes `test/vectors/gas.json`: proofs to measure the gas of claims and disputes, cheapest to most expensive. */
import { numberToHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { buildZkTree, commitment, type CommitmentInput, zkTreePath } from "../../src/batch/zk.ts";
import { keccak256 } from "../../src/action/engine.ts";
import { bytesToUint, utf8 } from "../../src/base/bytes.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import type { Prover } from "../../src/proof/prover.ts";
import {
  proveDisclosureStatementWithoutChain,
  proveOrderStatementWithoutChain,
} from "../../src/proof/prover-statements.ts";
import { caseJson } from "./proof-vectors.ts";
import { batchOf, word } from "./zk-vectors.ts";

/** Key and address of the actor. The Solidity tests sign with this key. */
const ACTOR_KEY = 0x5b1;
const ACTOR = BigInt(privateKeyToAddress(numberToHex(ACTOR_KEY, { size: 32 })));
const BENEFICIARY = bytesToUint(hash("beneficiary").subarray(12));
/** A full batch, far from the start of the log. */
const [COUNT, POSITION, START] = [65_536, 54_321, 2 ** 40];

/** Every member, and so every public signal, has its greatest length. */
const commitmentInput: CommitmentInput = {
  actor: ACTOR,
  nonce: 7n,
  acceptedAt: 1_790_000_000_000,
  entryHash: bytesToUint(hash("entry")),
  payloadType: "OfferPayload(bytes32 object,bytes32 terms,bytes32 place,bytes32 salt)",
  words: ["object", "terms", "place", "salt"].map((name) => bytesToUint(hash(name))),
};

export async function gasVectors(prover: Prover) {
  const tree = buildZkTree(batchOf(COUNT, new Map([[POSITION, commitment(commitmentInput)]])));
  const shared = { commitmentInput, position: POSITION, count: COUNT, zkRoot: tree.root };
  const path = zkTreePath(tree, POSITION);
  const claims = [];
  for (const [name, reveal, beneficiary] of [
    ["no word, for the subject itself", [], ACTOR],
    ["two words, for another", [0, 1], BENEFICIARY],
    ["four words, for another", [0, 1, 2, 3], BENEFICIARY],
  ] as const) {
    const scope = bytesToUint(hash("scope")) % FIELD_ORDER;
    const statement = { ...shared, path, reveal, subject: "actor", scope, beneficiary } as const;
    claims.push({ name, ...caseJson(await proveDisclosureStatementWithoutChain(statement, { prover })) });
  }
  const { payloadType, words } = commitmentInput;
  const leads = [];
  for (const [name, used] of [
    ["no member", 0],
    ["two members", 2],
  ] as const) {
    const first = { ...shared, path, start: START, predicate: { payloadType, words: words.slice(0, used) } };
    const statement = { first, showIndex: true, beneficiary: BENEFICIARY };
    leads.push({ name, ...caseJson(await proveOrderStatementWithoutChain(statement, { prover })) });
  }
  return {
    about:
      "Proofs under the development key, for what transactions cost. claims: of the circuit disclosure, about one " +
      "entry. leads: of the circuit order, about the same entry. The actor is the account of this key.",
    actorKey: word(BigInt(ACTOR_KEY)),
    count: COUNT,
    start: START,
    position: POSITION,
    zkRoot: word(tree.root),
    payloadType,
    words: words.map(word),
    claims,
    leads,
  };
}

function hash(text: string): Uint8Array {
  return keccak256(utf8(text));
}
