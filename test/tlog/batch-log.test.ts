import { afterEach, describe, expect, it } from "vitest";
import {
  anchorSignature,
  decodeHeader,
  encodeHeader,
  hashHeader,
  HEADER_BYTES,
  isCheckpointBy,
  parseCheckpoint,
  signCheckpoint,
} from "anchorlog/batch";
import { buildTree, consistencyProof, hashLeaves, treeRoot } from "anchorlog/crypto/merkle";
import {
  checkTiles,
  formatTlogProof,
  openTiles,
  parseCosignerKey,
  policyOf,
  publishTiles,
  requestCosignatures,
  verifyTlogProof,
} from "anchorlog/tlog";
import { keys, operator, trusted } from "../operator.ts";
import { memoryTiles } from "./logs.ts";
import { startWitness, type WitnessServer } from "./witness-server.ts";

const bytes32 = (n: number): Uint8Array => new Uint8Array(32).fill(n & 255).fill(n >> 8, 16);
const headers = Array.from({ length: 300 }, (_, i) =>
  encodeHeader({
    log: bytes32(i),
    number: 0,
    start: 0,
    count: 1,
    prevLeaf: undefined,
    parent: new Uint8Array(32),
    prevHead: bytes32(i),
    head: bytes32(i + 1),
    root: bytes32(i + 2),
    zkRoot: bytes32(i + 3),
    closedAt: 1_767_603_600_000,
  }),
);
const treeAt = (size: number) => buildTree(hashLeaves(headers.slice(0, size)));
const checkpointAt = (size: number): Promise<string> =>
  signCheckpoint(operator, { size, root: treeRoot(treeAt(size)) }, keys);
const entries = (start: number, end: number) => headers.slice(start, end);

const servers: WitnessServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe("an operator's batch log", () => {
  it("is a tiled log of headers for a reader with its note key", async () => {
    const store = memoryTiles();
    for (const size of [1, 257, 300]) await publishTiles(store, { checkpoint: await checkpointAt(size), entries });
    const policy = policyOf({ logs: [trusted.noteKey] });
    expect(await checkTiles(store, policy)).toMatchObject({ entries: 300, problems: [] });
    expect(store.files.get("tile/entries/000")).toHaveLength(256 * (2 + HEADER_BYTES));
    const reader = await openTiles(store, policy);
    const [header] = await reader.entries(299, 300);
    expect(decodeHeader(header!).log).toEqual(bytes32(299));
    const checkpoint = new TextDecoder().decode(store.files.get("checkpoint"));
    const proof = formatTlogProof({ index: 299, hashes: await reader.inclusionProof(299), checkpoint });
    expect(verifyTlogProof(proof, hashHeader(headers[299]!), policy)).toMatchObject({ valid: true });
    expect(verifyTlogProof(proof, hashHeader(headers[298]!), policy)).toMatchObject({ code: "not_included" });
  });

  it("has checkpoints that witnesses cosign, and the operator's signature stays valid", async () => {
    const log = { ...trusted.noteKey, keyId: Buffer.from(trusted.noteKey.keyId) };
    for (const i of [1, 2, 3]) {
      servers.push(await startWitness(`witness.example/${i}`, new Uint8Array(32).fill(i), { [log.name]: log }));
    }
    const witnesses = servers.map(({ url, vkey }) => ({ url, key: parseCosignerKey(vkey) }));
    const policy = policyOf({ logs: [trusted.noteKey], witnesses: witnesses.map(({ key }) => key), threshold: 3 });
    const store = memoryTiles();
    for (const size of [2, 300]) {
      const checkpoint = await checkpointAt(size);
      await publishTiles(store, { checkpoint, entries });
      await expect(openTiles(store, policy)).rejects.toMatchObject({ code: "untrusted_checkpoint" });
      const result = await requestCosignatures(checkpoint, witnesses, (old) => consistencyProof(treeAt(size), old));
      expect(result.answers.map(({ cosigned }) => cosigned)).toEqual([true, true, true]);
      await publishTiles(store, { checkpoint: result.checkpoint, entries });
      expect((await openTiles(store, policy)).checkpoint.size).toBe(size);

      const parsed = parseCheckpoint(result.checkpoint);
      expect(isCheckpointBy(parsed, operator, trusted)).toBe(true);
      expect(anchorSignature(parsed, operator, trusted.anchorKey)).toBe(
        anchorSignature(parseCheckpoint(checkpoint), operator, trusted.anchorKey),
      );
    }
  });
});
