/** Judges documents other than bundles, and puts their verdicts into words. */
import type { ChainReader, ChainUnavailableError } from "../chain/view.ts";
import { judgeDocument, type DocumentVerdict } from "../cli/evidence.ts";
import { parseProof, type ProofDocument } from "../proof/document.ts";
import type { JudgedFault } from "../verify/consequences.ts";
import type { Trust } from "../verify/trust.ts";
import { INDETERMINATE, invalid, VALID, type Check, type Headline } from "./words.ts";

export type OtherVerdict = {
  readonly verdict: DocumentVerdict;
  /** Undefined if the document is not a proof, or an invalid one. */
  readonly proof: ProofDocument | undefined;
};

export async function judgeOther(
  text: string,
  trust: Pick<Trust, "operator" | "checkpoint">,
  chain: ChainReader | ChainUnavailableError | undefined,
): Promise<OtherVerdict> {
  const verdict = await judgeDocument(text, { ...trust, chain });
  const isRead = verdict.document === "proof" && verdict.verdict !== "invalid" && verdict.code !== "newer_format";
  return { verdict, proof: isRead ? parseProof(text) : undefined };
}

const LEADS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  receipt: ["Promised", "The operator signed a promise to put this entry into its log. Nothing shows yet that it did."],
  checkpoint: ["Signed", "The operator signed this state of its log."],
  dispute: ["A dispute", "The evidence of this dispute holds."],
};

export function otherHeadline({ verdict: { document, verdict, state, code: reason } }: OtherVerdict): Headline {
  if (verdict === "invalid") {
    const isContradicted = reason === "checkpoint_mismatch" || reason === "receipt_key_mismatch";
    return isContradicted
      ? invalid("Contradicted", "It contradicts what you trust", reason)
      : invalid("Does not hold", "It is malformed, forged or changed", reason as JudgedFault);
  }
  if (verdict === "indeterminate") {
    const [title, text] = (INDETERMINATE as Record<string, readonly [string, string]>)[reason] ?? OTHER_DOUBTS[reason]!;
    return { tone: verdict, title, text };
  }
  if (document === "proof" && state !== null) {
    const claim = "The claim below holds for this operator's log, and all else about the actions stays hidden.";
    return { tone: verdict, title: VALID[state][0], text: claim };
  }
  const [title, text] = LEADS[document ?? ""] ?? ["Valid", ""];
  return { tone: verdict, title, text };
}

const OTHER_DOUBTS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  development_key: [
    "A development key",
    "Everybody can make such proofs on this chain: the key of the circuit is for development. The proof shows nothing.",
  ],
  engine_unavailable: ["Not computed", "This browser could not compute the check of the proof."],
  unknown_document: [
    "Not evidence",
    "This page reads bundles, receipts, zero-knowledge proofs and checkpoints. An export has a page of its own, linked below.",
  ],
  unreadable: ["Not readable", "The document could not be read."],
};

const DOUBTS_BEFORE_CHECKS: ReadonlySet<string> = new Set(["development_key", "newer_format", "engine_unavailable"]);

/** The checks of a proof that is not invalid, in order. */
export function checksOfProof({ verdict: { state, code: reason } }: OtherVerdict, proof: ProofDocument): Check[] {
  const holds = !DOUBTS_BEFORE_CHECKS.has(reason);
  const { size, root } = proof.checkpoint;
  const isTrusted = state !== null;
  const isAnchored = state === "anchored" || state === "final";
  return [
    {
      name: "Proof",
      holds,
      text: holds ? "It holds for this claim, under this release's key." : "It was not checked.",
    },
    { name: "Batches", holds, text: `They are in the checkpoint of size ${size}, root ${root}.` },
    {
      name: "Checkpoint",
      holds: isTrusted,
      text: isTrusted ? "What you trust has this checkpoint." : "It was not found in anything that you trust.",
    },
    {
      name: "Anchor",
      holds: isAnchored,
      text: isAnchored ? "The registry on the chain holds the checkpoint." : "The chain was not found to hold it.",
    },
    ...(isAnchored
      ? [
          {
            name: "Finality",
            holds: state === "final",
            text: state === "final" ? "The batches are final." : "The time in which faults are proven has not passed.",
          },
        ]
      : []),
  ];
}
