import { expect, it } from "vitest";
import { startAnvil } from "../dispute/anvil.ts";
import { SEED } from "../seed.ts";
import { runChaos, SLOW_FAULTS, type ChaosCounts } from "./chaos.ts";

/**
 * No transaction reverts. An anchor reverts only if it was sent after another one that a reorganization then removes.
 * If both come into one block, the registry wants minAnchorInterval between them, and one block has one time
 * (`AnchoredTooSoon`). If the first one does not come back, the second does not follow the last anchor
 * (`InconsistentHistory`). An anchor is not sent before minAnchorInterval has passed on chain, so this takes a
 * reorganization of that depth: a second here, ten minutes with the mainnet preset. The chaos operator sets
 * `confirmations` to a block more than its deepest reorganization, and holds its next transaction until then. So the
 * bound is 0. test/chain/following.test.ts shows both sides of it.
 *
 * No checkpoint is anchored twice: a checkpoint has one nonce until that is used, even if an endpoint lies about it. At
 * most one endpoint of three lies at a time here, so a lie causes no transaction.
 *
 * A round is one operator on one chain. Rounds run side by side, since most of a fault's time is waiting. The rounds on
 * Hardhat's node are in chaos-hardhat.slow.test.ts, in their own process.
 */
const { anvil: FAULTS, hangs: HANGS } = SLOW_FAULTS;
const ROUNDS = 2;

async function runRound(): Promise<ChaosCounts> {
  const anvil = await startAnvil(Math.floor(Date.now() / 1000));
  try {
    return await runChaos({ ...anvil, kind: "anvil" }, FAULTS / ROUNDS);
  } finally {
    await anvil.close();
  }
}

it(
  `anchors all promised entries once, in order, through ${FAULTS} faults on anvil`,
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
