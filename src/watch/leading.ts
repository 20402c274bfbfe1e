import { disputesAbi } from "../chain/generated/Disputes.ts";
import type { Bundle } from "../verify/bundle/bundle.ts";
import { DISPUTE_SIDES, disputeLead, readDispute } from "../dispute/disputes/disputes.ts";
import { headerEvidence, type AnchoredHistory, type HeaderEvidence } from "../dispute/evidence.ts";
import { bundleHeaderEvidence } from "../dispute/gates/gate.ts";
import { findLeads, leadRequest } from "../dispute/disputes/openDisputes.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { OrderDocument } from "../proof/document.ts";
import type { Proposal } from "./actions.ts";
import type { View, WatchedContracts } from "./follow.ts";

/**
 * Proves that an action matches a dispute's question. Use `(request) => proveOrder(request, { prover })` of
 * anchorlog/proof/prover.
 */
export type ProveLead = (request: ReturnType<typeof leadRequest<Bundle>>) => Promise<OrderDocument>;

/** Finished proofs by proposal key. Each takes seconds to make, and is kept for later passes. */
export type MadeProofs = Map<string, OrderDocument>;

/**
 * Proposes to take the lead in disputes for which one of the user's own entries is earlier.
 *
 * @param histories known parts of the batch log, for evidence under an older checkpoint than the bundle's.
 * @param beneficiary account that gets the bond; undefined in a dry run, which makes no proof.
 */
export function proposeLeads(
  { client, disputes, checkpoints }: View,
  contracts: WatchedContracts,
  bundles: readonly Bundle[],
  histories: readonly AnchoredHistory[],
  beneficiary: Hex | undefined,
  prove: ProveLead | undefined,
  made: MadeProofs,
): Proposal[] {
  return findLeads(disputes, bundles).map(({ dispute, bundle, index }): Proposal => {
    const { id, question, deadline } = dispute;
    const key = `lead ${id} ${dispute.limit} ${index}`;
    return {
      key,
      duty: "lead",
      message: `take the lead in the dispute ${id} by entry ${index}, until ${deadline}`,
      data: { id, index, deadline },
      isDone: async () => {
        const { status, leading } = await readDispute(client, contracts.disputes, id);
        return (status !== "open" && status !== "led") || (leading !== undefined && leading.index <= index);
      },
      call: async () => {
        if (prove === undefined || beneficiary === undefined) {
          throw new AnchorlogError(
            "no_prover",
            "a lead needs a proof, but the watchtower has no prover, or no account to make it for",
            {
              fix: "give the watchtower an account to act with, and a prover",
            },
          );
        }
        const document = made.get(key) ?? (await prove(leadRequest(question, bundle, beneficiary)));
        made.set(key, document);
        const evidence = oldestEvidence(bundle, histories) ?? bundleHeaderEvidence(bundle, checkpoints);
        const { side, shown } = disputeLead(question, document, evidence);
        const args = [question, DISPUTE_SIDES.indexOf(side) + 1, shown] as const;
        return { address: contracts.disputes, abi: disputesAbi, functionName: "lead", args };
      },
    };
  });
}

/** Evidence of a bundle's header under the oldest stored checkpoint that covers it, which becomes final first. */
function oldestEvidence({ inclusion }: Bundle, histories: readonly AnchoredHistory[]): HeaderEvidence | undefined {
  const position = Number(inclusion?.checkpoint.position ?? -1);
  for (const history of histories) {
    const header = history.headers[position];
    if (header === undefined || toHex(header) !== inclusion?.header) continue;
    if (history.checkpoints.some(({ size }) => size > position)) return headerEvidence(history, position);
  }
  return undefined;
}
