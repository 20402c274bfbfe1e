import { decodeFunctionData } from "viem";
import type { OperatorId } from "../../action/domain.ts";
import { attempt } from "../../base/attempt.ts";
import type { Hex } from "../../base/hex.ts";
import {
  FormatError,
  hexOf,
  hexUpTo,
  literal,
  parseStrictJson,
  readCount,
  readObject,
  refuseNewer,
  stringUpTo,
} from "../../base/json.ts";
import { withJson } from "../../base/jsonable.ts";
import { faultProofsAbi } from "../../chain/generated/FaultProofs.ts";
import type { FaultProof } from "./faults.ts";
import { encodeProof } from "./report.ts";

/** The format of a fault's file (docs/schemas/fault-1.json). */
const FAULT_FORMAT = "anchorlog.fault/1";

/** The proof of a fault, and the contract that judges it. */
export type FaultDocument = {
  readonly operator: OperatorId;
  /** The contract `FaultProofs`. */
  readonly faultProofs: Hex;
  /** The fault and its place, in words. */
  readonly message: string;
  readonly proof: FaultProof;
};

/** The calldata's largest size in bytes: a transaction's limit of nodes, rounded up. */
const MAX_CALLDATA = 1 << 18;

/**
 * Writes a fault's file. Any wallet can send its `transaction`.
 *
 * @example
 * const logs = new Map([[logId(operator, "acme"), "acme"]])
 * const [found] = findReceiptFaults(operator, receipts, logs)
 * if (found !== undefined) await writeFile("fault.json", formatFault({ operator, faultProofs, ...found }))
 */
export function formatFault({ operator, faultProofs, message, proof }: FaultDocument): string {
  const { chainId, registry, operator: account } = operator;
  const document = {
    format: FAULT_FORMAT,
    operator: { chainId: String(chainId), registry, operator: account },
    fault: proof.fault,
    message,
    transaction: { to: faultProofs, data: encodeProof(proof) },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/**
 * Reads a fault's file. Whether the proof convinces is for the contract to judge.
 *
 * @example
 * const { faultProofs, message, proof } = parseFault(await readFile("fault.json", "utf8"))
 * const { log, from } = freezeOf(proof)
 * console.log(message, log === BATCH_LOG ? `freezes the batch log from ${from} on` : `freezes ${log} from ${from} on`)
 * await walletClient.sendTransaction({ to: faultProofs, data: encodeProof(proof) })
 *
 * @throws FormatError
 */
export function parseFault(text: string): FaultDocument {
  const value = parseStrictJson(text);
  refuseNewer(value, FAULT_FORMAT);
  const { operator, fault, message, transaction } = readObject(value, "", {
    format: literal(FAULT_FORMAT),
    operator: (id, path) => readObject(id, path, { chainId: readCount, registry: hexOf(20), operator: hexOf(20) }),
    fault: stringUpTo(64),
    message: stringUpTo(4096),
    transaction: (call, path) => readObject(call, path, { to: hexOf(20), data: hexUpTo(MAX_CALLDATA) }),
  });
  const proof = proofIn(transaction.data);
  if (proof?.fault !== fault || proof.operator !== operator.operator) {
    throw new FormatError("malformed", "transaction.data", `is not the proof of ${fault} by ${operator.operator}`);
  }
  return { operator, faultProofs: transaction.to, message, proof };
}

/** Returns the proof in calldata; undefined if it is not the one encoding of a proof. */
function proofIn(data: Hex): FaultProof | undefined {
  return attempt(() => {
    const { functionName, args } = decodeFunctionData({ abi: faultProofsAbi, data });
    const [operator, ...rest] = args as unknown as readonly [Hex, ...unknown[]];
    const fault = functionName.replace(/^prove/, "");
    const proof = withJson({ fault, operator: operator.toLowerCase(), args: rest }) as unknown as FaultProof;
    return encodeProof(proof) === data ? proof : undefined;
  });
}
