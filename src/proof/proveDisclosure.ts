/** Makes disclosures. In browsers, give it a prover: one of Web Workers. */
import { toHex } from "../base/hex.ts";
import { assertGiven } from "../base/options.ts";
import { type DisclosureDocument, PROOF_FORMAT } from "./document.ts";
import { assertKeyServes } from "./keys.ts";
import { proveDisclosureStatementWithoutChain, type ProveOptions } from "./prover-statements.ts";
import { documentBase, type ProvableBundle, readSource } from "./source.ts";
import { type Disclosure, disclosureStatement, stateDisclosure } from "./statements.ts";

/** A disclosure, and the bundle of the action that it is about. */
type DisclosureRequest = Disclosure & { readonly bundle: ProvableBundle };

/**
 * Proves something about one action of a batch without saying which: values revealed or bounded, one address.
 *
 * @throws AnchorlogError `development_key` if the circuit's key is for development and the bundle is about another
 *   chain than 31337; `not_included` for a bundle that is only promised; StatementError, before proving, if the
 *   statement is false or cannot be expressed; `prover_failed` from the prover; without a `prover`, also as `openProver`.
 * @example
 * ```ts
 * const proof = await proveDisclosure({
 *   bundle, action: "Transfer", reveal: ["objectId"], where: { price: { atLeast: "100" } },
 *   subject: "to", scope: 1n, beneficiary,
 * });
 * await writeFile("proof.json", formatProof(proof));
 * ```
 */
export async function proveDisclosure(
  request: DisclosureRequest,
  options: ProveOptions = {},
): Promise<DisclosureDocument> {
  assertGiven("proveDisclosure", request, "bundle.operator", "scope", "beneficiary");
  const { bundle, ...disclosure } = request;
  assertKeyServes("disclosure", Number(bundle.operator.chainId));
  const source = readSource(bundle);
  const base = documentBase([bundle]);
  const { proof, claim } = await proveDisclosureStatementWithoutChain(disclosureStatement(source, disclosure), options);
  const stated = stateDisclosure(source, disclosure, claim);
  return { format: PROOF_FORMAT, circuit: "disclosure", ...base, claim: stated, proofs: [toHex(proof)] };
}
