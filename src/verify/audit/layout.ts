/** The sections of a report, in order. The writers of HTML and Markdown render them. */
import { formatTime } from "../../action/time.ts";
import { ZK_ROOT_UNJUDGED } from "./batches.ts";
import { EXPORT_FILES } from "./format.ts";
import type { FindingCode } from "./findings.ts";
import { GLOSSARY } from "./glossary.ts";
import { lacksBatches, type Report, type ReportedAction, type ReportedFinding, type ReportedPlace } from "./report.ts";
import type { SignatureMeaning } from "./signatures.ts";
import { standingOf } from "./timestamps.ts";
import { countOf } from "../../base/countOf.ts";

/** A value to show: our own words, in which backticks mark commands, or data of any content. */
export type Value = string | { readonly data: string };

/** A part of a section. */
export type Part =
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "terms"; readonly rows: readonly Term[] }
  | { readonly kind: "table"; readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] }
  /** A heading below the section's. */
  | { readonly kind: "heading"; readonly id?: string; readonly text: string }
  | { readonly kind: "way"; readonly steps: readonly WayStep[] }
  | { readonly kind: "timeline" };

/** Shows a time as people write it, in UTC. */
export const showTime = (ms: number): string =>
  formatTime(ms)
    .replace("T", " ")
    .replace(/(?:\.000)?Z$/, " UTC");

export type Term = readonly [label: string, value: Value];

/** A step from an action to its block; `isReached` is undefined if nothing shows it. */
export type WayStep = { readonly name: string; readonly value: Value; readonly isReached: boolean | undefined };

export type Section = { readonly id: string; readonly title: string; readonly parts: readonly Part[] };

/** The most rows of a table on the page. report.json has all. */
const MOST_ROWS = 500;

const data = (text: string | number): Value => ({ data: String(text) });

/** Lays out a report. Sections without content are left out. */
export function layout(report: Report): readonly Section[] {
  const { findings, batches, checkpoints, example } = report;
  const sections: (Section | undefined)[] = [
    findings.length === 0 ? undefined : findingsSection(report),
    evidenceSection(report),
    unjudgedSection(report),
    batches.length === 0 ? undefined : overTime,
    example === undefined
      ? undefined
      : {
          id: "way",
          title: "From one action to its block",
          parts: [
            {
              kind: "note",
              text: "The first entry of the first log, as an example. The audit checked every entry in this way.",
            },
            { kind: "terms", rows: actionTerms(example) },
            { kind: "way", steps: wayOf(example, `${EXPORT_FILES.log(example.log)}, line 1`, report) },
          ],
        },
    againstSection(report),
    crossCheckSection(report),
    { id: "not-checked", title: "What was not checked", parts: [{ kind: "list", items: report.notChecked }] },
    logsSection(report),
    {
      id: "batches",
      title: "Batches",
      parts: table(["Position", "Log", "Number", "Entries", "Closed", "Root", "zk root"], batches.map(batchRow)),
    },
    {
      id: "checkpoints",
      title: "Checkpoints and anchors",
      parts: table(
        ["Batches covered", "Root", "Anchored", "State"],
        checkpoints.map((one) => checkpointRow(one, report)),
      ),
    },
    timestampsSection(report),
    ...(report.context.sections ?? []).map(({ title, note, columns, rows }, i): Section => ({
      id: `section-${i + 1}`,
      title,
      parts: [
        ...(note === undefined ? [] : [{ kind: "note", text: note } as const]),
        ...table(
          columns,
          rows.map((row) => row.map(data)),
        ),
      ],
    })),
    { id: "glossary", title: "Glossary", parts: [{ kind: "terms", rows: GLOSSARY }] },
  ];
  return sections.filter((section) => section !== undefined);
}

function table(columns: readonly string[], rows: readonly (readonly Value[])[]): readonly Part[] {
  if (rows.length === 0) return [{ kind: "note", text: "None." }];
  const shown = rows.slice(0, MOST_ROWS);
  const rest: Part[] =
    shown.length === rows.length
      ? []
      : [{ kind: "note", text: `The first ${MOST_ROWS} of ${rows.length}. \`report.json\` has all.` }];
  return [...rest, { kind: "table", columns, rows: shown }];
}

