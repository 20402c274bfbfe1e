import { openAnchorlog, toHex } from "anchorlog";
import { decodeHeader } from "anchorlog/batch";
import { exampleOptions, exampleWaves, submitWave } from "../examples.ts";
import type { Generated } from "./generated.ts";

/** Renders the refusals and roots that the examples come to, on any machine. */
async function renderDemoVector(): Promise<string> {
  const { hands, ...options } = await exampleOptions(":memory:");
  const anchorlog = await openAnchorlog(options);
  const refusals: string[] = [];
  const batches: object[] = [];
  const anchors: object[] = [];
  for (const wave of await exampleWaves()) {
    for (const [i, answer] of (await submitWave(anchorlog, hands, wave)).entries()) {
      if (answer.status === "refused") refusals.push(`${wave.firstLine + i} ${answer.code}`);
    }
    for (const { log, header } of await anchorlog.closeBatches()) {
      const { root, zkRoot } = decodeHeader(header);
      batches.push({ log, root: toHex(root), zkRoot: toHex(zkRoot) });
    }
    const { size, root } = await anchorlog.checkpoint();
    anchors.push({ size, root: toHex(root) });
  }
  await anchorlog.close();
  return `${JSON.stringify({ refusals, batches, anchors }, undefined, 2)}\n`;
}

export const generated: readonly Generated[] = [{ path: "test/vectors/demo.json", render: renderDemoVector }];
