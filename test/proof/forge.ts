/** Forges proofs of anything under the development keys, without a witness, as anybody can. */
import { bn254 } from "@noble/curves/bn254.js";
import { encodeHeader, hashHeader } from "../../src/batch/header.ts";
import { logId, type OperatorId } from "../../src/action/domain.ts";
import { fromHex, type Hex, toHex } from "../../src/base/hex.ts";
import { type DisclosureDocument, type OrderDocument, PROOF_FORMAT } from "../../src/proof/document.ts";
import { encodeProof, type Groth16Key } from "../../src/proof/groth16.ts";
import { CIRCUIT_KEYS } from "../../src/proof/circuitKeys.ts";
import { publicSignals } from "../../src/proof/verify.ts";
import { BEACON, beaconScalar } from "../../scripts/circuits/beacon.ts";

const { G1 } = bn254;

/**
 * A proof for any signals, under a key whose delta is gamma times a known logarithm, by default the beacon's: with A =
 * alpha and B = beta only the sum of the signals remains, and C cancels it.
 */
export function forge(key: Groth16Key, signals: readonly bigint[], logarithm = beaconScalar(BEACON)): Uint8Array {
  const sum = key.ic.reduce<InstanceType<typeof G1.Point>>((sum, point, i) => {
    const scalar = i === 0 ? 1n : signals[i - 1]!;
    return scalar === 0n ? sum : sum.add(G1.Point.fromAffine(point).multiply(scalar));
  }, G1.Point.ZERO);
  const c = sum.negate().multiply(bn254.fields.Fr.inv(logarithm)).toAffine();
  return encodeProof({ a: key.alpha, b: key.beta, c });
}

const LOG = "a.example";
const PAYLOAD_TYPE = "TransferPayload(string objectId,address to,uint256 price,bytes32 salt)";
const ZERO: Hex = `0x${"00".repeat(32)}`;

/** A document with a forged proof, about a made-up batch of one entry. */
function forgedDocument<D extends DisclosureDocument | OrderDocument>(
  id: OperatorId,
  { circuit, claim }: Pick<D, "circuit" | "claim">,
): D {
  const nothing = new Uint8Array(32);
  const log = fromHex(logId(id, LOG));
  const header = encodeHeader({
    log,
    number: 0,
    start: 0,
    count: 1,
    prevLeaf: undefined,
    parent: nothing,
    prevHead: log,
    head: nothing,
    root: nothing,
    zkRoot: nothing,
    closedAt: 1_767_603_600_000,
  });
  const document = {
    format: PROOF_FORMAT,
    circuit,
    operator: { chainId: String(id.chainId), registry: id.registry, address: id.operator },
    log: LOG,
    checkpoint: { size: "1", root: toHex(hashHeader(header)) },
    batches: [{ header: toHex(header), position: "0", path: [] }],
    claim,
    proofs: [],
  } as unknown as D;
  const [signals] = publicSignals(document);
  return { ...document, proofs: [toHex(forge(CIRCUIT_KEYS[circuit], signals!))] };
}

/** A forged purchase for a fortune that never happened. */
export const forgedPurchase = (id: OperatorId, buyer: Hex): DisclosureDocument =>
  forgedDocument<DisclosureDocument>(id, {
    circuit: "disclosure",
    claim: {
      payloadType: PAYLOAD_TYPE,
      subject: { of: "to", address: buyer },
      revealed: [
        { of: "objectId", value: "a house" },
        { of: "price", value: `${10n ** 30n}` },
      ],
      bounds: [],
      scope: ZERO,
      nullifier: ZERO,
      beneficiary: buyer,
    },
  });

/** A forged earliest sale of a house. */
export const forgedLead = (id: OperatorId, beneficiary: Hex): OrderDocument =>
  forgedDocument<OrderDocument>(id, {
    circuit: "order",
    claim: { first: { payloadType: PAYLOAD_TYPE, where: { objectId: "a house" } }, beneficiary, index: "0" },
  });
