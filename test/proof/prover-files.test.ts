import { expect, it, vi } from "vitest";

it("a prover needs the package of the circuits, and says so", async () => {
  vi.doMock("@anchorlog/circuits", () => {
    throw new Error("it is not installed");
  });
  const { findCircuits } = await import("../../src/proof/prover-files.ts");
  await expect(findCircuits()).rejects.toMatchObject({ code: "circuits_missing" });
});
