/** The verdict on a proof's document, from its claim to a checkpoint. Browser-safe. */
import { checkpointOrigin, logId, type OperatorId } from "../action/domain.ts";
import { assertOptionsOf } from "../base/options.ts";
import { type CheckpointNote, parseCheckpoint } from "../batch/checkpoint.ts";
import { decodeHeader, hashHeader, type Header } from "../batch/header.ts";
import { isTrustedCheckpoint, type TrustedKeys } from "../batch/trusted.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError, NewerFormatError } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { MerkleProofError, rootFromInclusionProof } from "../crypto/merkle/verify.ts";
import { parseProof, type ProofDocument } from "./document.ts";
import { ProofError, type ProofErrorCode } from "./groth16.ts";
import { circuitKey, holdsWithoutChain, keyDoubt } from "./keys.ts";
import { statedSignals } from "./stated.ts";

/** The trust that a verifier of proofs has: any of these, or nothing. The trust for `verifyBundle` fits as well. */
export type ProofTrust = {
  /** A checkpoint or its note's text, trusted as given (but with `operator` it must bear its signatures). */
  readonly checkpoint?: CheckpointNote | string | undefined;
  readonly operator?: (OperatorId & Pick<TrustedKeys, "anchorKey" | "noteKey" | "earlier">) | undefined;
  /** A view of the chain as `anchorlog/chain` opens it, or the reason why it could not be opened. */
  readonly chain?: CheckpointChain | Error | undefined;
};

/** The part of a view of the chain that proofs need. */
export type CheckpointChain = {
  readonly chainId: number;
  isKnownRegistry(registry: Hex): boolean;
  readCheckpoint(id: OperatorId, size: number): Promise<{ readonly root: Hex } | undefined>;
  isFinal(
    id: OperatorId,
    batch: { readonly position: number; readonly log: Hex; readonly lastIndex: number },
  ): Promise<boolean>;
};

/** How far the batches that a proof is about have come; each state includes the ones before. */
export type ProofState = "included" | "anchored" | "final";

/** The reason why a proof does not prove its claim, in itself or against the trust. */
export type ProofFault =
  | ProofErrorCode
  | FormatError["code"]
  | "proof_invalid"
  | "log_mismatch"
  | "bad_header"
  | "checkpoint_inclusion_mismatch"
  | "checkpoint_mismatch";

/**
 * Why there is no verdict: the key proves nothing, or the trusted data are missing, are about something else, or cannot
 * be read.
 */
export type ProofDoubt =
  | "development_key"
  | "no_trust"
  | "other_operator"
  | "other_checkpoint"
  | "unsigned_checkpoint"
  | "wrong_chain"
  | "unknown_registry"
  | "not_anchored"
  | "rpc_unavailable"
  | "engine_unavailable"
  | "newer_format";

/** The verdict on a proof. Read the document's claim only if the verdict is valid. */
export type ProofVerdict = ProofJudgement & {
  /** The hash of the circuit's key, as {@link hashKey} gives it; null if the document names no circuit. */
  readonly key: Hex | null;
};

type ProofJudgement =
  | { verdict: "valid"; state: ProofState; code: "ok"; message: string; proof: ProofDocument }
  | { verdict: "invalid"; state: null; code: ProofFault; message: string }
  | { verdict: "indeterminate"; state: null; code: ProofDoubt; message: string };

