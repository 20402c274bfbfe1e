import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { atEnd } from "../ends.ts";
import type * as BigintEngine from "../../src/crypto/poseidon/bigintEngine.ts";
import type { HashMany } from "../../src/crypto/poseidon/engine.ts";
import type * as Pairing from "../../src/crypto/bn254/pairingNoble.ts";
import { builtFrom, flipConstants } from "./mutants.ts";
import { WAIT_LIMIT } from "../limits.ts";
import { isSlowSuite } from "../slow.ts";

const FLAGS = process.features.typescript ? [] : ["--experimental-strip-types"];
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs code in a separate process, with another choice in its environment. */
async function run(code: string, choice: string, own: readonly string[] = []) {
  const env = { ...process.env, ANCHORLOG_ENGINE: choice };
  const flags = [...FLAGS, ...own, "--disable-warning=ExperimentalWarning", "--input-type=module", "-e", code];
  return promisify(execFile)(process.execPath, flags, { cwd: root, env, timeout: WAIT_LIMIT });
}

/** Prints the engine of a thread that is started like the package's threads. */
const IN_A_THREAD = `
  const { startThread, threadFile } = await import("./src/crypto/threads.ts");
  const { once } = await import("node:events");
  const threaded = async () => {
    const thread = startThread(threadFile(() => new URL("./engines-thread.js", ${JSON.stringify(import.meta.url)})), undefined);
    const [used] = await once(thread, "message");
    await thread.terminate();
    return used;
  };`;
const USED = `
  const { engines, useEngine } = await import("./src/action/index.ts");
  const names = (used) => Object.values(used).map(({ engine }) => engine);`;

describe("the choice of the engine", () => {
  it.runIf(process.env.ANCHORLOG_ENGINE === "javascript")("holds in this run of the tests", async () => {
    const { engines } = await import("anchorlog/action");
    expect(Object.values(await engines()).map(({ engine }) => engine)).toEqual(Array(6).fill("javascript"));
  });

  it("by the environment holds for all primitives, also in threads, and is reported", async () => {
    const { stdout, stderr } = await run(
      `${USED}${IN_A_THREAD}
       await useEngine();
       const used = await engines();
       console.log(JSON.stringify([names(used), [...new Set(Object.values(used).map(({ why }) => why))], names(await threaded())]));`,
      "javascript",
    );
    const all = Array(6).fill("javascript");
    expect(JSON.parse(stdout)).toEqual([all, ["chosen by ANCHORLOG_ENGINE"], all]);
    expect(stderr).toBe("");
  });

  it("by the program overrides the environment, also in threads that start later", async () => {
    const { stdout } = await run(
      `${USED}${IN_A_THREAD}
       await useEngine("wasm");
       console.log(JSON.stringify([names(await engines()), names(await threaded())]));
       await useEngine("javascript");
       console.log(JSON.stringify([names(await engines()), names(await threaded())]));`,
      "javascript",
    );
    const [first, second] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(first).toEqual([Array(6).fill("wasm"), Array(6).fill("wasm")]);
    expect(second).toEqual([Array(6).fill("javascript"), Array(6).fill("javascript")]);
  });

  it("by the program holds for cached hash functions, too", async () => {
    vi.resetModules();
    let asked = 0;
    vi.doMock("../../src/crypto/poseidon/bigintEngine.ts", async (original) => {
      const { hashManyInBigints } = await original<typeof BigintEngine>();
      return { hashManyInBigints: (...args: Parameters<HashMany>) => (asked++, hashManyInBigints(...args)) };
    });
    atEnd(async () => {
      vi.doUnmock("../../src/crypto/poseidon/bigintEngine.ts");
      vi.resetModules();
    });
    const { useEngine } = await import("../../src/action/index.ts");
    const { zkRootFromPath, commitment } = await import("../../src/batch/zk.ts");
    const path = Array.from({ length: 8 }, (_, level) => [1n, 2n, BigInt(level)]);
    const entry = { actor: 1n, nonce: 2n, acceptedAt: 3, entryHash: 4n, payloadType: "P()", words: [5n] };
    const compute = () => [zkRootFromPath(7n, 0, path), commitment(entry)];
    await useEngine("wasm");
    const first = compute();
    expect(asked).toBe(0);
    await useEngine("javascript");
    expect(compute()).toEqual(first);
    // Eight nodes, two hashes of zeros, the context and the commitment.
    expect(asked).toBe(12);
    expect(compute()).toEqual(first);
    expect(asked).toBe(14);
  });

  it("is refused if the environment names an unknown engine", async () => {
    const { stdout, stderr } = await run(
      `${USED}
       const { hashLeaf } = await import("./src/crypto/merkle/index.ts");
       for (const attempt of [useEngine, engines]) await attempt().catch(({ code, message }) => console.log(code, message));
       console.log(hashLeaf(new Uint8Array()).length, hashLeaf(new Uint8Array()).length);`,
      "fast",
    );
    expect(stdout).toMatch(
      /^(unknown_engine ANCHORLOG_ENGINE is "fast"\nTo fix it: .*auto, wasm, javascript.*\n){2}32 32\n$/,
    );
    expect(stderr.match(/AnchorlogWarning/g)).toHaveLength(1);
  });

  it("is refused if the program names an unknown engine", async () => {
    const { useEngine } = await import("anchorlog/action");
    await expect(useEngine("fast" as "wasm")).rejects.toMatchObject({ code: "unknown_engine" });
  });
});

