import { describe, expect, it } from "vitest";
import { CHAINS, goRound, startRehearsal, deployer } from "./rehearsal.ts";

// The default run has the same test with Sepolia's limits.
const { opSepolia, mainnet } = CHAINS;

describe.each(Object.entries({ opSepolia, mainnet }))("on the terms of %s", (_, chain) => {
  it("the contracts are deployed, and an operator anchors", async () => {
    const at = await startRehearsal(chain);
    await at.fund(deployer.address, 10n ** 19n);
    const said = await at.done("deploy", "--preset", chain.preset, "--key", "file:deployer", "--yes");
    expect(said).toMatch(/^the code of all contracts is this release's$/m);
    await goRound(at, chain.preset);
  });
});
