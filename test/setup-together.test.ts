import { expect, it } from "vitest";
import { currentUses, useEngine } from "../src/action/engine.ts";
import configure from "../vitest.config.ts";

it("resets the engine to its default before each file of a shared process", async () => {
  const { projects } = configure({ mode: "test", command: "serve" }).test!;
  const shared = projects!.filter((project) => (project as { test: { isolate?: boolean } }).test.isolate === false);
  expect(shared).toMatchObject([{ test: { setupFiles: ["test/setup-together.ts"] } }]);
  const before = currentUses();
  await useEngine("javascript");
  expect(currentUses()).not.toEqual(before);
  // Vitest evaluates the module again for each file. An import with another query does the same here.
  const again = "./setup-together.ts?again";
  await import(/* @vite-ignore */ again);
  expect(currentUses()).toEqual(before);
});
