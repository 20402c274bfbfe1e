/** The headline of a report: as strong as the data that the export was compared with. */
import { describeUnchecked, type Audit } from "./audit.ts";
import { MOST_COUNTED } from "./findings.ts";
import { UNCOMPARED } from "./judge.ts";
import type { ReportedFinding } from "./report.ts";

/** The checks of an audit without findings. */
const CHECKED = {
  export: "Every signature, hash and root was recomputed from the actions up, and agrees.",
  tiles:
    "The checkpoint's signature, the place of every batch and its link to the batch before were checked, and agree. The actions themselves are not in a live log.",
} as const;

/** Returns a report's headline, and a sentence below it. */
export function headlineOf(
  audit: Audit,
  findings: readonly Pick<ReportedFinding, "wrong" | "file" | "line">[],
): { readonly headline: string; readonly summary: string } {
  const [first] = findings;
  if (first !== undefined && audit.verdict === "invalid") {
    const place = first.line === undefined ? first.file : `${first.file}, line ${first.line}`;
    const which = findings.length === 1 && audit.more === 0 ? "" : "The first: ";
    return {
      headline: `Does not check out: ${countOf(audit, findings.length)}`,
      summary: `${which}${first.wrong} It is in ${place}. ${comparison(audit)}.`,
    };
  }
  if (audit.verdict === "indeterminate") {
    const headline =
      audit.reason === UNCOMPARED && audit.source === undefined
        ? "No verdict: the files agree with each other, and were compared with nothing else"
        : audit.unchecked.signatures > 0 && audit.reason === undefined
          ? "No verdict: the export withholds signatures"
          : "No verdict";
    return { headline, summary: `${capital(audit.reason ?? audit.message)}.` };
  }
  const isPartial = describeUnchecked(audit.unchecked).length + audit.unconfirmed.length > 0;
  const except = isPartial ? " Some parts were not checked. They are listed below." : "";
  return {
    headline: comparison(audit),
    summary: `${CHECKED[audit.source ?? "export"]}${except}`,
  };
}

function countOf({ findings, more }: Audit, causes: number): string {
  const all = findings.length + more;
  if (all >= MOST_COUNTED) return `${all} findings, where the audit stopped`;
  if (more > 0) return `${all} findings`;
  return causes === 1 ? "one thing is wrong" : `${causes} things are wrong`;
}

/** Says what the export was compared with, and what it was not. */
function comparison(audit: Audit): string {
  const isConsistent = audit.verdict === "valid";
  const compared = comparedWith(audit);
  const consistent = audit.source === "tiles" ? "The published batches are consistent with" : "Consistent with";
  const begin = isConsistent ? consistent : "Compared with";
  if (compared === undefined)
    return `Compared with nothing outside of ${audit.source === "tiles" ? "the live log" : "the export"}`;
  return `${begin} ${compared}${audit.compared.chain === undefined ? "; not compared with a chain" : ""}`;
}

function comparedWith({ compared: { chain, checkpoint, keys } }: Audit): string | undefined {
  if (chain !== undefined) {
    return `the registry on chain ${chain.chainId} at block ${chain.blockNumber}: checkpoint of size ${chain.size}`;
  }
  const parts = [
    ...(checkpoint === undefined ? [] : [`the checkpoint of size ${checkpoint.size}`]),
    ...(keys ? ["the trusted keys"] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}

/** Begins a sentence with a capital, unless it begins with a file's name. */
const capital = (text: string): string =>
  /^\w+\./.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
