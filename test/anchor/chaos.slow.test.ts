import { expect, it } from "vitest";
import { startAnvil } from "../dispute/anvil.ts";
import { SEED } from "../seed.ts";
import { runChaos, SLOW_FAULTS, type ChaosCounts } from "./chaos.ts";

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
 *
 * A round is one operator on one chain. Rounds go on beside each other, since most of a fault's time is waiting; those on
 * Hardhat's node are in chaos-hardhat.slow.test.ts, in a process of its own.
 */
const { anvil: FAULTS, hangs: HANGS } = SLOW_FAULTS;
const ROUNDS = 2;

async function runRound(): Promise<ChaosCounts> {
  const anvil = await startAnvil(Math.floor(Date.now() / 1000));
  try {
    return await runChaos({ url: anvil.url, kind: "anvil" }, FAULTS / ROUNDS);
  } finally {
    await anvil.close();
  }
}

it(
  `anchors all that it promised once, in order, through ${FAULTS} faults on anvil`,
  async () => {
    const rounds = await Promise.all(Array.from({ length: ROUNDS }, runRound));
    console.log(SEED, JSON.stringify(rounds, undefined, 2));
    for (const { final, promised, paidTwice, inVain } of rounds) {
      expect(final).toBe(promised);
      expect([paidTwice, inVain]).toEqual([[], []]);
    }
  },
  HANGS,
);
