/**
 * Verifies a checkpoint's signatures, and that it extends an earlier checkpoint.
 *
 *     node scripts/verify-checkpoint.ts CHECKPOINT --trust FILE [--earlier FILE --tiles URL]
 *
 * Exit codes: 0 valid, 1 invalid.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { isCheckpointBy, parseCheckpoint } from "anchorlog/batch";
import { verifyConsistency } from "anchorlog/crypto/merkle";
import { httpTiles, openTiles, policyOf } from "anchorlog/tlog";
import { parseTrust } from "anchorlog/verify/bundle";

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  options: { trust: text, earlier: text, tiles: text },
  allowPositionals: true,
});
const operator = parseTrust(await readFile(values.trust!, "utf8"));
const { anchorKey, noteKey } = operator;

/** Reads a checkpoint that both of the operator's newest keys signed. */
async function readSigned(file: string) {
  const checkpoint = parseCheckpoint(await readFile(file, "utf8"));
  if (isCheckpointBy(checkpoint, operator, { anchorKey, noteKey })) return checkpoint;
  console.log(`invalid: ${file} is not signed by both keys of ${values.trust}`);
  return process.exit(1);
}

const checkpoint = await readSigned(positionals[0]!);
console.log(`signed: ${checkpoint.size} batches, root ${Buffer.from(checkpoint.root).toString("hex")}`);

if (values.earlier !== undefined) {
  const earlier = await readSigned(values.earlier);
  // The log's tiles are checked against the log's own newest checkpoint, which must be at least as new as the given one.
  const log = await openTiles(httpTiles(values.tiles!), policyOf({ logs: [noteKey] }));
  const proof = await log.consistencyProof(earlier.size, checkpoint.size);
  const grew = verifyConsistency(earlier.size, earlier.root, checkpoint.size, checkpoint.root, proof);
  console.log(grew ? `extends the ${earlier.size} batches of ${values.earlier}` : "invalid: the log was rewritten");
  process.exitCode = grew ? 0 : 1;
}
