import { expect, it } from "vitest";
import { startAnvil } from "../dispute/anvil.ts";
import { runChaos } from "./chaos.ts";

it("anchors each batch once, in order, and uses each nonce, through 15 faults of the chain and of the process", async () => {
  const anvil = await startAnvil(Math.floor(Date.now() / 1000));
  try {
    const { anchored, paidTwice } = await runChaos({ url: anvil.url, kind: "anvil" }, 15);
    expect(anchored).toBeGreaterThan(0);
    expect(paidTwice).toBe(0);
  } finally {
    await anvil.close();
  }
});
