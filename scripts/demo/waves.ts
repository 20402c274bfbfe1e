import { decodeHeader } from "anchorlog/batch";
import { toHex } from "anchorlog";
import { countOf } from "../../src/base/countOf.ts";
import { exampleWaves, submitWave, WAVES, type Wave } from "../examples.ts";
import type { Demo } from "./open.ts";
import { bad, count, line, short, soft, step, timed } from "./print.ts";

export type Refusal = { readonly line: number; readonly code: string; readonly message: string };
export type Accepted = { readonly log: string; readonly index: number };
type AnchorSummary = {
  readonly size: number;
  readonly root: string;
  readonly proofHashes: number;
  readonly block: number | null;
  readonly gas: string | null;
};

type Waves = {
  readonly accepted: readonly Accepted[];
  readonly refusals: readonly Refusal[];
  readonly counts: {
    readonly read: number;
    readonly accepted: number;
    readonly retries: number;
    readonly refused: number;
  };
  readonly anchors: readonly AnchorSummary[];
  readonly milliseconds: { readonly submit: number; readonly close: number; readonly anchor: number };
};

/** Steps 1 to 4, for each wave: verify, append, close batches, anchor. */
export async function runWaves(demo: Demo): Promise<Waves> {
  const waves: Waves[] = [];
  for (const wave of await exampleWaves()) waves.push(await runWave(demo, wave));
  const sum = (of: (wave: Waves) => number): number => waves.reduce((total, wave) => total + of(wave), 0);
  return {
    accepted: waves.flatMap((wave) => wave.accepted),
    refusals: waves.flatMap((wave) => wave.refusals),
    counts: {
      read: sum((w) => w.counts.read),
      accepted: sum((w) => w.counts.accepted),
      retries: sum((w) => w.counts.retries),
      refused: sum((w) => w.counts.refused),
    },
    anchors: waves.flatMap((wave) => wave.anchors),
    milliseconds: {
      submit: sum((w) => w.milliseconds.submit),
      close: sum((w) => w.milliseconds.close),
      anchor: sum((w) => w.milliseconds.anchor),
    },
  };
}

async function runWave(demo: Demo, wave: Wave): Promise<Waves> {
  const { lines, firstLine } = wave;
  const label = `wave ${wave.number} of ${WAVES}`;
  step("1, 2", `Verify the actions and append them to their logs: ${label}`);
  const [answers, submitMs] = await timed(() => submitWave(demo.anchorlog, demo.clock, wave));
  const accepted: Accepted[] = [];
  const refusals: Refusal[] = [];
  let retries = 0;
  for (const [i, answer] of answers.entries()) {
    if (!("receipt" in answer)) refusals.push({ line: firstLine + i, code: answer.code, message: answer.message });
    else if (answer.status === "retry") retries++;
    else accepted.push({ log: answer.log, index: answer.index });
  }
  line(
    `${count(lines.length)} actions: ${count(accepted.length)} signed, unused, in time: appended, durable, each with a receipt ${soft(`${submitMs} ms, ${count(Math.round(lines.length / (submitMs / 1000)))}/s`)}`,
  );
  if (retries > 0) line(`${retries} retry of an action that is in its log already: answered with the receipt it got`);
  if (refusals.length > 0) line(`${refusals.length} refused, while the rest went on:`);
  for (const refusal of refusals)
    line(`  ${bad("✗")} line ${refusal.line}: ${refusal.code.padEnd(24)}${soft(refusal.message.slice(0, 100))}`);

  step("3", `Close batches, extend the operator's batch log, sign a checkpoint: ${label}`);
  const [closed, closeMs] = await timed(() => demo.anchorlog.closeBatches());
  for (const { log, position, header } of closed) {
    const { number, count: entries, root, zkRoot } = decodeHeader(header);
    line(
      `batch ${number} of ${log}, at ${position}: ${countOf(entries, "entry")}, root ${short(toHex(root))}, zk root ${short(toHex(zkRoot))}`,
    );
  }
  const checkpoint = await demo.anchorlog.checkpoint();
  line(
    `checkpoint: ${countOf(checkpoint.size, "batch")}, root ${short(toHex(checkpoint.root))}, signed for transparency logs (Ed25519) and for the chain (EIP-712) ${soft(`${closeMs} ms`)}`,
  );

  step("4", `Anchor it: ${label}`);
  await demo.node.reach(demo.clock.now);
  const [anchored, anchorMs] = await timed(() => demo.anchorlog.anchor());
  const proof =
    anchored.proofHashes === 0
      ? "the first checkpoint needs no proof"
      : `consistency with the last checkpoint checked on chain, ${countOf(anchored.proofHashes, "hash")} of proof`;
  line(`block ${anchored.blockNumber}: ${proof} ${soft(`${count(anchored.gasUsed ?? 0n)} gas, ${anchorMs} ms`)}`);
  return {
    accepted,
    refusals,
    counts: { read: lines.length, accepted: accepted.length, retries, refused: refusals.length },
    anchors: [
      {
        size: anchored.size,
        root: toHex(checkpoint.root),
        proofHashes: anchored.proofHashes,
        block: anchored.blockNumber ?? null,
        gas: anchored.gasUsed === undefined ? null : String(anchored.gasUsed),
      },
    ],
    milliseconds: { submit: submitMs, close: closeMs, anchor: anchorMs },
  };
}
