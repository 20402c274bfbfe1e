/** A witness by c2sp.org/tlog-witness, on node:http and node:crypto: keeps state, verifies proofs, cosigns. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { listen } from "../listening.ts";
import { isConsistent, keyIdOf, nodeEd25519 } from "./logs.ts";

type Log = { readonly name: string; readonly keyId: Buffer; readonly publicKey: Uint8Array };
type State = { size: number; root: Buffer; note: string };

export type WitnessServer = {
  readonly url: string;
  readonly vkey: string;
  readonly state: Map<string, State>;
  /** The bodies that were posted. */
  readonly requests: string[];
  close(): Promise<void>;
};

type Reply = { status: number; body?: string; type?: string };

const EMPTY_ROOT = Buffer.from("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "base64");

/** @param logs the key of each origin that is witnessed */
export async function startWitness(
  name: string,
  seed: Uint8Array,
  logs: Readonly<Record<string, Log>>,
  clock: () => number = () => 1_767_603_600,
): Promise<WitnessServer> {
  const key = nodeEd25519.privateKey(seed);
  const publicKey = nodeEd25519.publicBytes(key);
  const keyId = keyIdOf(name, 4, publicKey);
  const state = new Map<string, State>();
  const requests: string[] = [];

  const cosign = (text: string): string => {
    const time = clock();
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(BigInt(time));
    const signature = nodeEd25519.sign(`cosignature/v1\ntime ${time}\n${text}`, key);
    return `\u2014 ${name} ${Buffer.concat([keyId, stamp, signature]).toString("base64")}\n`;
  };

  /** The checks, in the order of the specification. */
  const addCheckpoint = (body: string): Reply => {
    const match =
      /^old (0|[1-9][0-9]*)\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n((?:[^\n]+\n){3,})\n((?:\u2014 [^\n]+\n)+)$/.exec(body);
    if (match === null) return { status: 400, body: "malformed\n" };
    const [, old, proofLines, text, signatures] = match as unknown as [string, string, string, string, string];
    const [origin, sizeLine, rootLine] = text.split("\n") as [string, string, string];
    const log = logs[origin];
    if (log === undefined) return { status: 404, body: "unknown log\n" };
    const own = signatures
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ") as [string, string, string])
      .map(([, signer, base64]) => ({ signer, bytes: Buffer.from(base64, "base64") }))
      .filter(({ signer, bytes }) => signer === log.name && bytes.subarray(0, 4).equals(log.keyId));
    const signed = own.every(({ bytes }) => nodeEd25519.verify(text, log.publicKey, bytes.subarray(4)));
    if (own.length === 0 || !signed) return { status: 403, body: "no valid signature\n" };
    const [oldSize, size, root] = [Number(old), Number(sizeLine), Buffer.from(rootLine, "base64")];
    if (oldSize > size) return { status: 400, body: "old size over new size\n" };
    const known = state.get(origin) ?? { size: 0, root: EMPTY_ROOT, note: "" };
    if (known.size !== oldSize) return { status: 409, body: `${known.size}\n`, type: "text/x.tlog.size" };
    const proof = proofLines
      .split("\n")
      .slice(0, -1)
      .map((line) => Buffer.from(line, "base64"));
    const consistent =
      oldSize === 0
        ? proof.length === 0 && (size > 0 || root.equals(EMPTY_ROOT))
        : oldSize === size
          ? proof.length === 0 && root.equals(known.root)
          : isConsistent(oldSize, known.root, size, root, proof);
    if (!consistent) return { status: 422, body: "not consistent\n" };
    const line = cosign(text);
    state.set(origin, { size, root, note: `${text}\n${signatures}${line}` });
    return { status: 200, body: line };
  };

  const server = await listen(async (request, response) => {
    let reply: Reply = { status: 404 };
    if (request.method === "POST" && request.url === "/prefix/add-checkpoint") {
      const body = await textOf(request);
      requests.push(body);
      reply = addCheckpoint(body);
    } else if (request.method === "GET") {
      const found = [...state].find(([origin]) => request.url === `/prefix/${hashOf(origin)}/checkpoint`);
      if (found !== undefined) reply = { status: 200, body: found[1].note };
    }
    response.writeHead(reply.status, { "Content-Type": reply.type ?? "text/plain; charset=utf-8" });
    response.end(reply.body);
  });
  const vkey = `${name}+${keyId.toString("hex")}+${Buffer.concat([Uint8Array.of(4), publicKey]).toString("base64")}`;
  return { url: `${server.url}/prefix`, vkey, state, requests, close: server.close };
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const hashOf = (origin: string): string => createHash("sha256").update(origin).digest("hex");
