import { expect, it } from "vitest";
import { startNode } from "../../scripts/node.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { SEED } from "../seed.ts";
import { runChaos } from "./chaos.ts";

/**
 * Nothing is paid in vain. What reverts is an anchor that was sent behind another one which a reorganization then takes
 * out: where both come into one block, the registry wants minAnchorInterval between them, and one block has one time
 * (`AnchoredTooSoon`); where the first one does not come back, the second does not follow what is there
 * (`InconsistentHistory`). None is sent before minAnchorInterval has passed on chain, so that it takes a reorganization
 * as deep as that is long: a second here, ten minutes with the mainnet preset. The operator of the chaos has set `confirmations` to a block more than its deepest reorganization, and keeps its next
 * transaction back until then: so the bound is 0. test/anchor/following.test.ts shows both sides of it.
 *
 * Nothing is paid twice: a checkpoint has one nonce until that is used, whichever endpoint lies about it. At most one
 * endpoint of three lies at a time here, so that no transaction is made by a lie either.
 */
const FAULTS = Number(process.env["ANCHORLOG_FAULTS"] ?? 1_000);
/** Only what hangs ends by it: a fault takes a second, and on a machine that is busy three. */
const HANGS = 10_000 * FAULTS;

it(
  `anchors all that it promised once, in order, through ${FAULTS} faults on anvil`,
  async () => {
    const anvil = await startAnvil(Math.floor(Date.now() / 1000));
    try {
      const counts = await runChaos({ url: anvil.url, kind: "anvil" }, FAULTS);
      console.log(SEED, JSON.stringify(counts, undefined, 2));
      expect(counts.final).toBe(counts.promised);
      expect([counts.paidTwice, counts.inVain]).toEqual([[], []]);
    } finally {
      await anvil.close();
    }
  },
  HANGS,
);

it(
  `the same through ${FAULTS / 4} faults on Hardhat's node`,
  async () => {
    const node = await startNode();
    try {
      const counts = await runChaos({ url: node.url, kind: "hardhat" }, FAULTS / 4);
      console.log(SEED, JSON.stringify(counts, undefined, 2));
      expect(counts.final).toBe(counts.promised);
      expect([counts.paidTwice, counts.inVain]).toEqual([[], []]);
    } finally {
      await node.close();
    }
  },
  HANGS,
);
