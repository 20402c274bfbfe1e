import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import * as independent from "@transmute/cose";
import { decode } from "cborg";
import { beforeEach, expect, it, vi } from "vitest";
import { decodeHeader } from "anchorlog/batch";
import type { CoseReceipt } from "anchorlog";
import { coseKeyThumbprint } from "../../src/tlog/coseReceipt.ts";
import { ed25519Key, independentRoot } from "./cose.ts";
import { openTestOperator, signAction, wallets, type TestOperator } from "../operator.ts";

let test: TestOperator;
beforeEach(async () => void (test = await openTestOperator()));

const LOG = "a.example";
const [EDDSA, ALG, KID, CLAIMS, VDS] = [-8, 1, 4, 15, 395];

let nonce = 0;
async function append(count: number): Promise<void> {
  const nonces = Array.from({ length: count }, () => ++nonce);
  await test.anchorlog.submitMany(await Promise.all(nonces.map((nonce) => signAction(wallets[0]!, LOG, nonce))));
  await test.anchorlog.closeBatches();
  await test.anchorlog.checkpoint();
}

const noteKey = () => ed25519Key(test.options.keys.noteKey.publicKey);
const verifiedRoot = (receipt: CoseReceipt, key = noteKey()) => independentRoot(receipt, key);

function protectedHeader({ receipt }: CoseReceipt): Map<number, unknown> {
  const [header] = independent.cbor.decode(receipt).value;
  return independent.cbor.decode(header);
}

it("proves an entry in its batch and the batch in the batch log, to an independent verifier of COSE receipts", async () => {
  await append(1);
  await append(5);
  for (const index of [0, 1, 3, 5]) {
    const { entry, header } = await test.anchorlog.coseReceipts({ log: LOG, index });
    const { root } = decodeHeader(header.leaf);
    expect(await verifiedRoot(entry)).toBe(Buffer.from(root).toString("hex"));
    const { size, root: newest } = (await test.anchorlog.bundle({ log: LOG, index })).inclusion!.checkpoint;
    expect([size, `0x${await verifiedRoot(header)}`]).toEqual(["2", newest]);
  }
});

it("names the operator, the tree and the key", async () => {
  await append(3);
  const { entry, header } = await test.anchorlog.coseReceipts({ log: LOG, index: 2 });
  const { chainId, registry, operator } = test.options.operator;
  const issuer = `anchorlog.v1/${chainId}/${registry}/${operator}`;
  const kid = coseKeyThumbprint(test.options.keys.noteKey.publicKey);
  for (const [receipt, subject] of [
    [entry, `${LOG}/0`],
    [header, "batch-log"],
  ] as const) {
    // prettier-ignore
    const map = protectedHeader(receipt);
    expect([map.get(ALG), map.get(VDS), map.get(CLAIMS)]).toEqual([EDDSA, 1, new Map([[1, issuer], [2, subject]])]); // prettier-ignore
    expect(new Uint8Array(map.get(KID) as Uint8Array)).toEqual(kid);
  }
});

it("computes the key ID of RFC 9679", async () => {
  const { publicKey } = test.options.keys.noteKey;
  const key = new Map<number, unknown>([[1, 1], [-1, 6], [-2, Buffer.from(publicKey)]]); // prettier-ignore
  const thumbprint = await independent.key.thumbprint.calculateCoseKeyThumbprint(key as never);
  expect(coseKeyThumbprint(publicKey)).toEqual(new Uint8Array(thumbprint));
});

it("receipts are invalid under another key, or with a changed byte of leaf, path or signature", async () => {
  await append(3);
  const { entry } = await test.anchorlog.coseReceipts({ log: LOG, index: 1 });
  await verifiedRoot(entry);
  const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
  await expect(verifiedRoot({ ...entry, leaf: flipped(entry.leaf, 100) })).rejects.toThrow("wrong signature");
  await expect(verifiedRoot({ ...entry, receipt: flipped(entry.receipt, entry.receipt.length - 1) })).rejects.toThrow(
    "wrong signature",
  );
  await expect(verifiedRoot({ ...entry, receipt: flipped(entry.receipt, entry.receipt.length - 80) })).rejects.toThrow(
    "wrong signature",
  );
  const other = createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" } }); // prettier-ignore
  await expect(verifiedRoot(entry, other)).rejects.toThrow("wrong signature");
});

it("has the shape of the working group's example", async () => {
  await append(5);
  const { entry } = await test.anchorlog.coseReceipts({ log: LOG, index: 3 });
  const example = readFileSync(new URL("../vectors/foreign/cose-receipts/inclusion-receipt.cbor", import.meta.url));
  expect(shapeOf(entry.receipt)).toEqual(shapeOf(example));
});

/** Labels, types, and the proof's size, index and length of path. */
function shapeOf(receipt: Uint8Array) {
  const tags = { 18: (read: () => unknown) => read() };
  const options = { useMaps: true, tags: Object.assign([], tags) };
  const [header, unprotected, payload, signature] = decode(receipt, options) as [Uint8Array, Map<number, Map<number, Uint8Array[]>>, null, Uint8Array]; // prettier-ignore
  const labels = [...(decode(header, { useMaps: true }) as Map<number, unknown>).keys()].sort((a, b) => a - b);
  const [proof] = unprotected.get(396)!.get(-1)!;
  const [size, index, path] = decode(proof!) as [number, number, Uint8Array[]];
  return { head: receipt[0], labels, payload, signature: signature.length, size, index, path: path.map((hash) => hash.length) }; // prettier-ignore
}

it("gives out no receipt whose signature by the note key is wrong or missing", async () => {
  const { noteKey } = test.options.keys;
  await append(1);
  const sign = vi.spyOn(noteKey, "sign");
  sign.mockResolvedValueOnce(new Uint8Array(64));
  await expect(test.anchorlog.coseReceipts({ log: LOG, index: 0 })).rejects.toMatchObject({ code: "bad_signature" });
  sign.mockRejectedValueOnce(new Error("the key is away"));
  await expect(test.anchorlog.coseReceipts({ log: LOG, index: 0 })).rejects.toMatchObject({ code: "signer_failed" });
  sign.mockRestore();
});

it("refuses an entry that no checkpoint covers", async () => {
  await append(1);
  await test.anchorlog.submit(await signAction(wallets[0]!, LOG, ++nonce));
  const asked = test.anchorlog.coseReceipts({ log: LOG, index: 1 });
  await expect(asked).rejects.toMatchObject({ code: "no_checkpoint", message: expect.stringContaining("entry 1 of") });
});
