/**
 * The files in test/vectors/refused/: documents that differ from a golden bundle in one place, and wrong trust for a
 * golden bundle. `index.json` has the answer that protocol/1-verify §10 gives to each.
 */
import { readFileSync } from "node:fs";
import { checkpointOrigin, privateKeySigner } from "anchorlog/action";
import { formatBundle, formatTrust, parseBundle, parseTrust, type Bundle } from "anchorlog/verify/bundle";
import { signReceipt } from "anchorlog/log/receipt";
import { parseVerifierKey, ed25519NoteKey } from "anchorlog/tlog";
import { fromHex, type Hex } from "anchorlog";

/** One question to a verifier. Files are named relative to the folder. */
export type RefusedCase = {
  readonly says: string;
  readonly bundle: string;
  readonly checkpoint?: string;
  readonly keys?: string;
  readonly chain?: "unavailable" | ChainView;
  /** The time at which the receipt arrived, in Unix milliseconds. */
  readonly receivedAt?: number;
  readonly verdict: "invalid" | "indeterminate";
  readonly state: string | null;
  readonly code: string;
};

/** What a chain answers about the golden operator. */
export type ChainView = {
  readonly chainId: string;
  /** The Unix second of its newest block. */
  readonly time: string;
  /** Whether the registry is of a release. */
  readonly isKnownRegistry: boolean;
  /** Null if the operator is not registered. */
  readonly operator: { readonly name: string; readonly version: string } | null;
  /** The receipt keys, with the Unix second of their end, or null. */
  readonly receiptKeys: readonly { readonly key: Hex; readonly until: string | null }[];
  readonly checkpoints: readonly { readonly size: string; readonly root: Hex }[];
};

const GOLDEN = "../bundles/v1/";
const golden = (name: string): Uint8Array => readFileSync(new URL(`../../vectors/bundles/v1/${name}`, import.meta.url));
const text = (name: string): string => new TextDecoder().decode(golden(name));
const [promised, included] = [parseBundle(text("promised.json")), parseBundle(text("included.json"))];
const inclusion = included.inclusion!;
const compact = golden("promised.bin");
const note = text("checkpoint");
const trusted = parseTrust(text("trust.json"));

/** A hex value with other bytes from an offset on. */
const withBytes = (value: Hex, offset: number, bytes: string): Hex => {
  const at = 2 + 2 * offset;
  return `0x${value.slice(2, at)}${bytes}${value.slice(at + bytes.length)}`;
};
const ZERO: Hex = `0x${"00".repeat(32)}`;
const OTHER: Hex = `0x${"0e".repeat(20)}`;
const u64 = (value: number): string => value.toString(16).padStart(16, "0");

const withSignature = (signature: Hex): Bundle => ({ ...promised, action: { ...promised.action, signature } });
const withEntry = (offset: number, bytes: string): Bundle => ({
  ...promised,
  entry: withBytes(promised.entry, offset, bytes),
});
const withInclusion = (change: Partial<NonNullable<Bundle["inclusion"]>>): Bundle => ({
  ...included,
  inclusion: { ...inclusion, ...change },
});
const withHeader = (offset: number, bytes: string): Bundle =>
  withInclusion({ header: withBytes(inclusion.header, offset, bytes) });
const withProof = (change: Partial<typeof inclusion.checkpoint>): Bundle =>
  withInclusion({ checkpoint: { ...inclusion.checkpoint, ...change } });

/** A first header stays well-formed only if its prevHead is its log. */
const ofOtherLog = (header: Hex): Hex => withBytes(withBytes(header, 1, "0e"), 93, "0e");

/** The order of secp256k1. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The signature with a high s, which recovers to the same account. */
function highS(signature: Hex): Hex {
  const [r, s, v] = [signature.slice(2, 66), BigInt(`0x${signature.slice(66, 130)}`), signature.slice(130)];
  return `0x${r}${(N - s).toString(16).padStart(64, "0")}${v === "1b" ? "1c" : "1b"}`;
}

const { message } = promised.action;
const changed = (bytes: Uint8Array, offset: number, byte: number): Uint8Array => bytes.with(offset, byte);
/** Where the digits of the chain's id begin in the compact form, after their number. */
const CHAIN_ID = 6;