class ProofFailure extends Error {
  readonly code: ProofFault;
  constructor(code: ProofFault, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Verifies a proof under the keys of this package. It checks that the proof holds for the public signals, which the
 * claim and the named headers determine, and that the headers are under a trusted checkpoint. If the key is for
 * development, and the operator's chain is not 31337, the verdict is indeterminate, `development_key`.
 *
 * The caller checks that the claim is the wanted one. A proof that some entry has a payload type shows that the
 * operator uses the type. A proof of absence does not: it also holds for a type that the operator never used.
 *
 * @param text The proof's JSON text, attacker-controlled.
 * @param options.trust A checkpoint or a chain, and the operator's keys; with none of them the best verdict is
 *   indeterminate, `no_trust`.
 * @throws AnchorlogError `bad_note` if the trusted checkpoint is text that cannot be read.
 */
export async function verifyProof(text: string, options: { readonly trust: ProofTrust }): Promise<ProofVerdict> {
  assertOptionsOf("verifyProof", options, "give { trust }");
  const { trust } = options;
  let key: Hex | null = null;
  try {
    const proof = parseProof(text);
    key = circuitKey(proof.circuit).hash;
    return { ...(await judgeDocument(proof, trust)), key };
  } catch (error) {
    if (error instanceof NewerFormatError) return { ...doubt("newer_format", error.message), key };
    if (error instanceof FormatError) return { ...invalid(error.code, error.message), key };
    if (error instanceof ProofFailure || error instanceof ProofError)
      return { ...invalid(error.code, error.message), key };
    if (isEngineFailure(error)) return { ...doubt("engine_unavailable", error.message), key };
    throw error;
  }
}

async function judgeDocument(proof: ProofDocument, trust: ProofTrust): Promise<ProofJudgement> {
  const { registry, address } = proof.operator;
  const chainId = Number(proof.operator.chainId);
  const id = { chainId, registry, operator: address };
  const headers = readHeaders(proof, id);
  const signals = statedSignals(proof, headers);
  // This comes before the proofs are checked: a proof that fails here may be valid under the real key, which the
  // development key replaces.
  const keyless = keyDoubt(proof.circuit, chainId);
  if (keyless !== undefined) return doubt("development_key", keyless.message);
  checkProofs(proof, signals);
  return judge(proof, headers, id, trust);
}

/**
 * The public signals that a document's proofs are for, one list for each, as the contracts take them.
 *
 * @example
 * const document = parseProof(text)
 * const args = [document.proofs[0]!, publicSignals(document)[0]!] as const
 * const abi = document.circuit === "disclosure" ? disclosureVerifierAbi : orderVerifierAbi
 * const holds = await publicClient.readContract({ address: verifier, abi, functionName: "verify", args })
 *
 * @throws FormatError, ProofError or RangeError if the document is not one that {@link verifyProof} accepts.
 */
export function publicSignals(proof: ProofDocument): bigint[][] {
  return statedSignals(
    proof,
    proof.batches.map(({ header }) => decodeHeader(fromHex(header))),
  );
}

/** The headers, all of the log and under the checkpoint that the document names. */
function readHeaders({ batches, checkpoint, log }: ProofDocument, id: OperatorId): Header[] {
  const expected = attempt("log_mismatch", () => logId(id, log));
  return batches.map(({ header: hex, position, path }) => {
    const bytes = fromHex(hex);
    const header = attempt("bad_header", () => decodeHeader(bytes));
    if (toHex(header.log) !== expected)
      throw new ProofFailure("log_mismatch", `a batch is not of the operator's log ${log}`);
    const root = attempt("checkpoint_inclusion_mismatch", () =>
      rootFromInclusionProof(
        hashHeader(bytes),
        Number(position),
        Number(checkpoint.size),
        path.map((hash) => fromHex(hash)),
      ),
    );
    if (toHex(root) !== checkpoint.root) {
      throw new ProofFailure("checkpoint_inclusion_mismatch", "a header is not in the batch log at the checkpoint");
    }
    return header;
  });
}

function checkProofs({ circuit, proofs }: ProofDocument, signals: readonly (readonly bigint[])[]): void {
  if (proofs.length !== signals.length) {
    throw new ProofFailure("malformed", `proofs: the claim takes ${signals.length}, there are ${proofs.length}`);
  }
  for (const [i, proof] of proofs.entries()) {
    if (!holdsWithoutChain(circuit, fromHex(proof), signals[i] ?? [])) {
      throw new ProofFailure("proof_invalid", `proofs[${i}] does not hold for the claim and its batches`);
    }
  }
}

async function judge(
  proof: ProofDocument,
  headers: readonly Header[],
  id: OperatorId,
  { checkpoint: given, operator, chain }: ProofTrust,
): Promise<ProofJudgement> {
  const checkpoint = typeof given === "string" ? parseCheckpoint(given) : given;
  const origin = checkpointOrigin(id);
  // Checked first, as for bundles: the same addresses on another chain belong to somebody else.
  if (chain !== undefined && !(chain instanceof Error) && chain.chainId !== id.chainId) {
    return doubt("wrong_chain", `the RPC serves chain ${chain.chainId}, the proof is about chain ${id.chainId}`);
  }
  if (operator !== undefined && checkpointOrigin(operator) !== origin) {
    return doubt("other_operator", `the proof is about ${origin}, whom the trust file does not name`);
  }
  if (chain instanceof Error) return doubt("rpc_unavailable", chain.message);
  if (chain !== undefined) return judgeByChain(proof, headers, id, chain, operator !== undefined);
  if (checkpoint === undefined) {
    return doubt("no_trust", "the proof holds; give a checkpoint or an RPC to judge its batches by");
  }
  if (checkpoint.origin !== origin) {
    return doubt("other_operator", `the checkpoint is of ${checkpoint.origin}, the proof about ${origin}`);
  }
  if (operator !== undefined && !isTrustedCheckpoint(checkpoint, operator)) {
    return doubt("unsigned_checkpoint", "the checkpoint does not bear the trusted operator's signatures");
  }
  const { size, root } = proof.checkpoint;
  if (Number(size) !== checkpoint.size) {
    return doubt(
      "other_checkpoint",
      `the proof leads to the checkpoint of size ${size}, the trusted one has ${checkpoint.size}`,
    );
  }
  if (root !== toHex(checkpoint.root)) {
    return invalid(
      "checkpoint_mismatch",
      `at size ${size} the proof's root is ${root}, the trusted one ${toHex(checkpoint.root)}`,
    );
  }
  return valid("included", proof);
}

async function judgeByChain(
  proof: ProofDocument,
  headers: readonly Header[],
  id: OperatorId,
  chain: CheckpointChain,
  registryTrusted: boolean,
): Promise<ProofJudgement> {
  if (!registryTrusted && !chain.isKnownRegistry(id.registry)) {
    return doubt("unknown_registry", `${id.registry} is not the registry of a release: name it in a trust file`);
  }
  const { size, root } = proof.checkpoint;
  try {
    const anchored = await chain.readCheckpoint(id, Number(size));
    if (anchored === undefined) return doubt("not_anchored", `the registry holds no checkpoint of size ${size}`);
    if (anchored.root !== root) {
      return invalid(
        "checkpoint_mismatch",
        `at size ${size} the proof's root is ${root}, the anchored one ${anchored.root}`,
      );
    }
    const final = await Promise.all(
      headers.map(({ log, start, count }, i) =>
        chain.isFinal(id, {
          position: Number(proof.batches[i]?.position ?? 0),
          log: toHex(log),
          lastIndex: start + count - 1,
        }),
      ),
    );
    return valid(final.every(Boolean) ? "final" : "anchored", proof);
  } catch (error) {
    // The chain's own error is of a layer above this one.
    if (error instanceof Error && error.name === "ChainUnavailableError")
      return doubt("rpc_unavailable", error.message);
    throw error;
  }
}

/** A machine that cannot compute says nothing about a proof. */
const isEngineFailure = (error: unknown): error is AnchorlogError =>
  error instanceof AnchorlogError && error.code === "engine_unavailable";

/** Malformed parts are faults of the proof. */
function attempt<T>(code: ProofFault, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const expected =
      error instanceof RangeError || error instanceof MerkleProofError || error instanceof AnchorlogError;
    if (isEngineFailure(error)) throw error;
    throw expected ? new ProofFailure(code, error.message) : error;
  }
}

const valid = (state: ProofState, proof: ProofDocument): ProofJudgement => ({
  verdict: "valid",
  state,
  code: "ok",
  message: `the ${proof.circuit} proof about log ${proof.log} holds, ${state} in the checkpoint of size ${proof.checkpoint.size}`,
  proof,
});

const invalid = (code: ProofFault, message: string): ProofJudgement => ({
  verdict: "invalid",
  state: null,
  code,
  message,
});

const doubt = (code: ProofDoubt, message: string): ProofJudgement => ({
  verdict: "indeterminate",
  state: null,
  code,
  message,
});
