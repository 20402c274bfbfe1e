/** Lists the findings that can follow from another one. The report shows a finding below its cause. */
import type { AuditedBatch } from "./batches.ts";
import type { FindingCode } from "./findings.ts";
import type { MeaningId } from "./meanings.ts";

/** A batch that a finding is about: its header's position, and its entries from `start` on. */
type FoundBatch = Pick<AuditedBatch, "position" | "start" | "count"> & { readonly file: string };

/** A finding and its place, as far as causes need it. */
export type Placed = {
  readonly code: FindingCode;
  readonly meaning: MeaningId;
  /** The export's file. */
  readonly file: string;
  /** The line's number, from 1; undefined if the finding is about the whole file. */
  readonly line?: number | undefined;
  /** The index of the entry on the line, if it is a line of a log. */
  readonly index?: number | undefined;
  /** The batch that the finding is about. */
  readonly batch?: FoundBatch | undefined;
  /** The number of headers that the finding is about: a checkpoint's size. */
  readonly size?: number | undefined;
};

/** The relations between a cause and its effect. */
const RELATIONS = {
  /** Cause and effect are about the same line, or the same file without lines. */
  line: (cause: Placed, effect: Placed) => cause.line === effect.line && cause.file === effect.file,
  /** The cause is about the line directly above. */
  above: (cause: Placed, effect: Placed) =>
    cause.file === effect.file && cause.line !== undefined && cause.line + 1 === effect.line,
  /** The cause is about the file of the effect's batch, or about an entry of the batch or next to it. */
  entries: (cause: Placed, { batch }: Placed) =>
    batch !== undefined &&
    cause.file === batch.file &&
    (cause.index === undefined || (cause.index >= batch.start && cause.index <= batch.start + batch.count)),
  /** The cause is about an earlier batch of the same log. */
  batchBefore: (cause: Placed, { batch, line }: Placed) =>
    batch !== undefined && cause.batch?.file === batch.file && (cause.line ?? 0) < (line ?? 0),
  /** The cause is about a header that the effect's root covers. */
  headers: (cause: Placed, { size = 0 }: Placed) =>
    cause.file === "batches.jsonl" && cause.line !== undefined && cause.line <= size,
  /** The cause is about the manifest's keys and domain, and the effect about a signature that needs them. */
  keys: (cause: Placed, { code, meaning }: Placed) =>
    cause.file === "manifest.json" &&
    (code === "bad_receipt" || meaning === "changed_action" || meaning === "unsigned_checkpoint"),
} as const;

type Rule = {
  readonly effect: FindingCode;
  readonly causes: readonly FindingCode[];
  readonly relation: keyof typeof RELATIONS;
};

/**
 * The rules, the closest cause first. They have no circles: a cause is about an earlier line, has a code that is never
 * an effect of the effect's code on the same line, or is about a part that the effect's part is computed from.
 */
export const CAUSES: readonly Rule[] = [
  // If a receipt does not fit, the entry on its line may be another than the promised one.
  { effect: "broken_chain", causes: ["bad_receipt"], relation: "line" },
  { effect: "entry_mismatch", causes: ["bad_receipt"], relation: "line" },
  { effect: "object_mismatch", causes: ["bad_receipt"], relation: "line" },
  { effect: "deadline_passed", causes: ["bad_receipt"], relation: "line" },
  { effect: "wrong_prior", causes: ["broken_chain", "bad_receipt"], relation: "line" },
  { effect: "wrong_carry", causes: ["broken_chain", "bad_receipt"], relation: "line" },
  { effect: "replay", causes: ["broken_chain", "bad_receipt"], relation: "line" },
  { effect: "broken_chain", causes: ["broken_chain", "malformed"], relation: "above" },
  { effect: "bad_receipt", causes: ["key_mismatch"], relation: "keys" },
  { effect: "bad_signature", causes: ["key_mismatch"], relation: "keys" },
  // A missing line certainly explains why its batch does not match. Beside a wrong receipt the entry may be right.
  { effect: "batch_mismatch", causes: ["broken_chain", "malformed"], relation: "entries" },
  { effect: "batch_mismatch", causes: ["bad_receipt", "entry_mismatch"], relation: "entries" },
  { effect: "batch_mismatch", causes: ["batch_mismatch"], relation: "batchBefore" },
  // Without its signatures, a checkpoint may be anybody's.
  { effect: "checkpoint_mismatch", causes: ["bad_signature"], relation: "line" },
  { effect: "chain_mismatch", causes: ["bad_signature"], relation: "line" },
  { effect: "checkpoint_mismatch", causes: ["batch_mismatch"], relation: "headers" },
  { effect: "chain_mismatch", causes: ["batch_mismatch"], relation: "headers" },
];

/** A finding with the findings that can follow from it. */
export type Folded<F extends Placed> = { readonly finding: F; readonly consequences: readonly F[] };

/** Puts each finding below its cause, or below the cause of that. The order stays. */
export function foldFindings<F extends Placed>(findings: readonly F[]): readonly Folded<F>[] {
  const below = new Map<F, F[]>();
  const rootOf = (finding: F): F => {
    const cause = causeOf(finding, findings);
    return cause === undefined ? finding : rootOf(cause);
  };
  for (const finding of findings) {
    const root = rootOf(finding);
    const known = below.get(root) ?? [];
    if (root !== finding) known.push(finding);
    below.set(root, known);
  }
  return findings.flatMap((finding) => {
    const consequences = below.get(finding);
    return consequences === undefined ? [] : [{ finding, consequences }];
  });
}

function causeOf<F extends Placed>(effect: F, findings: readonly F[]): F | undefined {
  for (const rule of CAUSES) {
    if (rule.effect !== effect.code) continue;
    const isCause = RELATIONS[rule.relation];
    const cause = findings.find((one) => one !== effect && rule.causes.includes(one.code) && isCause(one, effect));
    if (cause !== undefined) return cause;
  }
  return undefined;
}