const overTime: Section = {
  id: "time",
  title: "The log over time",
  parts: [{ kind: "timeline" }],
};

function findingsSection(report: Report): Section {
  const more: Part[] =
    report.moreFindings === 0
      ? []
      : [{ kind: "note", text: `Not listed: ${countOf(report.moreFindings, "more finding")}.` }];
  const { chain, keys } = report.compared;
  const stranger: Part[] =
    chain !== undefined || keys
      ? []
      : [
          {
            kind: "note",
            text: "These files were compared with nothing that names the operator's keys (`--trust` or `--rpc`). So nothing shows that they are the operator's own, and no finding accuses it.",
          },
        ];
  return {
    id: "findings",
    title: "Findings",
    parts: [...stranger, ...report.findings.flatMap((finding, i) => findingParts(finding, i + 1, report)), ...more],
  };
}

function findingParts(finding: ReportedFinding, number: number, report: Report): readonly Part[] {
  const { wrong, action, consequences } = finding;
  const proofs = (finding.evidence ?? []).map((file) => `\`${file}\``);
  const isProven = proofs.length > 0;
  const rows: Term[] = [
    ["Where", data(placeName(finding))],
    ...(action === undefined ? [] : actionTerms(action)),
    ["What follows", finding.follows],
    ["What does not follow", finding.doesNotFollow],
    ["Can it be proven on chain?", isProven ? `Yes. The proof is made: ${proofs.join(", ")}.` : finding.proof],
    ["What to do", isProven ? `Report it, by the section "Evidence for the chain". Keep these files.` : finding.todo],
    ["In detail", data(`${finding.code}: ${finding.detail}`)],
  ];
  const folded: Part[] =
    consequences.length === 0
      ? []
      : [
          {
            kind: "note",
            text: "These findings are probably consequences of the one above:",
          },
          {
            kind: "list",
            items: consequences.map((one) => data(`${placeName(one)}: ${one.wrong} (${one.code}: ${one.detail})`)),
          },
        ];
  return [
    { kind: "heading", id: `finding-${number}`, text: `${number}. ${wrong}` },
    { kind: "terms", rows },
    ...folded,
    ...(action === undefined ? [] : [{ kind: "way", steps: wayOf(action, placeName(finding), report) } as const]),
  ];
}

export function placeName({ file, line }: Pick<ReportedPlace, "file" | "line">): string {
  return line === undefined ? file : `${file}, line ${line}`;
}

/** Names who did what, to which object and when, as the line says. */
function actionTerms({ log, index, actor, words, objectKey, acceptedAt, entryHash }: ReportedAction): readonly Term[] {
  return [
    [
      "The action, as the line shows it",
      words === undefined
        ? "Not in words: look at the line itself. The export leaves its content out, or it could not be read."
        : data(words),
    ],
    ["In the name of", data(actor)],
    ...(objectKey === undefined ? [] : [["Object's key", data(objectKey)] as const]),
    ["Entry", data(`${index} of log ${log}, accepted ${showTime(acceptedAt)}`)],
    ["Entry's hash", data(entryHash)],
  ];
}

/** The fault of the entry, by the code of a finding about its place or content. */
const WRONG_ENTRY: Partial<Record<FindingCode, string>> = {
  entry_mismatch: "does not record the action on this line",
  broken_chain: "does not follow the one before it in the file",
  object_mismatch: "says something else about the object than the action",
  wrong_prior: "does not continue the object's history",
  wrong_carry: "names a holder that the action does not name",
  deadline_passed: "was accepted after the action's deadline",
  replay: "uses the actor's number a second time",
};