/** Documents that are invalid or of a later version under any trust: the name, the reason, the document. */
const DOCUMENTS: readonly (readonly [name: string, says: string, document: Bundle | string | Uint8Array])[] = [
  ["malformed.json", "a comma follows the last member", text("promised.json").replace(/\n\}\n$/, ",\n}\n")],
  ["malformed-type.json", "the log's name is a number", text("promised.json").replace('"b.example"', "7")],
  ["malformed-depth.json", "arrays nest 65 deep", "[".repeat(65) + "]".repeat(65)],
  ["malformed-length.json", "the zk path has seven levels", withInclusion({ zkPath: inclusion.zkPath.slice(1) })],
  [
    "unknown_member.json",
    "the receipt has the member index",
    text("promised.json").replace('"key"', '"index": "1",\n    "key"'),
  ],
  ["missing_member.json", "there is no receipt", text("promised.json").replace(/,\n {2}"receipt": \{[^}]*\}/, "")],
  [
    "non_canonical.json",
    "the log is there twice",
    text("promised.json").replace('"log"', '"log": "b.example",\n  "log"'),
  ],
  [
    "non_canonical-hex.json",
    "the receipt's key has a capital",
    text("promised.json").replace('"0x3c524fd', '"0x3C524fd'),
  ],
  [
    "non_canonical-number.json",
    "the nonce has a leading zero",
    text("promised.json").replace('"nonce": "1"', '"nonce": "01"'),
  ],
  [
    "bad_kind.json",
    "the payload type is of another kind",
    text("promised.json").replace('"EverythingPayload(', '"NothingPayload('),
  ],
  ["log_mismatch.json", "the action is for another log", { ...promised, log: "c.example" }],
  [
    "signature_malformed.json",
    "the signature has 64 bytes",
    withSignature(promised.action.signature.slice(0, -2) as Hex),
  ],
  ["signature_non_canonical.json", "the signature has a high s", withSignature(highS(promised.action.signature))],
  [
    "signature_mismatch.json",
    "the deadline is not the signed one, so that another account is recovered",
    { ...promised, action: { ...promised.action, message: { ...message, deadline: "1767607201" } } },
  ],
  ["bad_entry.json", "the scheme is 2: the signature is judged as of scheme 0 first", withEntry(189, "02")],
  ["bad_entry-prior.json", "the prior is not before the entry", withEntry(239, u64(1))],
  ["entry_mismatch.json", "the nonce is not the action's", withEntry(124, "02")],
  [
    "entry_mismatch-scheme.json",
    "the actor's own signature is entered as of scheme 1",
    withEntry(189, `01${u64(1_234)}`),
  ],
  ["object_mismatch.json", "the object key is not the action's", withEntry(238, "00")],
  ["deadline_passed.json", "it was accepted in the second after the deadline", withEntry(198, u64(1_767_607_201_000))],
  [
    "receipt_mismatch.json",
    "the receipt names another key",
    { ...promised, receipt: { ...promised.receipt, key: OTHER } },
  ],
  ["bad_header.json", "the batch has no entries", withHeader(49, "00000000")],
  ["header_mismatch.json", "the header is of another log", withInclusion({ header: ofOtherLog(inclusion.header) })],
  ["header_mismatch-time.json", "the batch was closed before the entry was accepted", withHeader(221, u64(1))],
  [
    "inclusion_mismatch.json",
    "a hash of the path is another",
    withInclusion({ path: [ZERO, ...inclusion.path.slice(1)] }),
  ],
  [
    "inclusion_mismatch-length.json",
    "the path has a hash too many",
    withInclusion({ path: [...inclusion.path, ZERO] }),
  ],
  [
    "zk_mismatch.json",
    "a sibling is another",
    withInclusion({ zkPath: [[ZERO, ZERO, ZERO], ...inclusion.zkPath.slice(1)] }),
  ],
  ["checkpoint_inclusion_mismatch.json", "the header is at another position", withProof({ position: "1" })],
  ["malformed.bin", "a byte follows the end", Uint8Array.of(...compact, 0)],
  ["non_canonical.bin", "the chain's id has a leading zero", changed(compact, CHAIN_ID, 0)],
  ["newer_format.json", "the format is of version 2", '{ "format": "anchorlog.bundle/2", "new": [] }\n'],
  ["newer_format.bin", "the version byte is 2", changed(compact, 4, 2)],
];

/** The code of a document is the first part of its name. */
const codeOf = (name: string): string => name.replace(/[-.].*$/, "");

const { operator, receipt } = included;
const size = inclusion.checkpoint.size;
const CHAIN: ChainView = {
  chainId: operator.chainId,
  time: "1767603700",
  isKnownRegistry: true,
  operator: { name: operator.name, version: operator.version },
  receiptKeys: [{ key: receipt.key, until: null }],
  checkpoints: [{ size, root: inclusion.checkpoint.root }],
};

