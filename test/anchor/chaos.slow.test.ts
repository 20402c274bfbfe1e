import { expect, it } from "vitest";
import { startNode } from "../../scripts/node.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { runChaos } from "./chaos.ts";

const FAULTS = Number(process.env["ANCHORLOG_FAULTS"] ?? 1_000);

it(`anchors each batch once, in order, and uses each nonce, through ${FAULTS} faults on anvil`, async () => {
  const anvil = await startAnvil(Math.floor(Date.now() / 1000));
  try {
    const counts = await runChaos({ url: anvil.url, kind: "anvil" }, FAULTS);
    console.log(counts);
    expect(counts.paidTwice).toBe(0);
    // Only a reorganization takes out what a transaction builds on.
    expect(counts.inVain.length).toBeLessThanOrEqual(counts.faults["reorganizes"] ?? 0);
  } finally {
    await anvil.close();
  }
});

it(`the same through ${FAULTS / 4} faults on Hardhat's node`, async () => {
  const node = await startNode();
  try {
    const counts = await runChaos({ url: node.url, kind: "hardhat" }, FAULTS / 4);
    console.log(counts);
    expect([counts.paidTwice, counts.inVain]).toEqual([0, []]);
  } finally {
    await node.close();
  }
});
