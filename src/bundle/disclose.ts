import { hashDomain } from "../action/domain.ts";
import { encodeMessage } from "../action/envelope.ts";
import { parseKind, type Kind } from "../action/kinds.ts";
import { decodeHeader } from "../batch/header.ts";
import { bytesToUint } from "../encoding/bytes.ts";
import { fromHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { decodeEntry, hashEntry } from "../log/entry.ts";
import type { DisclosureStatement } from "../proof/witness.ts";
import type { Bundle } from "./bundle.ts";

/** What to say about an action, by the names of its payload's members. */
export type Disclosure = {
  /** Up to four members whose values are revealed. */
  readonly reveal: readonly string[];
  /** Whose action or object it is: `actor`, or an address member of the payload. */
  readonly subject: string;
  /** A nullifier is unique for an action and a scope: any number below the field's order. */
  readonly scope: bigint;
  /** The address that the proof is made for, 20 bytes. */
  readonly beneficiary: Hex;
};

/**
 * The statement that `anchorlog/proof/prover` proves, from the bundle of an included action.
 *
 * @throws AnchorlogError `not_included` for a bundle that is only promised; `unknown_member` for a name
 *   that the payload does not have.
 */
export function disclosureStatement(bundle: Bundle, disclosure: Disclosure): DisclosureStatement {
  const { inclusion, operator, action } = bundle;
  if (inclusion === undefined) {
    throw new AnchorlogError("not_included", "the bundle is only promised: it has no zk path", {
      fix: "ask for the bundle again once its batch is closed and covered by a checkpoint",
    });
  }
  const kind = parseKind(action.primaryType, action.payloadType);
  const { name, version, chainId, registry } = operator;
  const domainSeparator = hashDomain({ name, version, chainId, verifyingContract: registry });
  const { payloadWords } = encodeMessage(kind, action.message, domainSeparator);
  const entryBytes = fromHex(bundle.entry);
  const entry = decodeEntry(entryBytes);
  const header = decodeHeader(fromHex(inclusion.header));
  return {
    commitmentInput: {
      actor: bytesToUint(entry.actor),
      nonce: bytesToUint(entry.nonce),
      acceptedAt: entry.acceptedAt,
      entryHash: bytesToUint(hashEntry(entryBytes)),
      payloadType: kind.payloadType,
      words: payloadWords.map(bytesToUint),
    },
    position: entry.index - header.start,
    count: header.count,
    path: inclusion.zkPath.map((level) => level.map((sibling) => BigInt(sibling))),
    zkRoot: bytesToUint(header.zkRoot),
    reveal: disclosure.reveal.map((member) => memberIndex(kind, member)),
    subject: disclosure.subject === "actor" ? "actor" : memberIndex(kind, disclosure.subject),
    scope: disclosure.scope,
    beneficiary: BigInt(disclosure.beneficiary),
  };
}

function memberIndex(kind: Kind, name: string): number {
  const index = kind.members.findIndex((member) => member.name === name);
  if (index >= 0) return index;
  const known = kind.members.map((member) => member.name).join(", ");
  throw new AnchorlogError("unknown_member", `${kind.name} has no member ${name}: it has ${known}`);
}
