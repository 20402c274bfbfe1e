/** This package's answers to the requests of `anchorlog conformance`. */
import { fromHex } from "../base/hex.ts";
import { equalBytes } from "../base/bytes.ts";
import { MerkleProofError, rootFromInclusionProof, verifyConsistency } from "../crypto/merkle/verify.ts";
import { parseCheckpoint } from "../batch/checkpoint.ts";
import { verifyBundle } from "../verify/bundle/verify.ts";
import { parseTrust, type Trust } from "../verify/trust.ts";
import type { Answer, Request } from "./conformance.ts";
import { judgeCheckpoint } from "./evidence.ts";

export async function answer(request: Request): Promise<Answer> {
  if (request.command === "verify-inclusion") {
    const { leaf, index, size, root, path } = request;
    const isIn = () =>
      equalBytes(
        rootFromInclusionProof(
          fromHex(leaf),
          index,
          size,
          path.map((h) => fromHex(h)),
        ),
        fromHex(root),
      );
    return proved(isIn, "inclusion_mismatch");
  }
  if (request.command === "verify-consistency") {
    const { oldSize, oldRoot, newSize, newRoot, path } = request;
    const grew = () =>
      verifyConsistency(
        oldSize,
        fromHex(oldRoot),
        newSize,
        fromHex(newRoot),
        path.map((h) => fromHex(h)),
      );
    return proved(grew, "consistency_mismatch");
  }
  const trust: Trust = {
    ...(request.trust !== undefined && { operator: parseTrust(request.trust) }),
    ...(request.trustedCheckpoint !== undefined && { checkpoint: parseCheckpoint(request.trustedCheckpoint) }),
  };
  const given = request.command === "verify-bundle" ? request.bundle : request.checkpoint;
  const document = typeof given === "string" ? given : new Uint8Array(Buffer.from(given.base64, "base64"));
  const { verdict, state, code } =
    request.command === "verify-bundle"
      ? await verifyBundle(document, { ...trust, receivedAt: request.receivedAt })
      : await judgeCheckpoint(String(document), trust);
  return { verdict, state, code };
}

function proved(holds: () => boolean, code: string): Answer {
  try {
    if (holds()) return { verdict: "valid", state: null, code: "ok" };
  } catch (error) {
    if (!(error instanceof MerkleProofError)) throw error;
  }
  return { verdict: "invalid", state: null, code };
}
