/** A thread of {@link createBatchBuilder}. */
import { parentPort, workerData } from "node:worker_threads";
import { parseKind } from "../action/kinds.ts";
import { AnchorlogError } from "../errors.ts";
import { buildStoredTrees } from "./build.ts";
import type { BuilderAnswer, BuilderData, BuilderJob } from "./builder.ts";

const { kinds, domainSeparator } = workerData as BuilderData;
const context = { kinds: new Map(kinds.map(([name, type]) => [name, parseKind(name, type)])), domainSeparator };

parentPort!.on("message", ({ id, entries }: BuilderJob) => {
  try {
    const trees = buildStoredTrees(entries, context);
    const buffers = [...trees.tree.levels, ...trees.zkTree.levels].map(({ buffer }) => buffer as ArrayBuffer);
    parentPort!.postMessage({ id, trees } satisfies BuilderAnswer, [...new Set(buffers)]);
  } catch (error) {
    const { code, fix, details } =
      error instanceof AnchorlogError ? error : { code: "builder_failed", fix: undefined, details: undefined };
    const message = error instanceof Error ? error.message.split("\nTo mend it: ")[0]! : String(error);
    parentPort!.postMessage({ id, code, message, fix, details } satisfies BuilderAnswer);
  }
});
