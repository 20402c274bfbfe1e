/** A prover's input: the bundles of included actions, and for an absence a whole batch. */
import { hashDomain } from "../action/domain.ts";
import { encodeMessage } from "../action/envelope.ts";
import { type Kind, type Message, parseKind } from "../action/kinds.ts";
import { decodeHeader, type Header } from "../batch/header.ts";
import type { CommitmentInput } from "../batch/zk.ts";
import { bytesToUint } from "../base/bytes.ts";
import { fromHex, type Hex } from "../base/hex.ts";
import { FormatError, type Decimal } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { decodeEntry, hashEntry } from "../log/entry.ts";
import type { ProofDocument } from "./document.ts";
import { StatementError } from "./witness.ts";
import { countOf } from "../base/countOf.ts";

/** A bundle, as far as provers read it: one of `anchorlog/verify/bundle`. */
export type ProvableBundle = {
  readonly operator: {
    readonly chainId: Decimal;
    readonly registry: Hex;
    readonly address: Hex;
    readonly name: string;
    readonly version: string;
  };
  readonly log: string;
  readonly action: { readonly primaryType: string; readonly payloadType: string; readonly message: Message };
  readonly entry: Hex;
  readonly inclusion?:
    | {
        readonly header: Hex;
        readonly zkPath: readonly (readonly Hex[])[];
        readonly checkpoint: {
          readonly size: Decimal;
          readonly root: Hex;
          readonly position: Decimal;
          readonly path: readonly Hex[];
        };
      }
    | undefined;
};

/** An entry and its action: a line of an export. */
export type ProvableEntry = {
  readonly entry: Hex;
  readonly action: { readonly primaryType: string; readonly message: Message };
};

/** An included action, decoded. */
export type ProvenAction = {
  readonly kind: Kind;
  readonly message: Message;
  readonly commitmentInput: CommitmentInput;
  readonly index: number;
  readonly header: Header;
  readonly position: number;
  readonly path: readonly (readonly bigint[])[];
};

/**
 * Reads an included action's bundle. It is not verified here: if its parts do not fit together, the proof's check of
 * the commitment fails later.
 *
 * @throws AnchorlogError `not_included` for a bundle that is only promised; StatementError `statement_malformed`.
 */
export function readSource(bundle: ProvableBundle): ProvenAction {
  const { inclusion } = bundle;
  if (inclusion === undefined) throw notIncluded();
  return malformed("the bundle", () => {
    const kind = parseKind(bundle.action.primaryType, bundle.action.payloadType);
    const header = decodeHeader(fromHex(inclusion.header));
    const { index, commitmentInput } = readEntry(bundle, kind, domainOf(bundle));
    return {
      kind,
      message: bundle.action.message,
      commitmentInput,
      index,
      header,
      position: index - header.start,
      path: inclusion.zkPath.map((level) => level.map((sibling) => BigInt(sibling))),
    };
  });
}

/**
 * Reads all entries of the batch that a bundle is in.
 *
 * @param entries All of them, in order: the lines of an export for these indices.
 * @param kinds The operator's kinds by name, as an export's manifest or `defineActions` has them.
 * @throws AnchorlogError `not_included`; StatementError `statement_malformed`.
 */
export function readBatch(
  bundle: ProvableBundle,
  entries: readonly ProvableEntry[],
  kinds: ReadonlyMap<string, Kind>,
): { readonly header: Header; readonly inputs: readonly CommitmentInput[] } {
  const { inclusion } = bundle;
  if (inclusion === undefined) throw notIncluded();
  const header = malformed("the bundle's header", () => decodeHeader(fromHex(inclusion.header)));
  if (entries.length !== header.count) {
    throw new StatementError(
      "statement_malformed",
      `the batch has ${countOf(header.count, "entry")}, got ${entries.length}`,
    );
  }
  const domain = domainOf(bundle);
  const inputs = entries.map((line, i) => {
    const kind = kinds.get(line.action.primaryType);
    if (kind === undefined) {
      throw new StatementError("statement_malformed", `this kind is not defined: ${line.action.primaryType}`, {
        fix: "give all the kinds that the log's entries have ever had",
      });
    }
    const { index, commitmentInput } = malformed(`entries[${i}]`, () => readEntry(line, kind, domain));
    if (index !== header.start + i) {
      throw new StatementError("statement_malformed", `entries[${i}] is entry ${index}, not ${header.start + i}`);
    }
    return commitmentInput;
  });
  return { header, inputs };
}

const domainOf = ({ operator: { name, version, chainId, registry } }: ProvableBundle): Uint8Array =>
  hashDomain({ name, version, chainId: Number(chainId), verifyingContract: registry });

function readEntry({ entry: hex, action }: ProvableEntry, kind: Kind, domainSeparator: Uint8Array) {
  const { payloadWords } = encodeMessage(kind, action.message, domainSeparator);
  const bytes = fromHex(hex);
  const entry = decodeEntry(bytes);
  const commitmentInput: CommitmentInput = {
    actor: bytesToUint(entry.actor),
    nonce: bytesToUint(entry.nonce),
    acceptedAt: entry.acceptedAt,
    entryHash: bytesToUint(hashEntry(bytes)),
    payloadType: kind.payloadType,
    words: payloadWords.map(bytesToUint),
  };
  return { index: entry.index, commitmentInput };
}

/** The common part of all documents about these bundles' batches. */
export function documentBase(
  bundles: readonly ProvableBundle[],
): Omit<ProofDocument, "circuit" | "claim" | "proofs" | "format"> {
  const [first] = bundles;
  if (first?.inclusion === undefined) throw notIncluded();
  const { chainId, registry, address } = first.operator;
  const { size, root } = first.inclusion.checkpoint;
  const batches = bundles.map(({ operator, log, inclusion }) => {
    if (inclusion === undefined) throw notIncluded();
    const same = operator.chainId === chainId && operator.registry === registry && operator.address === address;
    if (!same || log !== first.log)
      throw new StatementError("statement_malformed", "the bundles are of different logs");
    const { checkpoint, header } = inclusion;
    if (checkpoint.size !== size || checkpoint.root !== root) {
      throw new StatementError("statement_malformed", "the bundles lead to different checkpoints", {
        fix: "ask for bundles that lead to one checkpoint, the newest",
      });
    }
    return { header, position: checkpoint.position, path: checkpoint.path };
  });
  return { operator: { chainId, registry, address }, log: first.log, checkpoint: { size, root }, batches };
}

const notIncluded = () =>
  new AnchorlogError("not_included", "the bundle is only promised: it has no zk path", {
    fix: "ask for the bundle again once its batch is closed and covered by a checkpoint",
  });

function malformed<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof FormatError || error instanceof AnchorlogError)) throw error;
    throw new StatementError("statement_malformed", `${what} cannot be read: ${error.message}`, { cause: error });
  }
}
