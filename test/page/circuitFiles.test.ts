import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { CIRCUITS } from "@anchorlog/circuits";
import { packCircuit, readCircuit, unpackCircuit } from "../../src/page/circuitFiles.ts";

const circuit = { wasm: readFileSync(CIRCUITS.order.wasm), zkey: readFileSync(CIRCUITS.order.zkey) };
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const hashes = { wasm: hashOf(circuit.wasm), zkey: hashOf(circuit.zkey) };
const streamOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream();

it("packs a circuit into fewer bytes, and unpacks exactly its files", async () => {
  const packed = packCircuit(circuit);
  expect(packed.length).toBeLessThan(circuit.zkey.length);
  const files = await readCircuit(streamOf(gzipSync(packed, { level: 1 })), hashes);
  expect([hashOf(files.wasm), hashOf(files.zkey)]).toEqual([hashes.wasm, hashes.zkey]);
  // A server may have announced the compression, so that the browser has undone it.
  expect(hashOf((await readCircuit(streamOf(packed), hashes)).zkey)).toBe(hashes.zkey);
});

it("refuses files of another release, and cut or damaged ones", async () => {
  const packed = packCircuit(circuit);
  await expect(unpackCircuit(packed, { ...hashes, wasm: hashes.zkey })).rejects.toThrow(/is not this release's/);
  for (const length of [0, 15, 16, 1_000, packed.length - 1]) {
    await expect(unpackCircuit(packed.subarray(0, length), hashes)).rejects.toThrow(/is not this release's/);
  }
  const huge = Uint8Array.from({ length: 16 }, () => 255);
  await expect(unpackCircuit(huge, hashes)).rejects.toThrow(/is not this release's/);
  await expect(readCircuit(streamOf(Uint8Array.of(0x1f, 0x8b, 1, 2, 3)), hashes)).rejects.toThrow(/is damaged/);
  const bomb = gzipSync(new Uint8Array((1 << 24) + 1), { level: 1 });
  await expect(readCircuit(streamOf(bomb), hashes)).rejects.toThrow(/is damaged/);
});
