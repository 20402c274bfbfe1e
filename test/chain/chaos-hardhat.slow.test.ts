import { expect, it } from "vitest";
import { closing } from "../ends.ts";
import { startNode } from "../../scripts/node.ts";
import { SEED } from "../seed.ts";
import { runChaos, SLOW_FAULTS } from "./chaos.ts";

const { hardhat: FAULTS, hangs: HANGS } = SLOW_FAULTS;

it(
  `anchors all promised entries once, in order, through ${FAULTS} faults on Hardhat's node`,
  async () => {
    // Blocks are mined faster than one a second: the operator would report `clock_behind` in the end.
    const node = closing(await startNode(Date.now(), { isSteady: true }));
    try {
      const counts = await runChaos({ ...node, kind: "hardhat" }, FAULTS);
      console.log(SEED, JSON.stringify(counts, undefined, 2));
      expect(counts.final).toBe(counts.promised);
      expect([counts.paidTwice, counts.inVain]).toEqual([[], []]);
    } finally {
      await node.close();
    }
  },
  HANGS,
);