/** The fault of an action whose signature does not fit its line, and the state of the entry beside it. */
const SIGNATURES: Readonly<Record<SignatureMeaning, readonly [action: string, entry: string, isEntryRight: boolean]>> =
  {
    changed_action: [
      "the text on this line was changed after its actor signed it",
      "records the action that the actor signed, and not this text",
      true,
    ],
    replaced_signature: ["this is not the signature that the log recorded", "records this action", true],
    forged_action: ["its actor did not sign it", "records this action all the same", true],
    unrelated_signature: ["its actor did not sign the text on this line", "records another action", false],
    wallet_signature: ["no contract wallet can have accepted this signature", "misstates how it was signed", false],
  };

type Step = (name: string, isReached: boolean | undefined, value: string) => WayStep;
const stepOf: Step = (name, isReached, value) => ({ name, isReached, value });

/** The steps from an action to its entry and receipt. */
function lineSteps({ unsigned }: ReportedAction, found: readonly ReportedPlace[], isKeyKnown: boolean): WayStep[] {
  const has = (code: FindingCode): boolean => found.some((one) => one.code === code);
  const unread = "could not be judged";
  const signature = found
    .map(({ meaning }) => SIGNATURES[meaning as SignatureMeaning])
    .find((one) => one !== undefined);
  const misplaced = found.map(({ code }) => WRONG_ENTRY[code]).find((one) => one !== undefined);
  const isUnread = has("malformed") || has("unknown_kind");
  const action = (): WayStep => {
    if (isUnread) return stepOf("Action", undefined, unread);
    if (signature !== undefined) return stepOf("Action", false, signature[0]);
    if (has("bad_action")) return stepOf("Action", false, "the operator may not accept an action of this form");
    if (unsigned === "withheld") return stepOf("Action", undefined, "its signature is withheld");
    if (unsigned === "wallet") return stepOf("Action", undefined, "signed by a contract wallet, as the operator says");
    return stepOf("Action", true, "signed by its actor");
  };
  const entry = (): WayStep => {
    if (isUnread) return stepOf("Entry", undefined, unread);
    if (misplaced !== undefined) return stepOf("Entry", false, misplaced);
    if (signature !== undefined) return stepOf("Entry", signature[2], signature[1]);
    if (has("bad_action")) return stepOf("Entry", undefined, "could not be compared with the text on this line");
    return stepOf("Entry", true, "records this action, in its place in the log");
  };
  const receipt = (): WayStep => {
    if (has("malformed")) return stepOf("Receipt", undefined, unread);
    if (has("bad_receipt")) return stepOf("Receipt", false, "not the operator's promise for this entry");
    return isKeyKnown
      ? stepOf("Receipt", true, "the operator's promise")
      : stepOf("Receipt", undefined, "signed by the key that the export names, which was compared with nothing else");
  };
  return [action(), entry(), receipt()];
}

/**
 * The steps from an action to its block, and which ones the audit saw.
 *
 * @param place the action's line.
 */
function wayOf(
  action: ReportedAction,
  place: string,
  { compared, findings, unjudged, moreUnjudged }: Report,
): readonly WayStep[] {
  const { way } = action;
  const all = findings.flatMap((one) => [one, ...one.consequences]);
  const isWrong = (where: string, codes: readonly string[]): boolean =>
    all.some((one) => placeName(one) === where && codes.includes(one.code));
  const here = all.filter((one) => placeName(one) === place);
  const steps = lineSteps(action, here, compared.keys || compared.chain !== undefined);
  if (way === undefined)
    return [...steps, { name: "Batch", value: "none in the export covers it", isReached: undefined }];
  const { checkpoint, anchoredAt, isFinal } = way;
  const header = way.position + 1;
  const batchPlace = `${EXPORT_FILES.batches}, line ${header}`;
  const isBatch = !isWrong(batchPlace, ["batch_mismatch"]);
  // A batch whose entries the export lacks may be right.
  const lacksEntries = all.some((one) => placeName(one) === batchPlace && one.meaning === "missing_entries");
  const isOpen = (where: string): boolean =>
    moreUnjudged > 0 || unjudged.some((one) => one.where === where && !one.message.startsWith(ZK_ROOT_UNJUDGED));
  steps.push({
    name: "Batch",
    value: data(`${way.batch}, at position ${way.position} of the batch log, root ${way.root}`),
    isReached: lacksEntries || (isBatch && isOpen(`${EXPORT_FILES.batches}:${header}`)) ? undefined : isBatch,
  });
  if (checkpoint === undefined) {
    return [...steps, { name: "Checkpoint", value: "none in the export covers it", isReached: undefined }];
  }
  const note = EXPORT_FILES.checkpoint(checkpoint.size);
  const isSigned = !isWrong(note, ["bad_signature", "checkpoint_mismatch", "chain_mismatch"]);
  steps.push({
    name: "Checkpoint",
    value: data(`of size ${checkpoint.size}, root ${checkpoint.root}`),
    isReached: isSigned && isOpen(note) ? undefined : isSigned,
  });
  const { chain } = compared;
  if (chain === undefined) return [...steps, { name: "Block", value: "no chain was asked", isReached: undefined }];
  if (anchoredAt === undefined) {
    return [...steps, { name: "Block", value: data(`not found on chain ${chain.chainId}`), isReached: undefined }];
  }
  const state = isFinal ? "final" : "not final yet";
  const block = data(`of ${showTime(1_000 * anchoredAt)} on chain ${chain.chainId}, ${state}`);
  return [...steps, { name: "Block", value: block, isReached: true }];
}

