/** Runs the examples in a user's project, as their first lines say. */
import { execFile, spawn } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { openAnchorlog } from "anchorlog";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { writeExport } from "anchorlog/verify/audit";
import { startServer } from "../action/signers/server.ts";
import { keys, operator, signAction, types, wallets } from "../operator.ts";
import { root } from "./project.ts";

const exec = promisify(execFile);

/** Runs an example to its end. Returns its output. */
export async function runExample(folder: string, name: string, args: string[] = [], env = {}): Promise<string> {
  await cp(join(root, "examples", name), join(folder, name));
  const options = { cwd: folder, env: { ...process.env, ...env } };
  return (await exec(process.execPath, [name, ...args], options)).stdout;
}

/** Starts the example of a server, and has the example of a client act there. Returns the client's output. */
export async function runServer(folder: string, name: string): Promise<string> {
  await cp(join(root, "examples", name), join(folder, name));
  const child = spawn(process.execPath, [name], { cwd: folder, env: { ...process.env, PORT: "0" } });
  try {
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended`)));
    const lines = createInterface({ input: child.stdout });
    const [url] = (await Promise.race([once(lines, "line"), ended])) as [string];
    ended.catch(() => undefined);
    return await runExample(folder, "browser-client.mjs", [url]);
  } finally {
    child.kill("SIGKILL");
  }
}

/** Writes an export for the example of an auditor. Returns its checkpoint. */
export async function writeSample(folder: string): Promise<string> {
  const store = await openSqliteStore(":memory:");
  const anchorlog = await openAnchorlog({ store, operator, logs: ["a.example"], types, keys });
  const deadline = Math.floor(Date.now() / 1_000) + 3_600;
  const sign = (nonce: number) => signAction(wallets[0]!, "a.example", nonce, { deadline });
  await anchorlog.submitMany(await Promise.all([1, 2, 3].map(sign)));
  await anchorlog.closeBatches();
  const { note } = await anchorlog.checkpoint();
  await writeExport(folder, { store, operator, types, keys, logs: ["a.example"] });
  await anchorlog.close();
  return note;
}

/** A server that answers as AWS KMS does, with a key of its own. */
export function startKms(): ReturnType<typeof startServer> {
  const secret = new Uint8Array(32).fill(0xd1);
  const [x, y] = [1, 33].map((at) => Buffer.from(secp256k1.getPublicKey(secret, false).slice(at, at + 32)));
  const jwk = { kty: "EC", crv: "secp256k1", x: x!.toString("base64url"), y: y!.toString("base64url") };
  const spki = createPublicKey({ key: jwk, format: "jwk" }).export({ format: "der", type: "spki" });
  return startServer(({ headers, body }) => {
    if (headers["x-amz-target"] === "TrentService.GetPublicKey") {
      const PublicKey = spki.toString("base64");
      return { body: { KeySpec: "ECC_SECG_P256K1", KeyUsage: "SIGN_VERIFY", PublicKey } };
    }
    const digest = Buffer.from((JSON.parse(body) as { Message: string }).Message, "base64");
    const signature = secp256k1.Signature.fromBytes(secp256k1.sign(digest, secret, { prehash: false, lowS: true }));
    return { body: { Signature: Buffer.from(signature.toBytes("der")).toString("base64") } };
  });
}