// Other machines have no such switch, and always fuse.
describe.runIf(process.arch === "x64")("a machine without fused multiply-adds", () => {
  it.runIf(isSlowSuite)(
    "warns once a process about each primitive in JavaScript, for any number of threads",
    async () => {
      // V8 then rounds twice, as the "relaxed" instructions may.
      const { stdout, stderr } = await run(
        `${USED}${IN_A_THREAD}
       await useEngine();
       console.log(names(await engines()).join());
       await Promise.all([threaded(), threaded()]);`,
        "",
        ["--no-enable-fma3"],
      );
      expect(stdout).toBe("wasm,wasm,wasm,javascript,javascript,javascript\n");
      const said = [...stderr.matchAll(/AnchorlogWarning: anchorlog computes (\w+) in plain JavaScript/g)];
      expect(said.map(([, name]) => name)).toEqual(["poseidon", "pairing", "prover"]);
    },
  );
});

describe("a pairing module that computes wrongly", () => {
  const [MODULE, NOBLE] = ["@anchorlog/engines/bn254/pairing", "../../src/crypto/bn254/pairingNoble.ts"];

  afterEach(() => {
    for (const name of [MODULE, NOBLE]) vi.doUnmock(name);
    vi.resetModules();
    vi.restoreAllMocks();
  });

  it("gives no verdict on a valid proof: noble gives it, or an error does", async () => {
    vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    vi.resetModules();
    const original = await vi.importActual<{ MODULE: string }>(MODULE);
    const code = flipConstants(Buffer.from(original.MODULE, "base64"));
    vi.doMock(MODULE, () => ({ ...original, ...builtFrom(code) }));
    const { valid } = await import("../proof/fixtures.ts");
    const { proof, signals } = valid[0]!;
    const fresh = await import("anchorlog/proof");
    expect(fresh.verifyDisclosureProofWithoutChain(proof, signals)).toBe(true);

    vi.resetModules();
    const noble = await vi.importActual<typeof Pairing>(NOBLE);
    vi.doMock(NOBLE, () => ({
      nobleVerifier: (...args: Parameters<typeof noble.nobleVerifier>) => {
        const verify = noble.nobleVerifier(...args);
        return typeof verify === "function" ? () => false : verify;
      },
    }));
    const without = await import("anchorlog/proof");
    expect(() => without.verifyDisclosureProofWithoutChain(proof, signals)).toThrow(
      expect.objectContaining({ code: "engine_unavailable", message: expect.stringContaining("a proof that holds") }),
    );
  });
});
