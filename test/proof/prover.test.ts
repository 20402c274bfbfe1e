import { spawnSync } from "node:child_process";
import { on } from "node:events";
import { describe, expect, test } from "vitest";
import { closing, atEnd } from "../ends.ts";
import { openProver, type ProverStage, type StatementError } from "../../src/proof/prover.ts";
import {
  proveDisclosureStatementWithoutChain,
  proveOrderStatementWithoutChain,
} from "../../src/proof/prover-statements.ts";
import { verifyDisclosureProofWithoutChain, verifyOrderProofWithoutChain } from "../../src/proof/index.ts";
import { encodeProof } from "../../src/proof/groth16.ts";
import { disclosureSignals } from "../../src/proof/disclosure.ts";
import { findCircuits } from "../../src/proof/prover-files.ts";
import { orderWitness } from "../../src/proof/orderWitness.ts";
import type { ProverMessage } from "../../src/proof/proving.ts";
import { startThread, threadFile } from "../../src/crypto/threads.ts";
import { orders, valid } from "./fixtures.ts";
import { WAIT_LIMIT } from "../limits.ts";
import { isSlowSuite } from "../slow.ts";

const { statement } = valid[1]!;
const { commitmentInput } = statement;

test("makes proofs that our verifier accepts, and reports its progress", async () => {
  const stages: ProverStage[] = [];
  const { proof, signals, claim } = await proveDisclosureStatementWithoutChain(statement, {
    onProgress: (stage) => stages.push(stage),
  });
  expect(signals).toEqual(valid[1]!.signals);
  expect(proof).not.toEqual(valid[1]!.proof);
  expect(verifyDisclosureProofWithoutChain(proof, disclosureSignals(claim))).toBe(true);
  expect(stages).toEqual(["load", "witness", "prove", "verify"]);
});

test.runIf(isSlowSuite)(
  "an open prover proves one statement after the other, and again after one was stopped",
  async () => {
    const prover = await openProver();
    try {
      const controller = new AbortController();
      const stopped = proveDisclosureStatementWithoutChain(statement, {
        prover,
        signal: controller.signal,
        onProgress: (stage) => stage === "prove" && controller.abort(new Error("enough")),
      });
      const [order, disclosure] = [orders.valid[2]!, valid[1]!];
      const stages: ProverStage[] = [];
      const onProgress = (stage: ProverStage) => stages.push(stage);
      const next = proveOrderStatementWithoutChain(order.statement, { prover, onProgress });
      const last = proveDisclosureStatementWithoutChain(statement, { prover });
      await expect(stopped).rejects.toThrow("enough");
      expect((await next).signals).toEqual(order.signals);
      expect((await last).signals).toEqual(disclosure.signals);
      // Only the stages of its own statement.
      expect(stages).toEqual(["load", "witness", "prove", "verify"]);
    } finally {
      await prover.close();
    }
    await expect(proveDisclosureStatementWithoutChain(statement, { prover })).rejects.toThrow(
      expect.objectContaining({ code: "prover_closed" }),
    );
  },
);

describe("stops", () => {
  test("before it starts", async () => {
    const signal = AbortSignal.abort(new Error("not now"));
    await expect(proveDisclosureStatementWithoutChain(statement, { signal })).rejects.toThrow("not now");
  });

  test("at any stage", async () => {
    for (const at of ["load", "prove"] satisfies ProverStage[]) {
      const controller = new AbortController();
      const onProgress = (stage: ProverStage) => {
        if (stage === at) controller.abort(new Error(`enough at ${stage}`));
      };
      await expect(
        proveDisclosureStatementWithoutChain(statement, { signal: controller.signal, onProgress }),
      ).rejects.toThrow(`enough at ${at}`);
    }
  });
});

test("an order's entries are at positions of their batches", () => {
  const { statement: order } = orders.valid[2]!;
  for (const position of [-1, 0.5, order.first.count]) {
    const why = `position ${position} is not from 0 to ${order.first.count - 1}`;
    expect(() => orderWitness({ ...order, first: { ...order.first, position } })).toThrow(why);
  }
});

