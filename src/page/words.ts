/** Describes a verdict in plain words. */
import { isReleasedRegistry } from "../chain/deployments.ts";
import type { BundleState, IndeterminateCode } from "../verify/bundle/verify.ts";
import { CONSEQUENCES, type JudgedFault } from "../verify/consequences.ts";
import { timeOf, type Facts, type ObjectFacts } from "./facts.ts";
import type { PageVerdict } from "./judge.ts";

export type Headline = {
  readonly tone: "valid" | "indeterminate" | "invalid";
  readonly title: string;
  readonly text: string;
};

export const VALID: Readonly<Record<BundleState, readonly [title: string, text: string]>> = {
  promised: ["Promised", "The operator signed a receipt for this action. It is not shown to be on the chain yet."],
  included: ["Included", "This action is in the checkpoint that you gave. No chain was asked."],
  anchored: [
    "Anchored",
    "The chain holds the checkpoint that this action is in. It is not final yet: faults can still be proven.",
  ],
  final: ["Final", "The chain holds the checkpoint that this action is in, and it stays there for good."],
};

export const INDETERMINATE: Readonly<Record<IndeterminateCode, readonly [title: string, text: string]>> = {
  no_trust: [
    "Nobody was asked",
    "The proof agrees with itself. But it is not known whether it is from this operator: a node of the chain shows that, or a trust file.",
  ],
  other_operator: [
    "Another operator",
    "Your trust file or checkpoint belongs to another operator. It says nothing about this proof.",
  ],
  other_checkpoint: ["Another checkpoint", "The checkpoint that you gave is not the one that this proof leads to."],
  unsigned_checkpoint: ["Not signed", "The operator of your trust file did not sign the checkpoint that you gave."],
  unknown_receipt_key: [
    "Another receipt key",
    "The receipt is by a key that your trust file does not name for its time. Add the operator's newest trust file.",
  ],
  receipt_misdated: ["Misdated", "The receipt's date does not fit the time at which it arrived."],
  wrong_chain: ["Another chain", "The node is of another chain than this proof, and says nothing about it."],
  unknown_registry: [
    "Unknown registry",
    "No release of this software has this registry. If you trust it, add a trust file that names it.",
  ],
  unknown_operator: ["Unknown operator", "The chain has no such operator: it never registered, or the node is behind."],
  not_anchored: [
    "Not anchored yet",
    "The receipt is valid, but the chain does not hold the checkpoint. Ask again later, or ask for a newer proof.",
  ],
  rpc_unavailable: [
    "No answer",
    "The node did not answer, which says nothing about the proof. Its address may be wrong, or it may not let pages ask.",
  ],
  newer_format: ["A later version", "The proof is of a later version than this page can read."],
};

export function headline({ verdict, isBroken }: Pick<PageVerdict, "verdict" | "isBroken">): Headline {
  const tone = verdict.verdict;
  if (tone === "invalid") {
    const isChanged = verdict.code === "signature_mismatch";
    const fault = isChanged
      ? "The action was changed after it was signed, or its account did not sign it"
      : "It is malformed, or does not agree with itself";
    return isBroken
      ? invalid("Not a proof", fault, verdict.code)
      : invalid("Contradicted", "It contradicts what you trust", verdict.code);
  }
  const [title, text] = tone === "valid" ? VALID[verdict.state] : INDETERMINATE[verdict.code];
  return { tone, title, text };
}

/** Says what is wrong with an invalid document, what follows, and what does not. */
export const invalid = (title: string, fault: string, code: JudgedFault): Headline => ({
  tone: "invalid",
  title,
  text: `${fault}. ${CONSEQUENCES[code]}`,
});

/** The host that serves the page, and its operator as `chain/registry/address`. */
export type Server = { readonly host: string; readonly operator: string };

/** Names the operator of a proof, and says whether the same operator runs the server of this page, if a server does. */
export function ownerOf({ bundle }: Pick<Facts, "bundle">, { host, operator }: Server): string {
  const { chainId, registry, address, name } = bundle.operator;
  const who = `The operator of this proof is ${address}, which calls itself “${name}”.`;
  // A page that was opened as a file has no server.
  if (host === "") return who;
  return `${chainId}/${registry}/${address}` === operator
    ? `${who} It runs ${host}, whose page this is.`
    : `${who} It is not the operator of ${host}, whose page this is: ${host} does not answer for it.`;
}

/** The states of an action in order, with their meaning. */
export const STATES: readonly (readonly [BundleState, string, string])[] = [
  ["promised", "Promised", "a signed receipt"],
  ["included", "Included", "in a checkpoint"],
  ["anchored", "Anchored", "on the chain"],
  ["final", "Final", "for good"],
];

/** A check of the proof. `holds` is false if nothing confirms it. */
export type Check = { readonly holds: boolean; readonly name: string; readonly text: string };

/** The checks of a consistent bundle: first by itself, layer by layer, then against the trusted input. */
export function checksOf(judged: PageVerdict, facts: Facts): Check[] {
  return [...checksAlone(facts), ...checksOfTrust(judged, facts)];
}

