import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { privateKeyToAccount } from "viem/accounts";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  defineActions,
  encodeMessage,
  hashDomain,
  privateKeySigner,
  useEngine,
  verifyAction,
  type ActionVerdict,
  type Message,
} from "anchorlog/action";
import { closing } from "../ends.ts";
import { currentEngine } from "../../src/action/engine.ts";
import { createVerifierPool, type VerifierPool, type VerifierPoolOptions } from "anchorlog/action/pool";
import { toHex, type Hex } from "anchorlog";
import { WAIT_LIMIT } from "../limits.ts";
import { isSlowSuite } from "../slow.ts";

const FLAGS = process.features.typescript ? [] : ["--experimental-strip-types"];
const wallet = privateKeyToAccount(`0x${"42".repeat(32)}`);
const types = defineActions({ Note: { text: "string", amount: "uint64" } });
const kind = types.kinds.get("Note")!;
const domainSeparator = hashDomain({
  name: "Test",
  version: "1",
  chainId: 31_337,
  verifyingContract: `0x${"cd".repeat(20)}`,
});
const log: Hex = `0x${"ab".repeat(32)}`;
const rules = { kinds: types.kinds, domainSeparator, hasLog: (id: Hex) => id === log };

const sign = async (nonce: number) => {
  const message = {
    log,
    actor: wallet.address.toLowerCase(),
    nonce: String(nonce),
    deadline: "1000",
    payload: { text: `note ${nonce}`, amount: "7" },
  } as Message;
  const hash = toHex(encodeMessage(kind, message, domainSeparator).digest);
  return { primaryType: "Note", message, signature: await wallet.sign({ hash }) };
};

/** 200 actions, every third of them wrong in some way. */
const actions: unknown[] = [];
for (let i = 0; i < 200; i++) {
  const action = await sign(i);
  if (i % 3 !== 0) actions.push(action);
  else if (i % 15 === 0) actions.push({ ...action, message: { ...action.message, nonce: "9999" } });
  else if (i % 15 === 3) actions.push({ ...action, signature: `0x${"00".repeat(65)}` });
  // No point has the x coordinate 5.
  else if (i % 15 === 6)
    actions.push({ ...action, signature: `0x${"05".padStart(64, "0")}${"01".padStart(64, "0")}1b` });
  else if (i % 15 === 9) actions.push({ ...action, primaryType: "Nothing" });
  else actions.push([null, "text", () => 1, { ...action, extra: Symbol("x") }][i % 4]);
}
const wanted = actions.map((action) => verifyAction(action, rules));

const open = async (options: Partial<VerifierPoolOptions> = {}): Promise<VerifierPool> => {
  return closing(await createVerifierPool({ rules, threads: 2, ...options }));
};

afterEach(async () => {
  vi.restoreAllMocks();
  await useEngine("wasm");
});