/** Trust that is missing, wrong, or of something else. */
const TRUST: readonly Omit<RefusedCase, "verdict">[] = [
  { says: "nothing is trusted", bundle: "included.json", state: null, code: "no_trust" },
  {
    says: "a checkpoint cannot judge an entry that is only promised",
    bundle: "promised.json",
    checkpoint: `${GOLDEN}checkpoint`,
    state: null,
    code: "no_trust",
  },
  {
    says: "the keys are another operator's",
    bundle: "included.json",
    keys: "keys-operator.json",
    state: null,
    code: "other_operator",
  },
  {
    says: "the receipt's key is not among the keys",
    bundle: "promised.json",
    keys: "keys-receipt.json",
    state: null,
    code: "unknown_receipt_key",
  },
  {
    says: "the checkpoint is another operator's",
    bundle: "included.json",
    checkpoint: "checkpoint-operator",
    state: null,
    code: "other_operator",
  },
  {
    says: "the checkpoint lacks the anchor key's line",
    bundle: "included.json",
    checkpoint: "checkpoint-unsigned",
    keys: `${GOLDEN}trust.json`,
    state: null,
    code: "unsigned_checkpoint",
  },
  {
    says: "the checkpoint has another size",
    bundle: "included.json",
    checkpoint: "checkpoint-size",
    state: null,
    code: "other_checkpoint",
  },
  {
    says: "the checkpoint has another root",
    bundle: "included.json",
    checkpoint: "checkpoint-root",
    state: null,
    code: "checkpoint_mismatch",
  },
  {
    says: "the receipt came ten minutes after its date",
    bundle: "promised.json",
    keys: `${GOLDEN}trust.json`,
    receivedAt: 1_767_603_644_500 + 600_000,
    state: null,
    code: "receipt_misdated",
  },
  {
    says: "the same, of an entry that a checkpoint shows",
    bundle: "included.json",
    checkpoint: `${GOLDEN}checkpoint`,
    receivedAt: 1_767_603_603_000 + 600_000,
    state: "included",
    code: "receipt_misdated",
  },
  {
    says: "the chain has another id",
    bundle: "included.json",
    chain: { ...CHAIN, chainId: "1" },
    state: null,
    code: "wrong_chain",
  },
  {
    says: "the node does not answer",
    bundle: "included.json",
    chain: "unavailable",
    state: null,
    code: "rpc_unavailable",
  },
  {
    says: "the registry is not of a release",
    bundle: "included.json",
    chain: { ...CHAIN, isKnownRegistry: false },
    state: null,
    code: "unknown_registry",
  },
  {
    says: "the operator is not registered",
    bundle: "included.json",
    chain: { ...CHAIN, operator: null },
    state: null,
    code: "unknown_operator",
  },
  {
    says: "the registered version is another",
    bundle: "included.json",
    chain: { ...CHAIN, operator: { name: operator.name, version: "2" } },
    state: null,
    code: "domain_mismatch",
  },
  {
    says: "the node lags, and may not show the receipt's key yet",
    bundle: "included.json",
    chain: { ...CHAIN, time: "1767603600", receiptKeys: [] },
    state: null,
    code: "unknown_receipt_key",
  },
  {
    says: "the receipt's key was never registered",
    bundle: "included.json",
    chain: { ...CHAIN, receiptKeys: [] },
    state: null,
    code: "receipt_key_mismatch",
  },
  {
    says: "the receipt's key was retired before",
    bundle: "included.json",
    chain: { ...CHAIN, receiptKeys: [{ key: receipt.key, until: "1767603600" }] },
    state: null,
    code: "receipt_key_mismatch",
  },
  {
    says: "the chain has no checkpoint of this size",
    bundle: "included.json",
    chain: { ...CHAIN, checkpoints: [] },
    state: "promised",
    code: "not_anchored",
  },
  {
    says: "the chain has another root of this size",
    bundle: "included.json",
    chain: { ...CHAIN, checkpoints: [{ size, root: ZERO }] },
    state: null,
    code: "checkpoint_mismatch",
  },
];
const INVALID_BY_TRUST = new Set(["checkpoint_mismatch", "domain_mismatch", "receipt_key_mismatch"]);

