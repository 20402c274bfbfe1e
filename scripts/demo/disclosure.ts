import { writeFile } from "node:fs/promises";
import { encodeFunctionData } from "viem";
import { fromHex, toHex, type Hex } from "anchorlog";
import { disclosureVerifierAbi } from "anchorlog/chain";
import { decodeHeader } from "anchorlog/batch";
import type { Bundle } from "anchorlog/verify/bundle";
import { formatProof, publicSignals, verifyDisclosureProofWithoutChain } from "anchorlog/proof";
import { proveDisclosure } from "anchorlog/proof/prover";
import type { Demo } from "./open.ts";
import { count, good, line, short, soft, step, timed } from "./print.ts";
import type { Accepted } from "./waves.ts";

/**
 * Step 6: the buyer of an object proves the purchase: some anchored Transfer of this object went to
 * this address. The seller and the price stay hidden.
 */
export async function discloseOne(demo: Demo, accepted: readonly Accepted[]) {
  step("6", "Prove one action in zero knowledge");
  const bundle = await findTransfer(demo, accepted);
  const { objectId, to } = bundle.action.message.payload as { objectId: string; to: Hex };
  const header = decodeHeader(fromHex(bundle.inclusion!.header));
  const request = { bundle, action: "Transfer", reveal: ["objectId"], subject: "to", scope: 1n, beneficiary: to };
  const [document, ms] = await timed(() => proveDisclosure(request));
  const proof = fromHex(document.proofs[0]!);
  const signals = publicSignals(document)[0]!;
  line(
    `claim: "some Transfer of ${objectId}, anchored in batch ${header.number} of ${bundle.log}, went to ${short(to)}"`,
  );
  line(`hidden: which of the batch's ${header.count} entries it is, the seller, the price, the time`);
  line(`proved with Groth16, in two threads ${soft(`${ms} ms`)}`);

  if (!verifyDisclosureProofWithoutChain(proof, signals)) throw new Error("our own proof does not verify");
  const call = { abi: disclosureVerifierAbi, functionName: "verify" } as const;
  const address = demo.deployment.disclosureVerifier;
  const onChain = (publicSignals: readonly bigint[]): Promise<boolean> =>
    demo.node.client.readContract({ ...call, address, args: [toHex(proof), publicSignals] });
  if (!(await onChain(signals))) throw new Error("the contract refuses our own proof");
  const data = encodeFunctionData({ ...call, args: [toHex(proof), signals] });
  const gas = await demo.node.client.estimateGas({ to: address, data });
  line(
    `verified in TypeScript and by the Solidity verifier on chain: ${good("valid")} in both ${soft(`${count(gas)} gas as a transaction`)}`,
  );

  const stolen = signals.with(BENEFICIARY, BigInt(demo.operator.operator));
  if ((await onChain(stolen)) || verifyDisclosureProofWithoutChain(proof, stolen))
    throw new Error("a stolen proof verifies");
  line("the same proof for another beneficiary: refused in both");

  const claim = { payloadType: bundle.action.payloadType, objectId, to, log: bundle.log, batch: header.number };
  await writeFile(`${demo.folder}/disclosure.json`, formatProof(document));
  return { claim, verified: { typescript: true, solidity: true }, gas: String(gas), milliseconds: ms };
}

/** Index of the beneficiary among the public signals. */
const BENEFICIARY = 6;

async function findTransfer(demo: Demo, accepted: readonly Accepted[]): Promise<Bundle> {
  for (const at of accepted) {
    const bundle = await demo.anchorlog.bundle(at);
    if (bundle.action.primaryType === "Transfer") return bundle;
  }
  throw new Error("the examples hold no transfer");
}