describe("a verifier pool", () => {
  it.each(["wasm", "javascript"] as const)("gives verifyAction's verdicts, with the %s engine", async (name) => {
    await useEngine(name);
    const pool = await open();
    expect(await pool.verify(actions)).toEqual(wanted);
    expect(new Set(wanted.map((each) => (each.verdict === "valid" ? "valid" : each.code)))).toEqual(
      new Set([
        "valid",
        "signature_mismatch",
        "signature_non_canonical",
        "unknown_kind",
        "malformed",
        "unknown_member",
      ]),
    );
  });

  it("judges many batches together, of any size, and keeps each one's order", async () => {
    const pool = await open({ threads: 1 });
    const sizes = [0, 1, 2, 31, 32, 33, 64, 200];
    const all = await Promise.all(sizes.map((size) => pool.verify(actions.slice(0, size))));
    expect(all).toEqual(sizes.map((size) => wanted.slice(0, size)));
  });

  it("verifies a few actions itself, and sends many simultaneous calls to a thread in one message", async () => {
    await useEngine("wasm");
    const pool = await open();
    const post = vi.spyOn(Worker.prototype, "postMessage");
    const some = actions.map((action, i) => ({ action, verdict: wanted[i] })).filter((_, i) => i % 3 !== 0);
    for (const [count, posts] of [
      [1, 0],
      [7, 0],
      [8, 1],
      [32, 1],
    ] as const) {
      post.mockClear();
      const calls = some.slice(0, count);
      const verdicts = await Promise.all(calls.map(({ action }) => pool.verify([action])));
      expect(verdicts).toEqual(calls.map(({ verdict }) => [verdict]));
      expect(post).toHaveBeenCalledTimes(posts);
    }
  });

  it("gives verifyAction's verdicts for a frequent signer, and verifies more of them in the caller's thread", async () => {
    await useEngine("wasm");
    const pool = await open({ threads: 1 });
    const valid = actions.filter((_, i) => wanted[i]!.verdict === "valid");
    const verdicts = async (some: readonly unknown[]) =>
      (await Promise.all(some.map((action) => pool.verify([action])))).flat();
    // A signer's key gets a table after 1,024 signatures, in each thread.
    for (let i = 0; i < 150; i++) await verdicts(valid.slice(0, 7));
    for (let i = 0; i < 17; i++) await verdicts(valid.slice(0, 64));
    const post = vi.spyOn(Worker.prototype, "postMessage");
    for (const [count, posts] of [
      [7, 0],
      [15, 0],
      [64, 2],
    ] as const) {
      post.mockClear();
      expect(await verdicts(actions.slice(0, count))).toEqual(wanted.slice(0, count));
      expect(post).toHaveBeenCalledTimes(posts);
    }
  });

  it("does not let a call wait for the jobs of other calls", async () => {
    await useEngine("wasm");
    const pool = await open({ threads: 1 });
    const post = vi.spyOn(Worker.prototype, "postMessage");
    const some = actions.filter((_, i) => i % 3 !== 0).slice(0, 128);
    const posts = await Promise.all(some.map((action) => pool.verify([action]).then(() => post.mock.calls.length)));
    // The thread has two jobs of 32 at a time, and gets the third with its answer to the first.
    expect([posts[0], posts.at(-1)]).toEqual([3, 4]);
  });

  it("gives verdicts that can be sent to another thread", async () => {
    const pool = await open();
    expect(structuredClone(await pool.verify([actions[1]]))).toEqual([wanted[1]]);
  });

  it("takes actions from their source no faster than they are verified", async () => {
    const pool = await open();
    let taken = 0;
    const source = function* (): Generator {
      for (let round = 0; round < 50; round++) {
        for (const action of actions) {
          taken++;
          yield action;
        }
      }
    };
    const verdicts: ActionVerdict[] = [];
    for await (const verdict of pool.verifyEach(source())) {
      verdicts.push(verdict);
      // Five groups of 32 may be read ahead: two for each of the two threads, and the current one.
      expect(taken - verdicts.length).toBeLessThanOrEqual(6 * 32);
      if (verdicts.length === 1_000) break;
    }
    expect(verdicts.slice(0, 200)).toEqual(wanted);
    expect(taken).toBeLessThan(1_300);
  });

  it("passes on errors of a source or of the rules, and goes on", async () => {
    const pool = await open();
    const source = function* (): Generator {
      yield actions[1];
      throw new Error("the source broke");
    };
    await expect(pool.verifyEach(source()).next()).rejects.toThrow("the source broke");
    let broken = true;
    const fragile = await open({
      rules: {
        ...rules,
        hasLog: () => {
          if (broken) throw new Error("no such table");
          return true;
        },
      },
    });
    await expect(fragile.verify(actions)).rejects.toThrow("no such table");
    broken = false;
    expect(await fragile.verify([actions[1]])).toEqual([wanted[1]]);
  });

  it("fails clearly when a thread dies, and goes on with another one", async () => {
    const post = vi.spyOn(Worker.prototype, "postMessage");
    const pool = await open({ threads: 1 });
    post.mockImplementationOnce(function (this: Worker) {
      void this.terminate();
    });
    await expect(pool.verify(actions.slice(0, 40))).rejects.toMatchObject({ code: "verifier_failed" });
    expect(await pool.verify(actions)).toEqual(wanted);
  });

  it("finishes what it accepted before it closes, and accepts nothing more", async () => {
    const pool = await open();
    const verdicts = pool.verify(actions);
    await Promise.all([pool.close(), pool.close()]);
    expect(await verdicts).toEqual(wanted);
    await expect(pool.verify(actions)).rejects.toMatchObject({ code: "verifier_closed" });
  });

  it("lets the process end", async () => {
    const pool = new URL("../../src/action/pool.ts", import.meta.url);
    const code = `
      import { createVerifierPool } from ${JSON.stringify(pool.href)};
      const rules = { kinds: new Map(), domainSeparator: new Uint8Array(32), hasLog: () => true };
      const pool = await createVerifierPool({ rules, threads: 2 });
      const [{ code }] = await pool.verify([{ primaryType: "A", message: {}, signature: "0x" }]);
      await pool.close();
      console.log(code);`;
    const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, "--input-type=module", "-e", code], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      timeout: WAIT_LIMIT,
    });
    expect(stdout).toBe("unknown_kind\n");
  });

  const key: Hex = `0x${"42".repeat(32)}`;
  const digests = Array.from({ length: 70 }, (_, i) => new Uint8Array(32).fill(i));

  it.each(["wasm", "javascript"] as const)("signs digests in its threads, with the %s engine", async (name) => {
    await useEngine(name);
    const pool = await open();
    const signer = privateKeySigner(key);
    const threaded = pool.signer(signer);
    expect(threaded.address).toBe(signer.address);
    const here = vi.spyOn(currentEngine(), "sign");
    // The default suite tries fewer counts with the slower engine. Threads are used from 16 actions on.
    for (const count of name === "wasm" || isSlowSuite ? [0, 1, 15, 16, 32, 33, 70] : [15, 16, 33]) {
      const some = digests.slice(0, count);
      here.mockClear();
      const signatures = await threaded.signMany!(some);
      expect(here).toHaveBeenCalledTimes(count < 16 ? count : 0);
      expect(signatures).toEqual(await signer.signMany!(some));
    }
    expect(await threaded.sign({ hash: toHex(digests[5]!) })).toBe(await wallet.sign({ hash: toHex(digests[5]!) }));
  });

  it("sends a key to a thread once, for any number of signatures", async () => {
    const post = vi.spyOn(Worker.prototype, "postMessage");
    const pool = await open();
    const [signer, other] = [privateKeySigner(key), privateKeySigner(`0x${"43".repeat(32)}`)];
    const wanted = [await signer.signMany!(digests), await other.signMany!(digests)];
    for (let i = 0; i < 6; i++) {
      expect(await pool.signer(signer).signMany!(digests)).toEqual(wanted[0]);
      expect(await pool.signer(other).signMany!(digests)).toEqual(wanted[1]);
    }
    const sent = new Map<unknown, string[]>();
    for (const [i, [message]] of post.mock.calls.entries()) {
      const { secretKey } = message as { secretKey?: Uint8Array };
      const thread = post.mock.contexts[i];
      if (secretKey !== undefined) sent.set(thread, [...(sent.get(thread) ?? []), toHex(secretKey)]);
    }
    expect(sent.size).toBe(2);
    for (const keys of sent.values()) expect(keys).toEqual([...new Set(keys)]);
    expect(new Set([...sent.values()].flat()).size).toBe(2);
  });

  it("signs receipts of verified actions before it verifies waiting ones", async () => {
    const pool = await open({ threads: 1 });
    const order: string[] = [];
    const verified = pool.verify([...actions, ...actions]).then(() => order.push("verified"));
    const signed = pool.signer(privateKeySigner(key)).signMany!(digests).then(() => order.push("signed"));
    await Promise.all([verified, signed]);
    expect(order).toEqual(["signed", "verified"]);
  });

  it("signs in the caller's thread if its own die or it is closed", async () => {
    const post = vi.spyOn(Worker.prototype, "postMessage");
    const pool = await open({ threads: 1 });
    const signer = privateKeySigner(key);
    const wanted = await signer.signMany!(digests);
    const threaded = pool.signer(signer);
    post.mockImplementationOnce(function (this: Worker) {
      void this.terminate();
    });
    expect(await threaded.signMany!(digests)).toEqual(wanted);
    expect(await threaded.signMany!(digests)).toEqual(wanted);
    const last = threaded.signMany!(digests);
    await pool.close();
    expect(await last).toEqual(wanted);
    expect(await threaded.signMany!(digests)).toEqual(wanted);
  });

  it("returns signers without a local key unchanged, and takes digests of 32 bytes only", async () => {
    const pool = await open();
    expect(pool.signer(wallet)).toBe(wallet);
    const short = [...digests, new Uint8Array(31)];
    await expect(pool.signer(privateKeySigner(key)).signMany!(short)).rejects.toThrow("a digest has 32 bytes");
  });

  it("refuses to have no thread", async () => {
    await expect(open({ threads: 0 })).rejects.toThrow(RangeError);
  });
});
