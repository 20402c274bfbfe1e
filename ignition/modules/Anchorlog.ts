import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import { creationCodeHashes, parts } from "../../src/anchor/addresses.ts";

/**
 * The contract that deploys the others. Its parameters have no defaults: `ignition/parameters/` has those of every
 * preset.
 */
export const DeploymentModule = buildModule("Deployment", (m) => ({
  deployment: m.contract("Deployment", [
    { timing: m.getParameter("timing"), stake: m.getParameter("stake") },
    creationCodeHashes(),
  ]),
}));

/** What the {@link DeploymentModule}'s contract deploys, part by part, so that each transaction fits a block. */
export const PartsModule = buildModule("Parts", (m) => {
  const { deployment } = m.useModule(DeploymentModule);
  let last: ReturnType<typeof m.call> | undefined;
  for (const { contract, creationCode } of parts) {
    last = m.call(deployment, "deploy", [creationCode], { id: contract, after: last === undefined ? [] : [last] });
  }
  return { deployment };
});

/** The verifier of the circuit `disclosure`, whose development key refuses all chains but 31337. */
export const DisclosureVerifierModule = buildModule("DisclosureVerifier", (m) => ({
  disclosureVerifier: m.contract("DisclosureVerifier"),
}));

/** Everything there is to deploy. */
export default buildModule("Anchorlog", (m) => ({
  ...m.useModule(PartsModule),
  ...m.useModule(DisclosureVerifierModule),
}));
