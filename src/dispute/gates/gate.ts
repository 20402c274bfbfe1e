/**
 * Evidence from a bundle, for contracts that act on anchored actions (contracts/libraries/AnchoredAction.sol).
 *
 * @module
 */
import { parseKind } from "../../action/kinds.ts";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import type { ChainWriter, MinedTransaction } from "../../chain/client.ts";
import { attestationsAbi } from "../../chain/generated/Attestations.ts";
import { send } from "../../chain/send.ts";
import { decodeHeader } from "../../batch/header.ts";
import type { Bundle } from "../../verify/bundle/bundle.ts";
import { fromHex, type Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { decodeEntry } from "../../log/entry.ts";
import type { StoredCheckpoint } from "../checkpoints.ts";
import { openAction, type ActionOpening, type EntryEvidence, type HeaderEvidence } from "../evidence.ts";

/** An entry, the action under its digest, and the action's signature. */
export type ActionEvidence = {
  readonly evidence: EntryEvidence;
  readonly opening: ActionOpening;
  readonly signature: Hex;
};

/**
 * Returns a bundle's header as evidence, for claims.
 *
 * @param checkpoints the operator's stored ones, of `readStoredCheckpoints`.
 * @throws AnchorlogError `not_included`; `not_anchored` if the bundle's checkpoint is not stored.
 */
export function bundleHeaderEvidence(bundle: Bundle, checkpoints: readonly StoredCheckpoint[]): HeaderEvidence {
  const { header, checkpoint } = inclusionOf(bundle);
  const stored = checkpoints.find(({ size, root }) => size === Number(checkpoint.size) && root === checkpoint.root);
  if (stored === undefined) {
    throw new AnchorlogError("not_anchored", `no stored checkpoint has the bundle's size ${checkpoint.size} and root`, {
      fix: "ask the operator for the bundle again: it comes with a newer checkpoint",
    });
  }
  const { position, path } = checkpoint;
  return withJson({ sequence: BigInt(stored.sequence), position: BigInt(position), header, proof: path });
}

/**
 * Returns a bundle's action as evidence, for a contract that requires one. The bundle is not verified here: call
 * `verifyBundle`. The contract verifies the evidence itself.
 *
 * @param checkpoints the operator's stored ones, of `readStoredCheckpoints`.
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const { evidence, opening } = bundleActionEvidence(parseBundle(text), checkpoints)
 *
 * @throws AnchorlogError `not_included`; `not_anchored` if the bundle's checkpoint is not stored.
 */
export function bundleActionEvidence(bundle: Bundle, checkpoints: readonly StoredCheckpoint[]): ActionEvidence {
  const batch = bundleHeaderEvidence(bundle, checkpoints);
  const { header, path } = inclusionOf(bundle);
  const { operator, action, entry } = bundle;
  const position = decodeEntry(fromHex(entry)).index - decodeHeader(fromHex(header)).start;
  const id = { ...operator, chainId: Number(operator.chainId), operator: operator.address };
  const kind = parseKind(action.primaryType, action.payloadType);
  const opening = openAction(id, kind, action.message);
  return withJson({ evidence: { batch, position, entry, proof: path }, opening, signature: action.signature });
}

/**
 * Records on chain that the contract wallet of a bundle's action accepts its signature, for contracts that act on it.
 * Anybody can send it once a receipt exists, as long as the wallet accepts.
 *
 * @param attestations the contract.
 * @example
 * const entry = fromHex(bundle.entry)
 * if (decodeEntry(entry).scheme === SCHEME_WALLET) await attestBundle(chain, attestations, bundle)
 * const args = [toHex(hashEntry(entry))] as const
 * const call = { address: attestations, abi: attestationsAbi, functionName: "isAttested", args } as const
 * const isAttested = await publicClient.readContract(call)
 *
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export function attestBundle(
  chain: ChainWriter,
  attestations: Hex,
  bundle: Pick<Bundle, "entry" | "action">,
): Promise<MinedTransaction> {
  assertGiven(
    "attestBundle",
    { chain, attestations, bundle },
    ...WRITER,
    "attestations",
    "bundle.entry",
    "bundle.action",
  );
  const { entry, action } = bundle;
  const args = [entry, action.signature] as const;
  return send(chain, { address: attestations, abi: attestationsAbi, functionName: "attest", args });
}

function inclusionOf({ inclusion }: Bundle) {
  if (inclusion !== undefined) return inclusion;
  throw new AnchorlogError("not_included", "the bundle is only promised: it proves no inclusion yet", {
    fix: "ask for the bundle again once its batch is closed and covered by a checkpoint",
  });
}
