import { it } from "vitest";
import { MOMENTS, runKilled } from "./timestamps-killed.ts";

it("a checkpoint is written once, whenever its process is killed", async () => {
  await runKilled(Object.keys(MOMENTS));
});