/** Trust files and checkpoints that differ from the golden ones in one place. */
function trustFiles(): [string, string][] {
  const { publicKey } = parseVerifierKey(text("trust.json").match(/"noteKey": "([^"]*)"/)![1]!);
  const elsewhere = { ...trusted, operator: OTHER };
  const [, secondLine] = [...note.matchAll(/^— .*\n/gm)].map(([line]) => line);
  return [
    [
      "keys-operator.json",
      formatTrust({ ...elsewhere, noteKey: ed25519NoteKey(checkpointOrigin(elsewhere), publicKey) }),
    ],
    ["keys-receipt.json", formatTrust({ ...trusted, receiptKey: OTHER })],
    ["checkpoint-operator", note.replaceAll(trusted.operator, OTHER)],
    ["checkpoint-unsigned", note.replace(secondLine!, "")],
    ["checkpoint-size", note.replace("\n3\n", "\n4\n")],
    ["checkpoint-root", note.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${"A".repeat(43)}=\n`)],
  ];
}

/** An answer that a client checks on its arrival, at a time by its clock, with the code that protocol/3-log §3 gives. */
export type ReceiptCase = {
  readonly says: string;
  readonly receipt: unknown;
  readonly receiptKey: Hex;
  /** Unix milliseconds. */
  readonly now: number;
  readonly code: string;
};

/** The sent action, and answers with its receipt. */
async function receiptVectors() {
  const { entry, receipt, action, operator } = promised;
  const { primaryType, payloadType, message, signature } = action;
  const acceptedAt = 1_767_603_644_500;
  const sent = {
    primaryType,
    payloadType,
    message,
    signature,
    digest: `0x${entry.slice(2 + 2 * 125, 2 + 2 * 157)}`,
    signedAt: acceptedAt - 1_000,
  };
  const good = { entry, ...receipt };
  const id = { chainId: Number(operator.chainId), registry: operator.registry, operator: operator.address };
  const signed = (of: Hex) => signReceipt(id, fromHex(of), privateKeySigner(`0x${"c3".repeat(32)}`));
  const late = await signed(withEntry(198, u64(1_767_607_201_000)).entry);
  const wrong: readonly (readonly [says: string, receipt: unknown, code: string, more?: Partial<ReceiptCase>])[] = [
    ["the receipt of the action", good, "ok"],
    ["nothing came", null, "no_receipt"],
    ["it has another member", { ...good, index: "1" }, "receipt_malformed"],
    ["its entry has the scheme 2", { ...good, entry: withEntry(189, "02").entry }, "receipt_malformed"],
    ["its entry has another nonce", { ...good, entry: withEntry(124, "02").entry }, "entry_mismatch"],
    ["its entry is about another object", { ...good, entry: withEntry(238, "00").entry }, "object_mismatch"],
    ["it names another key", { ...good, key: OTHER }, "receipt_mismatch"],
    ["its key is not the operator's", good, "receipt_key_mismatch", { receiptKey: OTHER }],
    ["it is dated after the deadline", late, "deadline_passed"],
    ["it is dated six minutes ahead of the client's clock", good, "receipt_misdated", { now: acceptedAt - 360_000 }],
  ];
  const cases: ReceiptCase[] = wrong.map(([says, came, code, more]) => ({
    says,
    receipt: came,
    receiptKey: receipt.key,
    now: acceptedAt + 1_000,
    ...more,
    code,
  }));
  const about =
    "What a client answers to a receipt (docs/protocol/3-log.md, section 3) for the action that it sent, with the " +
    "operator's receipt key that it knows, at a time by its clock.";
  return { about, operator: id, sent, cases };
}

/** All files of the folder by name. */
export async function refusedFiles(): Promise<Map<string, Uint8Array>> {
  const utf8 = new TextEncoder();
  const files = new Map<string, Uint8Array>();
  for (const [name, , document] of DOCUMENTS) {
    const bytes =
      document instanceof Uint8Array
        ? document
        : utf8.encode(typeof document === "string" ? document : formatBundle(document));
    files.set(name, bytes);
  }
  for (const [name, content] of trustFiles()) files.set(name, utf8.encode(content));
  const cases: RefusedCase[] = [
    ...DOCUMENTS.map(([name, says]) => ({
      says,
      bundle: name,
      verdict: codeOf(name) === "newer_format" ? ("indeterminate" as const) : ("invalid" as const),
      state: null,
      code: codeOf(name),
    })),
    ...TRUST.map((one) => ({
      ...one,
      bundle: `${GOLDEN}${one.bundle}`,
      verdict: INVALID_BY_TRUST.has(one.code) ? ("invalid" as const) : ("indeterminate" as const),
    })),
  ];
  const about =
    "What a verifier answers (docs/protocol/1-verify.md, section 10). A case has a bundle and what is trusted: a " +
    "checkpoint, an operator's keys, a chain as it answers, or nothing; and when the receipt came, if that is known.";
  files.set("index.json", utf8.encode(`${JSON.stringify({ about, cases }, undefined, 2)}\n`));
  files.set("receipts.json", utf8.encode(`${JSON.stringify(await receiptVectors(), undefined, 2)}\n`));
  return files;
}
