/**
 * Verifies a checkpoint's signatures, and that it extends an earlier checkpoint.
 *
 *     node scripts/verify-checkpoint.ts CHECKPOINT --trust FILE [--earlier FILE --tiles URL]
 *
 * Exit codes: 0 valid, 1 invalid; 3 no verdict, after a wrong call or without an answer.
 */
import { readFile } from "node:fs/promises";
import { isCheckpointBy, parseCheckpoint } from "anchorlog/batch";
import { verifyConsistency } from "anchorlog/crypto/merkle";
import { httpTiles, openTiles, policyOf } from "anchorlog/tlog";
import { readCall, readTrust } from "./verifying.ts";

const usage = "verify-checkpoint.ts CHECKPOINT --trust FILE [--earlier FILE --tiles URL]";
const { file, values } = readCall(usage);
const { operator } = await readTrust(values);
if (operator === undefined || (values["earlier"] && !values["tiles"]))
  throw new Error(`call it as: node scripts/${usage}`);
const { anchorKey, noteKey } = operator;

/** Reads a checkpoint that both of the operator's newest keys signed. */
const readSigned = async (name: string) => {
  const checkpoint = parseCheckpoint(await readFile(name, "utf8"));
  if (isCheckpointBy(checkpoint, operator, { anchorKey, noteKey })) return checkpoint;
  console.log(`invalid: ${name} is not signed by both keys of ${values["trust"]}`);
  return process.exit(1);
};

const checkpoint = await readSigned(file);
console.log(`signed: ${checkpoint.size} batches, root ${Buffer.from(checkpoint.root).toString("hex")}`);

if (values["earlier"] !== undefined) {
  const earlier = await readSigned(values["earlier"]);
  // The log's tiles are checked against the log's own newest checkpoint, which must be at least as new as the given one.
  const log = await openTiles(httpTiles(values["tiles"]!), policyOf({ logs: [noteKey] }));
  const proof = await log.consistencyProof(earlier.size, checkpoint.size);
  const grew = verifyConsistency(earlier.size, earlier.root, checkpoint.size, checkpoint.root, proof);
  console.log(grew ? `extends the ${earlier.size} batches of ${values["earlier"]}` : "invalid: the log was rewritten");
  process.exitCode = grew ? 0 : 1;
}
