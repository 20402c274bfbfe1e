import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

/**
 * The registry. Its parameters have no defaults: `ignition/parameters/` has those of every preset.
 *
 * On its own, this is the module for chains that refuse the development verifier: all but 31337.
 */
export const AnchorRegistryModule = buildModule("AnchorRegistry", (m) => {
  const registry = m.contract("AnchorRegistry", [
    {
      challengeWindow: m.getParameter("challengeWindow"),
      responseTime: m.getParameter("responseTime"),
      margin: m.getParameter("margin"),
      minAnchorInterval: m.getParameter("minAnchorInterval"),
      ringLength: m.getParameter("ringLength"),
    },
  ]);
  return { registry };
});

export const DisclosureVerifierModule = buildModule("DisclosureVerifier", (m) => ({
  disclosureVerifier: m.contract("DisclosureVerifier"),
}));

/** Everything there is to deploy. */
export default buildModule("Anchorlog", (m) => ({
  ...m.useModule(AnchorRegistryModule),
  ...m.useModule(DisclosureVerifierModule),
}));
