import { expect, it } from "vitest";
import { startAnvil } from "../dispute/anvil.ts";
import { runChaos } from "./chaos.ts";

it("anchors all that it promised once, in order, through 15 faults of the chain and of the process", async () => {
  const anvil = await startAnvil(Math.floor(Date.now() / 1000));
  try {
    const { faults, promised, final, anchored, paidTwice, inVain } = await runChaos(
      { url: anvil.url, kind: "anvil" },
      15,
    );
    expect(faults["SIGKILL of the process"]).toBe(1);
    expect(anchored).toBeGreaterThan(0);
    expect(final).toBe(promised);
    expect([paidTwice, inVain]).toEqual([[], []]);
  } finally {
    await anvil.close();
  }
});
