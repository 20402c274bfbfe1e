/** A node whose chain has only registries, and answers only a client's questions. */
import { decodeFunctionData, encodeFunctionResult, numberToHex, type Hex } from "viem";
import { anchorRegistryAbi } from "anchorlog/chain";
import type { TestServer } from "../../server/test/harness.ts";
import { listen } from "../../test/listening.ts";

export type Registered = {
  readonly name: string;
  readonly version: string;
  /** All receipt keys that were ever registered. */
  readonly receiptKeys: readonly string[];
  readonly anchored?: { readonly size: string; readonly root: Hex };
};

const ZERO = `0x${"00".repeat(20)}` as const;

/** The answers of a registry. */
function answer(registered: ReadonlyMap<string, Registered>, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: anchorRegistryAbi, data });
  const [operator, second, third] = (args as readonly unknown[]).map((arg) =>
    `${arg as string | bigint}`.toLowerCase(),
  );
  const { name, version, receiptKeys, anchored } = registered.get(operator!)!;
  const none = { root: `0x${"00".repeat(32)}`, size: 0n, time: 0n } as const;
  const checkpoint = anchored === undefined ? none : { ...none, root: anchored.root, size: BigInt(anchored.size) };
  const answers: Record<string, unknown> = {
    operatorTerms: { name, version, maxAnchorDelay: 3_600n },
    anchorKey: ZERO,
    receiptKey: receiptKeys.at(-1),
    inStanding: true,
    latestCheckpoint: [checkpoint, 0n],
    finalSize: 0n,
    freezes: [],
    keyPeriod: receiptKeys.includes(third!) ? [1n, 0n] : [0n, 0n],
    checkpointBySize: [second === anchored?.size, checkpoint],
    isFinal: false,
  };
  return encodeFunctionResult({ abi: anchorRegistryAbi, functionName, result: answers[functionName] as never });
}

/** Starts a node. `registered` has what its registries hold, by the operators' addresses. */
export async function startRegistries() {
  const registered = new Map<string, Registered>();
  const state = { isFailing: false };
  const { url } = await listen((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly id: number;
        readonly method: string;
        readonly params: readonly [{ readonly data: Hex }];
      };
      const known: Partial<Record<string, string>> = { eth_chainId: numberToHex(31_337), eth_blockNumber: "0x7" };
      response.statusCode = known[method] === undefined && state.isFailing ? 500 : 200;
      response.setHeader("content-type", "application/json");
      const result = known[method] ?? answer(registered, params[0].data);
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    })();
  });
  return {
    rpc: url,
    registered,
    /** Whether the node fails every call of a contract. */
    state,
    /** Registers the operator of a server, with further receipt keys. */
    register: ({ parts, trusted }: TestServer, ...more: readonly string[]) => {
      const { name, version } = parts.operator;
      registered.set(trusted.operator, { name, version, receiptKeys: [trusted.receiptKey, ...more] });
    },
  };
}
