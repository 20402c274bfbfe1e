/**
 * Claims about anchored actions, recorded on the chain for other contracts (contracts/Claims.sol): authorization,
 * sending and reading.
 *
 * @module
 */
import { decodeAbiParameters, encodeAbiParameters, getAbiItem, keccak256 } from "viem";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import type { OperatorId, TypedData } from "../../action/domain.ts";
import { recoverSigner, type DigestSigner } from "../../action/signature.ts";
import { hashStatement, signStatement, statementTypedData } from "../../action/statement.ts";
import {
  parseLogs,
  readContract,
  type ChainClient,
  type ChainLog,
  type ChainWriter,
  type MinedTransaction,
} from "../../chain/client.ts";
import { claimsAbi } from "../../chain/generated/Claims.ts";
import { send } from "../../chain/send.ts";
import { decodeHeader } from "../../batch/header.ts";
import { ZK_MEMBERS } from "../../batch/zk.ts";
import { bytesToUint, uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { FIELD_ORDER } from "../../crypto/poseidon/index.ts";
import { readDisclosure, SLOT_MODES, unpackLayout, type DisclosureClaim } from "../../proof/disclosure.ts";
import type { HeaderEvidence } from "../evidence.ts";

/** The terms that a subject agrees to: an account may have a claim about this one entry, in this one scope. */
export type ClaimTerms = {
  /** The operator of the entry. Its registry's domain is the domain of the signature. */
  readonly operator: OperatorId;
  /** The log's identifier, 32 bytes. */
  readonly log: Hex;
  /** The disclosure's nullifier, which identifies the entry and the scope. */
  readonly nullifier: bigint;
  /** The account that may have the claim, 20 bytes. */
  readonly beneficiary: Hex;
  /** The last second in which the authorization counts, in Unix seconds. */
  readonly deadline: number;
};

/** A subject's signed agreement. */
export type ClaimAuthorization = { readonly deadline: number; readonly signature: Hex };

/** Whether the beneficiary may have the claim. */
export type AuthorizationVerdict =
  | { readonly valid: true }
  | {
      readonly valid: false;
      readonly code:
        | "no_beneficiary"
        | "missing_authorization"
        | "authorization_expired"
        | "not_authorized"
        | "signature_malformed"
        | "signature_non_canonical";
      readonly message: string;
    };

/** A claim's content, in the contract's form. */
export type ClaimStatement = {
  readonly operator: Hex;
  readonly log: Hex;
  readonly payloadType: bigint;
  readonly subjectAt: number;
  readonly subject: Hex;
  readonly scope: bigint;
  /** Conditions of mode 0 come first, then the others in the order of values and modes; see the contract for both. */
  readonly conditions: readonly { readonly value: number; readonly mode: number; readonly word: Hex }[];
};

/** A claim as the contract recorded it. */
export type RecordedClaim = {
  /** The key of the statement: see {@link claimKey}. */
  readonly key: Hex;
  readonly statement: ClaimStatement;
  /** Claims with the same nullifier are about the same entry. */
  readonly nullifier: bigint;
  readonly beneficiary: Hex;
};

/** A claim to send. */
export type ClaimEvidence = {
  readonly operator: Hex;
  /**
   * The header under a checkpoint that is at least F old. After `proveFinalBatch`, only the header's bytes are checked.
   */
  readonly batch: HeaderEvidence;
  /** 256 bytes. */
  readonly proof: Uint8Array;
  /** The proof's public signals. The contract computes them again from the statement. */
  readonly signals: readonly bigint[];
  /** Required if the beneficiary is not the subject. */
  readonly authorization?: ClaimAuthorization;
};

const STATEMENT = getAbiItem({ abi: claimsAbi, name: "keyOf" }).inputs;

const AUTHORIZATION =
  "AuthorizeClaim(address operator,bytes32 log,uint256 nullifier,address beneficiary,uint64 deadline)";

const membersOf = ({ operator: { operator }, log, nullifier, beneficiary, deadline }: ClaimTerms) => ({
  operator,
  log: fromHex(log, 32),
  nullifier,
  beneficiary,
  deadline,
});

/**
 * Returns the terms as EIP-712 typed data, for a wallet to show and sign.
 *
 * @example
 * const terms = { operator, log: logId(operator, "acme"), nullifier: claim.nullifier, beneficiary, deadline }
 * const signature = await walletClient.signTypedData(claimTypedData(terms))
 * const verdict = verifyAuthorization(claim, terms, { deadline, signature }, Math.floor(Date.now() / 1_000))
 */
export function claimTypedData(terms: ClaimTerms): TypedData {
  return statementTypedData(AUTHORIZATION, terms.operator, membersOf(terms));
}

/** Signs the terms with the subject's key. In a wallet, sign {@link claimTypedData}. */
export async function authorizeClaim(terms: ClaimTerms, subject: DigestSigner): Promise<ClaimAuthorization> {
  assertGiven("authorizeClaim", { terms, subject }, "terms.operator", "subject.address");
  return {
    deadline: terms.deadline,
    signature: await signStatement(AUTHORIZATION, terms.operator, membersOf(terms), subject),
  };
}

/**
 * Whether the beneficiary may have the claim, by the contract's rule: it is the subject, or the subject has signed for
 * it. The disclosure itself is not verified; call `verifyDisclosureProofWithoutChain` for that.
 *
 * @param now Unix seconds.
 */
export function verifyAuthorization(
  claim: DisclosureClaim,
  { operator, log }: Pick<ClaimTerms, "operator" | "log">,
  authorization: ClaimAuthorization | undefined,
  now: number,
): AuthorizationVerdict {
  const [subject, beneficiary] = [address(claim.subject.address), address(claim.beneficiary)];
  if (claim.beneficiary === 0n) return refused("no_beneficiary", "the beneficiary is the zero address");
  if (subject === beneficiary) return { valid: true };
  if (authorization === undefined) {
    return refused("missing_authorization", `the claim is about ${subject} and for ${beneficiary}, unauthorized`);
  }
  const { deadline, signature } = authorization;
  if (now > deadline) return refused("authorization_expired", `the authorization could be used until ${deadline}`);
  const terms = { operator, log, nullifier: claim.nullifier, beneficiary, deadline };
  const recovered = recoverSigner(hashStatement(AUTHORIZATION, terms.operator, membersOf(terms)), signature);
  if ("fault" in recovered) return refused(recovered.fault, recovered.message);
  if (recovered.address === subject) return { valid: true };
  return refused("not_authorized", `the authorization is signed by ${recovered.address}, not by ${subject}`);
}

/**
 * Returns the statement that the contract records for a disclosure.
 *
 * @param signals its public signals; read them with `readDisclosure` as well.
 * @throws ProofError if the layout is malformed.
 * @throws AnchorlogError `slots_not_canonical` if the contract would refuse the order of the slots.
 */
export function claimStatement(operator: Hex, log: Hex, signals: readonly bigint[]): ClaimStatement {
  const [, , payloadType = 0n, layout = 0n, subject = 0n, scope = 0n, , ...elements] = signals;
  const { subject: subjectAt, slots } = unpackLayout(layout);
  const conditions = slots.flatMap((slot, i) => {
    if (slot === undefined) return [];
    const word = (elements[i] ?? 0n) + BigInt(slot.quotient) * FIELD_ORDER;
    return [{ value: slot.value, mode: SLOT_MODES[slot.mode], word: toHex(uintToBytes(word, 32)) }];
  });
  const ranks = conditions.map(({ value, mode }) => (mode === 0 ? 0 : 256) + 8 * value + mode);
  if (
    slots.slice(0, conditions.length).includes(undefined) ||
    ranks.some((rank, i) => i > 0 && rank <= ranks[i - 1]!)
  ) {
    throw new AnchorlogError(
      "slots_not_canonical",
      "the disclosure's values are not in the order that claims require",
      {
        fix: "prove it again: first the revealed values, then the bounded ones, each in the order of the payload's members",
      },
    );
  }
  return withJson({
    operator,
    log,
    payloadType,
    subjectAt: subjectAt === "actor" ? ZK_MEMBERS : subjectAt,
    subject: address(subject),
    scope,
    conditions,
  });
}

/** Returns the key under which the contract records a statement. */
export function claimKey(statement: ClaimStatement): Hex {
  return keccak256(encodeAbiParameters(STATEMENT, [statement]));
}

/**
 * Records a claim. Anybody may send it; it always belongs to the beneficiary.
 *
 * @param claims the contract.
 * @param payloadType the payload's type string, for checks before gas is paid.
 * @example
 * const [signals = []] = publicSignals(parseProof(text)) // of `proveDisclosure`
 * const { nullifier } = readDisclosure(signals, payloadType)
 * const terms = { operator, log: logId(operator, "acme"), nullifier, beneficiary, deadline }
 * const authorization = await authorizeClaim(terms, subject)
 * const batch = bundleHeaderEvidence(bundle, await readStoredCheckpoints(publicClient, operator))
 * const evidence = { operator: operator.operator, batch, proof, signals, authorization }
 * await sendClaim({ publicClient, walletClient }, claims, evidence, payloadType)
 *
 * @throws ProofError if the signals are not those a disclosure can have.
 * @throws AnchorlogError `slots_not_canonical`, `batch_mismatch` if the header is of another batch than the proof, or
 * `transaction_failed` if the contract refuses it.
 */
export async function sendClaim(
  chain: ChainWriter,
  claims: Hex,
  evidence: ClaimEvidence,
  payloadType: string,
): Promise<MinedTransaction> {
  assertGiven(
    "sendClaim",
    { chain, claims, evidence, payloadType },
    ...WRITER,
    "claims",
    "evidence.operator",
    "payloadType",
  );
  const { operator, batch, proof, signals, authorization } = evidence;
  const { zkRoot, count, nullifier, beneficiary } = readDisclosure(signals, payloadType);
  const header = decodeHeader(fromHex(batch.header));
  if (bytesToUint(header.zkRoot) !== zkRoot || header.count !== count) {
    throw new AnchorlogError("batch_mismatch", "the evidence is of another batch than the proof");
  }
  const statement = claimStatement(operator, toHex(header.log), signals);
  const { deadline = 0, signature = "0x" } = authorization ?? {};
  const given = { deadline: BigInt(deadline), signature };
  const args = [statement, nullifier, address(beneficiary), batch, toHex(proof), given] as const;
  return send(chain, { address: claims, abi: claimsAbi, functionName: "claim", args });
}

/**
 * Reads the recorded claims from logs, in order. An index of claims needs nothing else.
 *
 * @param claims the contract; logs of other contracts are left out.
 * @example
 * const key = claimKey(claimStatement(operator.operator, logId(operator, "acme"), signals))
 * const call = { address: claims, abi: claimsAbi, eventName: "Claimed", args: { key }, fromBlock } as const
 * const logs = await publicClient.getContractEvents(call)
 * const beneficiaries = readClaims(claims, logs).map(({ beneficiary }) => beneficiary)
 */
export function readClaims(claims: Hex, logs: readonly ChainLog[]): RecordedClaim[] {
  return parseLogs(claimsAbi, "Claimed", logs)
    .filter(({ address: from }) => from.toLowerCase() === claims.toLowerCase())
    .map(({ args: { key, beneficiary, nullifier, statement } }) => ({
      key,
      statement: decodeStatement(statement),
      nullifier,
      beneficiary: beneficiary.toLowerCase() as Hex,
    }));
}

function decodeStatement(encoded: Hex): ClaimStatement {
  const [statement] = decodeAbiParameters(STATEMENT, encoded);
  const [operator, subject] = [statement.operator, statement.subject].map((account) => account.toLowerCase() as Hex);
  return withJson({ ...statement, operator: operator!, subject: subject! });
}

/**
 * Returns the beneficiary for whom the entry of a nullifier has proven a statement; undefined if it has proven none.
 *
 * @param claims the contract.
 * @example
 * const statement = claimStatement(operator.operator, logId(operator, "acme"), signals)
 * const beneficiary = await readBeneficiary(publicClient, claims, statement, nullifier)
 */
export async function readBeneficiary(
  client: Pick<ChainClient, "readContract">,
  claims: Hex,
  statement: ClaimStatement,
  nullifier: bigint,
): Promise<Hex | undefined> {
  assertGiven(
    "readBeneficiary",
    { client, claims, statement, nullifier },
    "client.readContract()",
    "claims",
    "statement.operator",
    "nullifier",
  );
  const args = [claimKey(statement), nullifier] as const;
  const found = await readContract(client, { address: claims, abi: claimsAbi, functionName: "beneficiaryOf", args });
  return BigInt(found) === 0n ? undefined : (found.toLowerCase() as Hex);
}

const address = (value: bigint): Hex => toHex(uintToBytes(value, 20));
const refused = (code: Exclude<AuthorizationVerdict, { valid: true }>["code"], message: string) =>
  ({ valid: false, code, message }) as const;