describe("names a false statement before it starts", () => {
  const cases: [string, StatementError["code"], object][] = [
    ["another zkRoot", "zk_root_mismatch", { zkRoot: statement.zkRoot + 1n }],
    [
      "another word",
      "zk_root_mismatch",
      { commitmentInput: { ...commitmentInput, words: commitmentInput.words.with(0, 1n) } },
    ],
    [
      "another type",
      "zk_root_mismatch",
      { commitmentInput: { ...commitmentInput, payloadType: "OtherPayload(bytes32 a,int256 b,address c,bytes32 d)" } },
    ],
    ["another sibling", "zk_root_mismatch", { path: statement.path.with(3, [1n, 2n, 3n]) }],
    ["a position beyond the count", "position_range", { position: 1 }],
    ["a negative position", "position_range", { position: -1 }],
    ["a subject that is no address", "statement_malformed", { subject: 0 }],
    ["a subject that is not there", "statement_malformed", { subject: 4 }],
    ["a member that is not there", "statement_malformed", { reveal: [4] }],
    ["five members", "statement_malformed", { reveal: [0, 1, 2, 3, 0] }],
    ["a scope of 2^256 - 1", "statement_malformed", { scope: 2n ** 256n - 1n }],
    ["a beneficiary of 161 bits", "statement_malformed", { beneficiary: 2n ** 160n }],
    ["a path of seven levels", "statement_malformed", { path: statement.path.slice(1) }],
    ["no words", "statement_malformed", { commitmentInput: { ...commitmentInput, words: [] } }],
    ["a count of 65,537", "statement_malformed", { count: 65_537 }],
  ];
  test.each(cases)("%s", async (_, code, change) => {
    const stages: ProverStage[] = [];
    const proving = proveDisclosureStatementWithoutChain(
      { ...statement, ...change },
      { onProgress: (stage) => stages.push(stage) },
    );
    await expect(proving).rejects.toThrow(expect.objectContaining({ name: "StatementError", code }));
    expect(stages).toEqual([]);
  });
});

test.runIf(isSlowSuite)("one thread makes the whole proof on a machine with one processor", async () => {
  const file = threadFile(() => new URL("../../src/proof/prover-worker.js", import.meta.url));
  const thread = startThread(file, { second: undefined, circuits: await findCircuits() });
  atEnd(() => thread.terminate());
  const { statement: ordered, signals } = orders.valid[2]!;
  thread.postMessage({ circuit: "order", input: orderWitness(ordered).input });
  for await (const [message] of on(thread, "message") as AsyncIterable<[ProverMessage]>) {
    if (message.type === "stage") continue;
    if (message.type === "failed") throw new Error(message.message);
    expect(message.publicSignals).toEqual(signals);
    expect(verifyOrderProofWithoutChain(encodeProof(message.proof), signals)).toBe(true);
    return;
  }
});

test("a closed prover proves nothing", async () => {
  const prover = await openProver();
  await prover.close();
  await expect(proveDisclosureStatementWithoutChain(statement, { prover })).rejects.toThrow(
    expect.objectContaining({ code: "prover_closed" }),
  );
});

test("reports why a circuit refuses an input, and can prove again", async () => {
  const prover = closing(await openProver());
  const { statement: ordered, signals } = orders.valid[2]!;
  const { input } = orderWitness(ordered);
  await expect(prover.runWithoutChain("order", { ...input, nothing: 1n })).rejects.toThrow(
    expect.objectContaining({ code: "prover_failed" }),
  );
  if (isSlowSuite) expect((await prover.runWithoutChain("order", input)).publicSignals).toEqual(signals);
});

test("an open prover does not keep the process alive", () => {
  const script = `
    import { openProver } from "./src/proof/prover.ts";
    import { proveOrderStatementWithoutChain } from "./src/proof/prover-statements.ts";
    import { orderExamples } from "./scripts/circuits/order-vectors.ts";
    const [statement] = Object.values(orderExamples);
    await proveOrderStatementWithoutChain(statement, { prover: await openProver() });
    console.log("proven");`;
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ["--experimental-strip-types", "--input-type=module", "-e", script],
    { encoding: "utf8", timeout: WAIT_LIMIT },
  );
  expect({ stdout, status }, stderr).toEqual({ stdout: "proven\n", status: 0 });
});
