import { mkdir, writeFile } from "node:fs/promises";
import { connectChain, finalityDelay, presets } from "anchorlog/chain";
import { parseCheckpoint } from "anchorlog/batch";
import { formatBundle, verifyBundle, type BundleVerdict, type Trust } from "anchorlog/verify/bundle";
import type { Demo } from "./open.ts";
import { bold, count, good, line, soft, step, timed } from "./print.ts";
import type { Accepted } from "./waves.ts";

/** Step 5: a proof bundle for every action, verified offline and against the node. */
export async function bundleEverything(demo: Demo, accepted: readonly Accepted[]) {
  step("5", "Write a proof bundle for every action and verify all of them");
  const texts: string[] = [];
  const [, writeMs] = await timed(async () => {
    await mkdir(`${demo.folder}/bundles`, { recursive: true });
    for (const at of accepted) {
      const text = formatBundle(await demo.anchorlog.bundle(at));
      await writeFile(`${demo.folder}/bundles/${at.log}-${String(at.index).padStart(5, "0")}.json`, text);
      texts.push(text);
    }
  });
  const { note } = await demo.anchorlog.checkpoint();
  await writeFile(`${demo.folder}/checkpoint`, note);
  line(`${count(texts.length)} bundles in bundles/, one JSON file each ${soft(`${writeMs} ms`)}`);

  const [offline, offlineMs] = await timed(() => verifyAll(texts, { checkpoint: parseCheckpoint(note) }));
  line(`offline, with nothing but the checkpoint: ${describe(offline)} ${soft(`${offlineMs} ms`)}`);

  const first = await verifyBundle(texts[0]!, { chain: await connectChain(demo.node.url) });
  const delay = finalityDelay(presets.local.timing);
  line(
    `against the node: the first bundle is ${bold(first.state ?? first.code)}; now the chain's clock moves ${delay} s on, the time to finality here`,
  );
  await demo.node.advance(delay);
  const chain = await connectChain(demo.node.url);
  const [online, onlineMs] = await timed(() => verifyAll(texts, { chain }));
  line(`against the node again: ${describe(online)} ${soft(`${onlineMs} ms`)}`);

  const nothing = await verifyBundle(texts[0]!, {});
  line(`with nothing trusted, a bundle proves nothing: ${nothing.verdict} (${nothing.code})`);
  return {
    count: texts.length,
    offline: tally(offline),
    againstNode: tally(online),
    milliseconds: { writeBundles: writeMs, verifyOffline: offlineMs, verifyAgainstNode: onlineMs },
  };
}

async function verifyAll(texts: readonly string[], trust: Trust): Promise<BundleVerdict[]> {
  const verdicts: BundleVerdict[] = [];
  for (const text of texts) verdicts.push(await verifyBundle(text, trust));
  const failed = verdicts.find(({ verdict }) => verdict !== "valid");
  if (failed !== undefined)
    throw new Error(`a bundle of our own is ${failed.verdict}: ${failed.code}: ${failed.message}`);
  return verdicts;
}

/** Counts the verdicts of each kind: `{ "valid, final": 1040 }`. */
function tally(verdicts: readonly BundleVerdict[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict, state } of verdicts) {
    const key = state === null ? verdict : `${verdict}, ${state}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function describe(verdicts: readonly BundleVerdict[]): string {
  return Object.entries(tally(verdicts))
    .map(([key, n]) => `${count(n)} ${good(key)}`)
    .join(", ");
}
