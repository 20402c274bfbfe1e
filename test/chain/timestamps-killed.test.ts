import { it } from "vitest";
import { runKilled } from "./timestamps-killed.ts";

it("a checkpoint is written once in effect where its process is killed as it has sent it", async () => {
  await runKilled(["as it has sent"]);
});