function checksAlone({ actor, walletBlock, index, bundle, batch }: Facts): Check[] {
  const signature =
    walletBlock === undefined
      ? { holds: true, text: `${actor} signed exactly this action, for this operator and this log.` }
      : {
          holds: false,
          text: `${actor} is a contract wallet. The operator claims that it approved at block ${walletBlock}. This page cannot check that.`,
        };
  const found: Check[] = [
    { name: "Signature", ...signature },
    {
      name: "Log",
      holds: true,
      text: `Entry ${index} of the log is this action, accepted before its deadline.`,
    },
    { name: "Receipt", holds: true, text: `The key ${bundle.receipt.key} signed the receipt for this entry.` },
  ];
  if (batch === undefined) {
    return [
      ...found,
      { name: "Batch", holds: false, text: "None: this proof was made before the entry was in a batch." },
    ];
  }
  const { number, first, last, size, root } = batch;
  const range = `entries ${first} to ${last}`;
  return [
    ...found,
    {
      name: "Batch",
      holds: true,
      text: `The entry is in batch ${number} of the log (${range}), in both of its trees.`,
    },
    { name: "Checkpoint", holds: true, text: `The checkpoint of size ${size}, root ${root}, has the batch.` },
  ];
}

/** Codes that are possible only after the trusted keys matched. */
const AFTER_KEYS: ReadonlySet<string> = new Set([
  "ok",
  "rpc_unavailable",
  "unknown_operator",
  "not_anchored",
  "unsigned_checkpoint",
  "other_checkpoint",
]);

function checksOfTrust({ question, verdict, byCheckpoint, block }: PageVerdict, { bundle, batch }: Facts): Check[] {
  const { operator, node } = question;
  const found: Check[] = [];
  if (operator !== undefined) {
    const holds = AFTER_KEYS.has(verdict.code);
    found.push({
      name: "Trust file",
      holds,
      text: holds
        ? "It names this operator, this registry and this receipt key."
        : "It was not found to name this operator.",
    });
  }
  if (byCheckpoint !== undefined) {
    const holds = byCheckpoint.state === "included";
    const text = holds ? "It has the size and root of the one that you gave." : "The one that you gave shows nothing.";
    found.push({ name: "Your checkpoint", holds, text });
  }
  if (node === undefined) return [...found, { name: "Chain", holds: false, text: "No node was asked." }];
  const isRegistered = verdict.verdict === "valid" || verdict.code === "not_anchored";
  const by = block === undefined ? "" : `, at block ${block}`;
  if (!isRegistered) return [...found, { name: "Chain", holds: false, text: "The node showed nothing of this proof." }];
  const { name, version } = bundle.operator;
  found.push({
    name: "Registration",
    holds: true,
    text: `The registry has this operator as “${name}”, version “${version}”, and the receipt key as its own${by}.`,
  });
  if (batch === undefined) return [...found, { name: "Anchor", holds: false, text: "The proof has no checkpoint." }];
  const isAnchored = verdict.state === "anchored" || verdict.state === "final";
  const isFinal = verdict.state === "final";
  return [
    ...found,
    {
      name: "Anchor",
      holds: isAnchored,
      text: isAnchored
        ? `The registry holds the checkpoint of size ${batch.size}, with this very root.`
        : `The registry holds no checkpoint of size ${batch.size} yet.`,
    },
    ...(isAnchored
      ? [
          {
            name: "Finality",
            holds: isFinal,
            text: isFinal ? "The batch is final." : "The time in which faults are proven has not passed.",
          },
        ]
      : []),
  ];
}

/** Describes the object's holder according to the entry. */
export function standing({ isAsked, prior, holder }: ObjectFacts, index: number): string {
  const who = holder === ANYBODY ? "anybody" : /^0x0+$/.test(holder) ? "nobody" : undefined;
  if (!isAsked) {
    const before =
      prior === undefined ? "Nothing was done with the object before." : `The act before is entry ${prior}.`;
    const held =
      who === undefined
        ? `${holder} holds the object, and only this account may act upon it`
        : `${who} may act upon the object`;
    return `From entry ${index} on, ${held}. ${before}`;
  }
  if (prior === undefined) return `When asked at entry ${index}, nothing had been done with the object.`;
  const held = who === undefined ? `${holder} held the object` : `${who} could act upon the object`;
  return `When asked at entry ${index}, ${held}. The last act upon it is entry ${prior}.`;
}

const ANYBODY = `0x${"ff".repeat(20)}`;

const CHAINS: Readonly<Record<string, string>> = {
  1: "Ethereum",
  10: "OP Mainnet",
  8453: "Base",
  42161: "Arbitrum One",
  11155111: "Sepolia, a test network. Nothing on it is worth anything.",
  31337: "A development chain. Its keys are publicly known, so it proves nothing.",
};

type Trusted = { readonly name: string; readonly value: string; readonly note: string };

/** The values that a verdict depends on. The visitor should compare them with another source. */
export function trusted({ question, block }: PageVerdict, { bundle }: Facts, now: number): Trusted[] {
  const { chainId, registry, address, name, version } = bundle.operator;
  const origin = isReleasedRegistry(registry)
    ? "The address follows from the code of a release of this software."
    : question.operator?.registry === registry
      ? "Your trust file names it."
      : "No release of this software has it.";
  const found: Trusted[] = [
    {
      name: "Operator",
      value: address,
      note: `It calls itself “${name}”, version “${version}”. The name is its choice, the address is not.`,
    },
    { name: "Registry", value: registry, note: origin },
    { name: "Chain", value: chainId, note: CHAINS[chainId] ?? "" },
    { name: "Receipt key", value: bundle.receipt.key, note: "" },
  ];
  if (question.node === undefined) return found;
  const answer = block === undefined ? "It gave no answer." : `It answered as of block ${block}, at ${timeOf(now)}.`;
  const proposed = question.isProposed === true ? " The server of this page proposed it." : "";
  return [...found, { name: "Node", value: new URL(question.node).host, note: `${answer}${proposed}` }];
}
