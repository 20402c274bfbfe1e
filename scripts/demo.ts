/**
 * The demonstration: signed actions become a verified anchor, through all five layers, on a real local
 * chain. It writes everything to demo-output/. `npm start` runs it, and `npm start -- --help` lists its options.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { formatVerifierKey } from "anchorlog/tlog";
import { formatTrust } from "anchorlog/verify/bundle";
import { readOptions } from "./arguments.ts";
import { auditOriginal, auditTampered } from "./demo/audit.ts";
import { bundleEverything } from "./demo/bundles.ts";
import { showCustody } from "./demo/custody.ts";
import { openDemo } from "./demo/open.ts";
import { bold, good, line, soft } from "./demo/print.ts";
import { discloseOne } from "./demo/disclosure.ts";
import { settleDoubleSale } from "./demo/dispute.ts";
import { runWaves } from "./demo/waves.ts";

const values = readOptions({
  command: "npm start --",
  about: "The demonstration: signed actions become a verified anchor, through all five layers, on a local chain.",
  options: { output: { value: "FOLDER", about: "deleted first if it exists", byDefault: "demo-output" } },
});
const folder = resolve(values.output);
const started = performance.now();

process.stdout.write(`${bold("anchorlog")}: from signed actions to a verified anchor, through all five layers\n`);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const demo = await openDemo(folder);
try {
  const waves = await runWaves(demo);
  const bundles = await bundleEverything(demo, waves.accepted);
  const disclosure = await discloseOne(demo, waves.accepted);
  const dispute = await settleDoubleSale(demo, waves.accepted);
  const original = await auditOriginal(demo, waves.refusals);
  const tampered = await auditTampered(demo);
  const custody = await showCustody(demo);

  await writeFile(`${folder}/trust.json`, formatTrust(demo.trusted));
  const summary = {
    verdict: original.verdict,
    operator: { ...demo.operator, noteKey: formatVerifierKey(demo.trusted.noteKey) },
    actions: waves.counts,
    refusals: waves.refusals,
    batches: original.batches.map(({ position, log, number, start, count, root, zkRoot }) => ({
      position,
      log,
      number,
      start,
      count,
      root,
      zkRoot,
    })),
    anchors: waves.anchors,
    bundles,
    disclosure,
    dispute,
    tampering: tampered,
    custody,
    gas: {
      deploy: demo.deployGas,
      register: demo.registerGas,
      stake: demo.stakeGas,
      anchors: waves.anchors.map(({ gas }) => gas),
      verifyDisclosure: disclosure.gas,
    },
    milliseconds: {
      ...waves.milliseconds,
      ...bundles.milliseconds,
      prove: disclosure.milliseconds,
      total: Math.round(performance.now() - started),
    },
  };
  await writeFile(`${folder}/summary.json`, `${JSON.stringify(summary, undefined, 2)}\n`);
} finally {
  await demo.close();
}

const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(
  `\n${good("Done")} in ${seconds} s. Everything is in ${bold(values.output)}/: open report.html, or verify for yourself:\n`,
);
line(`npx anchorlog verify ${values.output}/bundles/*.json --checkpoint ${values.output}/checkpoint`);
line(`npx anchorlog audit ${values.output}/export --checkpoint ${values.output}/checkpoint`);
line(
  `npx anchorlog audit ${values.output}/tampered-export --checkpoint ${values.output}/checkpoint   ${soft("# exit code 1")}`,
);