function crossCheckSection({ crossCheck }: Report): Section | undefined {
  if (crossCheck === undefined) return undefined;
  const { entries, batches, checkpoints, disagreements } = crossCheck;
  const judged = `${countOf(entries, "entry")}, ${countOf(batches, "batch")} and ${countOf(checkpoints, "checkpoint")} were judged again with ${crossCheck.with.join(", ")}, and with Node's own SHA-256 and Ed25519.`;
  const rows = disagreements.map(({ where, message }) => [data(where), data(message)]);
  const result: readonly Part[] =
    rows.length === 0
      ? [{ kind: "note", text: "They agree with this audit everywhere." }]
      : [
          {
            kind: "note",
            text: "They disagree with this audit. That is a bug of one of the programs, and not of the operator: report it to both projects.",
          },
          ...table(["Where", "What they say"], rows),
        ];
  return {
    id: "cross-check",
    title: "Cross-check with other people's code",
    parts: [{ kind: "note", text: judged }, ...result],
  };
}

/** Names the files that prove faults, and the command that reports them. */
function evidenceSection({ evidence, logs }: Report): Section | undefined {
  if (evidence === undefined) return undefined;
  const { folder, files, questions, why } = evidence;
  const rows = files.map(({ file, fault, log, from, message }) => {
    const name = logs.find(({ id }) => id === log)?.name;
    const where = name === undefined ? `batch log, position ${from}` : `entry ${from} of log ${name}`;
    return [data(file), data(fault), data(where), data(message)];
  });
  const none =
    why === undefined
      ? "No fault of the operator can be proven on chain with these files alone. So this report is no reason to report one."
      : `Nothing was searched: ${why}.`;
  const parts: Part[] =
    files.length === 0
      ? [{ kind: "note", text: none }]
      : [
          {
            kind: "note",
            text: "Each file proves a lie of the operator to a contract on the chain. The first proof that arrives there takes the operator's stake and rewards its sender; later ones only stop further batches. Do not show the files around before that.",
          },
          ...table(["File", "Fault", "Where", "In detail"], rows),
          { kind: "terms", rows: [["Next command", data(nextCommand(folder))]] },
        ];
  const open: Part[] =
    questions === 0
      ? []
      : [
          {
            kind: "note",
            text: `These files leave ${countOf(questions, "question")} open, which a newer or unchanged export may answer. Otherwise a challenge makes the operator answer, or lose its stake: \`npx anchorlog watch\`.`,
          },
        ];
  return { id: "evidence", title: "Evidence for the chain", parts: [...parts, ...open] };
}

/** The command that asks the contract about a folder's proofs; with a key and `--yes` it sends them. */
export const nextCommand = (folder: string): string => `npx anchorlog report-fault ${folder} --rpc URL`;

