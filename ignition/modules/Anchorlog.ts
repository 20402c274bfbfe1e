import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import { creationCodeHashes, parts } from "../../src/anchor/addresses.ts";

/** The contracts that stand alone. */
export const standaloneModules = {
  poseidon: buildModule("Poseidon", (m) => ({ poseidon: m.contract("Poseidon") })),
  // The verifiers' development keys refuse all chains but 31337.
  disclosureVerifier: buildModule("DisclosureVerifier", (m) => ({
    disclosureVerifier: m.contract("DisclosureVerifier"),
  })),
  orderVerifier: buildModule("OrderVerifier", (m) => ({ orderVerifier: m.contract("OrderVerifier") })),
  absenceVerifier: buildModule("AbsenceVerifier", (m) => ({ absenceVerifier: m.contract("AbsenceVerifier") })),
  attestations: buildModule("Attestations", (m) => ({ attestations: m.contract("Attestations") })),
};

/**
 * The contract that deploys the others. Its parameters have no defaults: `ignition/parameters/` has those of every
 * preset.
 */
export const DeploymentModule = buildModule("Deployment", (m) => ({
  deployment: m.contract("Deployment", [
    {
      timing: m.getParameter("timing"),
      stake: m.getParameter("stake"),
      challenges: m.getParameter("challenges"),
      disputes: m.getParameter("disputes"),
      standalone: m.getParameter("standalone"),
    },
    creationCodeHashes(),
  ]),
}));

/** What the {@link DeploymentModule}'s contract deploys, part by part, so that each transaction fits a block. */
export const PartsModule = buildModule("Parts", (m) => {
  const { deployment } = m.useModule(DeploymentModule);
  // `Challenges` and `FaultProofs` refuse a `Poseidon`, `Disputes` a verifier that is not there.
  const { poseidon } = m.useModule(standaloneModules.poseidon);
  const { orderVerifier } = m.useModule(standaloneModules.orderVerifier);
  let last: ReturnType<typeof m.call> | undefined;
  for (const { contract, creationCode } of parts) {
    last = m.call(deployment, "deploy", [creationCode], {
      id: contract,
      after: last === undefined ? [poseidon, orderVerifier] : [last],
    });
  }
  return { deployment };
});

/** Everything there is to deploy. */
export default buildModule("Anchorlog", (m) => ({
  ...m.useModule(standaloneModules.poseidon),
  ...m.useModule(standaloneModules.disclosureVerifier),
  ...m.useModule(standaloneModules.orderVerifier),
  ...m.useModule(standaloneModules.absenceVerifier),
  ...m.useModule(standaloneModules.attestations),
  ...m.useModule(PartsModule),
}));
