/** The mark of development keys: what takes it off, and what does not. */
import { expect, test } from "vitest";
import { CIRCUITS } from "../../scripts/circuits/files.ts";
import { hashVkey, isDevelopment, type Manifest, readManifest } from "../../scripts/circuits/manifest.ts";
import { artifactVkey, toGroth16Key } from "../../scripts/circuits/vkey.ts";
import { SIGNALS } from "../../scripts/circuits/signals.ts";
import { renderVerifier } from "../../scripts/generate/verifier.ts";
import { CIRCUIT_KEYS, hashKey } from "../../src/proof/index.ts";

const manifest = readManifest()!;
/** The manifest as it is after a ceremony made the key of `circuit`. */
const cleared = (circuit: string, hash = hashVkey(circuit)): Manifest => ({
  ...manifest,
  ceremony: { powers: "", contributions: [] },
  circuits: { ...manifest.circuits, [circuit]: { ...manifest.circuits[circuit]!, key: { hash, development: false } } },
});

test("the committed keys are marked as development keys: in the manifest, in the modules, and by their delta", () => {
  for (const circuit of CIRCUITS) {
    expect(manifest.circuits[circuit]!.key).toEqual({ hash: hashVkey(circuit), development: true });
    expect(CIRCUIT_KEYS[circuit].development).toBe(true);
    expect(isDevelopment(manifest, circuit)).toBe(true);
    expect(isDevelopment(undefined, circuit)).toBe(true);
  }
});

test("an edited manifest does not unmark a key whose delta is known", () => {
  expect(isDevelopment(cleared("order"), "order")).toBe(true);
  expect(() =>
    renderVerifier({ name: "order", vkey: artifactVkey("order"), development: false, signals: SIGNALS.order }),
  ).toThrow("everybody knows delta's logarithm");
});

test("a ceremony's record unmarks exactly the key that it names", () => {
  const { delta, ...rest } = toGroth16Key(artifactVkey("order"));
  const key = { ...rest, delta: { x: delta.y, y: delta.x } };
  const { ceremony, ...other } = cleared("order", hashKey(key));
  expect(isDevelopment({ ...other, ceremony }, "order", key)).toBe(false);
  expect(isDevelopment(other, "order", key)).toBe(true);
  expect(isDevelopment(cleared("order"), "order", key)).toBe(true);
  expect(isDevelopment(cleared("absence", hashKey(key)), "order", key)).toBe(true);
});