function unjudgedSection({ unjudged, moreUnjudged }: Report): Section | undefined {
  if (unjudged.length === 0) return undefined;
  const more: Part[] = moreUnjudged === 0 ? [] : [{ kind: "note", text: `Not listed: ${moreUnjudged} more.` }];
  const note: Part = {
    kind: "note",
    text: "These parts depend on data that is unreadable, missing or withheld. They may be right or wrong.",
  };
  return {
    id: "not-judged",
    title: "What could not be judged",
    parts: [
      note,
      ...table(
        ["Where", "What"],
        unjudged.map(({ where, message }) => [data(where), data(message)]),
      ),
      ...more,
    ],
  };
}

function againstSection({ operator, compared, context }: Report): Section {
  const { chain, checkpoint, keys } = compared;
  const rows: Term[] = [
    ...(operator === undefined
      ? []
      : ([
          ["Operator's domain", data(`${operator.name}, version ${operator.version}`)],
          ["Operator's account", data(operator.operator)],
          ["Registry", data(`${operator.registry} on chain ${operator.chainId}`)],
        ] as const)),
    [
      "Chain",
      chain === undefined
        ? context.rpc === undefined
          ? "Not asked."
          : "Asked, and it gave nothing to compare with."
        : data(
            `${chain.chainId}, block ${chain.blockNumber}${chain.time === undefined ? "" : ` of ${showTime(1_000 * chain.time)}`}; newest checkpoint there: size ${chain.size}, root ${chain.root}`,
          ),
    ],
    ...(context.rpc === undefined ? [] : [["Node", data(context.rpc)] as const]),
    [
      "Trusted checkpoint",
      checkpoint === undefined ? "Not compared." : data(`size ${checkpoint.size}, root ${checkpoint.root}`),
    ],
    [
      "Trusted keys",
      keys
        ? "The operator's, from the trust file."
        : chain === undefined
          ? "Not compared."
          : "The operator's, from the registry.",
    ],
    ["Audited at", data(showTime(context.madeAt))],
    ...(context.version === undefined ? [] : [["By", data(`anchorlog ${context.version}`)] as const]),
    ...(context.command === undefined ? [] : [["Command", data(context.command)] as const]),
  ];
  const files: readonly Part[] =
    context.files === undefined
      ? []
      : table(
          ["File", "Bytes", "SHA-256"],
          context.files.map(({ name, bytes, sha256 }) => [data(name), data(bytes), data(sha256)]),
        );
  return { id: "against", title: "What this was checked against", parts: [{ kind: "terms", rows }, ...files] };
}

function logsSection({ logs, findings }: Report): Section {
  const uncovered = lacksBatches(findings) ? "Not in a readable batch" : "In no batch";
  const rows = logs.map(({ name, id, entries, pending }) => [data(name), data(entries), data(pending), data(id)]);
  return { id: "logs", title: "Logs", parts: table(["Log", "Entries", uncovered, "Identifier"], rows) };
}

function batchRow({ position, log, number, start, count, closedAt, root, zkRoot }: Report["batches"][number]): Value[] {
  const entries = `${start} to ${start + count - 1}`;
  return [data(position), data(log), data(number), data(entries), data(showTime(closedAt)), data(root), data(zkRoot)];
}

function checkpointRow({ size, root, anchoredAt, final }: Report["checkpoints"][number], report: Report): Value[] {
  const unseen = report.compared.chain === undefined ? "no chain was asked" : "not found on the chain";
  const state = final ? "final" : anchoredAt === undefined ? unseen : "anchored";
  return [data(size), data(root), anchoredAt === undefined ? "unknown" : data(showTime(anchoredAt * 1_000)), state];
}

function timestampsSection({ timestamps }: Report): Section | undefined {
  if (timestamps.length === 0) return undefined;
  const rows = timestamps.map(({ size, chainId, transaction, verdict }) => [
    data(size),
    data(chainId),
    data(transaction),
    data(standingOf(verdict)),
  ]);
  return {
    id: "timestamps",
    title: "Timestamps on further chains",
    parts: table(["Batches covered", "Chain", "Transaction", "Standing"], rows),
  };
}
