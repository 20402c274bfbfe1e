import { expect, it } from "vitest";
import { challengesAbi, type ChainClient, type Transactions } from "anchorlog/chain";
import { createActor, type Proposal } from "../../src/watch/actions.ts";
import type { WatchState } from "../../src/watch/state.ts";

const CHALLENGES = `0x${"c0".repeat(20)}` as const;
const ACCOUNT = `0x${"a0".repeat(20)}` as const;
const acting = { walletClient: { account: { address: ACCOUNT }, chain: { id: 1 }, request: fail }, budget: 10n ** 18n };
const client = { request: async () => "0x5208" } as unknown as ChainClient;
function fail(): never {
  throw new Error("nothing is signed here");
}

it("sends a call once, however many passes wait for it, and sends it again if it changed", async () => {
  const sent: { readonly key: string; readonly mined: PromiseWithResolvers<undefined> }[] = [];
  const transactions = {
    status: () => ({ pending: sent.at(-1) && { key: sent.at(-1)!.key, behind: [] } }),
    send: (_: unknown, { key }: { key: string }) => {
      const mined = Promise.withResolvers<undefined>();
      sent.push({ key, mined });
      return mined.promise;
    },
  } as unknown as Transactions;
  const state = { spent: [] } as unknown as WatchState;
  const actor = createActor(
    state,
    async () => {},
    acting,
    transactions,
    () => 0,
    1,
  );
  const answer = (index: bigint): Proposal => ({
    key: "answer",
    duty: "answer",
    message: "answer",
    data: {},
    isDone: async () => false,
    call: async () => ({
      address: CHALLENGES,
      abi: challengesAbi,
      functionName: "settle",
      args: [0, ACCOUNT, `0x${"00".repeat(32)}`, index],
    }),
  });
  for (let pass = 0; pass < 3; pass++) {
    expect(await actor.perform(client, 1n, answer(0n))).toMatchObject({ state: "waiting" });
  }
  expect(sent).toHaveLength(1);
  expect(await actor.perform(client, 1n, answer(1n))).toMatchObject({ state: "waiting" });
  expect(sent).toHaveLength(2);

  sent[1]!.mined.reject(new Error("the node is away"));
  // Its outcome is unknown, so the actor looks at it again.
  expect(await actor.perform(client, 1n, answer(1n))).toMatchObject({ state: "waiting" });
  expect(sent).toHaveLength(3);
});
