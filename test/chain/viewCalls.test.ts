import { decodeFunctionResult, encodeFunctionData, encodeFunctionResult, type Hex } from "viem";
import { expect, it } from "vitest";
import { anchorRegistryAbi as abi } from "../../src/chain/generated/AnchorRegistry.ts";
import { NodeError, type Rpc } from "../../src/chain/rpc.ts";
import { callView } from "../../src/chain/viewCalls.ts";

const address = `0x${"1d".repeat(20)}` as const;
// Without letters, which viem would put into checksummed case.
const operator = `0x${"21".repeat(20)}` as const;
const bytes = `0x${"3f".repeat(32)}` as const;
const checkpoint = { root: bytes, size: 2n ** 64n - 1n, time: 7n };

const answering =
  (answer: unknown): Rpc =>
  async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
const ask = (answer: unknown) =>
  callView(answering(answer), { address, abi, functionName: "finalSize", args: [operator], blockNumber: 1n });

it.each([
  ["operatorTerms", [operator], { name: "Zauberflöte", version: "", maxAnchorDelay: 3_600n }],
  ["anchorKey", [operator], operator],
  ["inStanding", [operator], true],
  ["latestCheckpoint", [operator], [checkpoint, 3n]],
  [
    "freezes",
    [operator, bytes],
    [
      { from: 1n, size: 2n },
      { from: 3n, size: 4n },
    ],
  ],
  ["freezes", [operator, bytes], []],
  ["checkpointBySize", [operator, 9n], [false, checkpoint]],
  ["keyPeriod", [operator, 1, operator], [1n, 0n]],
  ["isFinal", [operator, 1n, bytes, 2n], false],
] as const)("asks %s and reads its answer as viem does", async (functionName, args, result) => {
  const call = { abi, functionName, args } as Parameters<typeof encodeFunctionData>[0];
  const data = encodeFunctionResult({ abi, functionName, result });
  const asked: unknown[] = [];
  const rpc: Rpc = async ({ method, params }) => {
    asked.push(method, params);
    return data;
  };
  const answer = await callView(rpc, { address, abi, functionName, args: args as never, blockNumber: 255n });
  expect(answer).toEqual(decodeFunctionResult({ abi, functionName, data }));
  expect(asked).toEqual(["eth_call", [{ to: address, data: encodeFunctionData(call) }, "0xff"]]);
});

const word = (hex: string): Hex => `0x${hex.padStart(64, "0")}`;

it.each([
  ["is empty", "0x", { code: "no_contract" }],
  ["is a revert", new NodeError("execution reverted", 3, "0x"), { code: "contract_refused" }],
  [
    "is a revert of another node",
    new NodeError("internal", -32603, { data: "0x08c379a0" }),
    { code: "contract_refused" },
  ],
  ["is an internal error", new NodeError("internal", -32603, undefined), { code: "chain_unavailable" }],
  ["is too large a number", word("10000000000000000"), { code: "chain_unavailable" }],
  ["ends early", word("1").slice(0, -2), { code: "chain_unavailable" }],
  ["is not text", 7, { code: "chain_unavailable" }],
])("throws if the answer %s", async (_, answer, error) => {
  await expect(ask(answer)).rejects.toMatchObject(error);
});

it("refuses offsets and lengths beyond the answer", async () => {
  const call = { address, abi, functionName: "operatorTerms", args: [operator], blockNumber: 1n } as const;
  const huge = "f".repeat(64);
  for (const answer of [`0x${huge}`, `${word("20")}${word("60").slice(2)}${huge}${huge}${huge}`]) {
    await expect(callView(answering(answer), call)).rejects.toMatchObject({ code: "chain_unavailable" });
  }
});
