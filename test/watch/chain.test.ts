import { readFile } from "node:fs/promises";
import { getAbiItem, toHex } from "viem";
import { describe, expect, it } from "vitest";
import { anchorRegistryAbi, type ChainClient } from "anchorlog/chain";
import type { Hex } from "anchorlog";
import { honestForFile } from "./honest.ts";
import { listen } from "./town.ts";

const { honest, at, open, acting, client, otherwise } = await honestForFile([3, 5]);

describe("the chain under a watchtower", () => {
  it("is read again after a reorganization, also below the cursor", async () => {
    const { anvil } = honest.town;
    await anvil.test.mine({ blocks: 3 });
    const tower = await acting();
    await tower.pass();
    await honest.askFor(2);
    await tower.pass();
    expect(await honest.answered()).toHaveLength(2);
    const block = await anvil.client.getBlockNumber();
    // The reorganization removes both answers, and one opening.
    await anvil.reorganize(3);
    await anvil.test.mine({ blocks: 1 });
    const { alarms, outcomes } = await tower.pass();
    expect(alarms.map(({ type }) => type)).toContain("chain.reorganized");
    expect(outcomes.map(({ state }) => state)).toEqual(["sent"]);
    expect(await honest.answered()).toHaveLength(1);
    expect(tower.status().cursor!.block).toBeGreaterThan(block - 3n);
    // If the second question is asked again, it is answered again.
    await honest.ask((await honest.questions(2))[1]!);
    expect((await tower.pass()).outcomes.map(({ state }) => state)).toEqual(["sent"]);
    await tower.close();
  });

  it("is not taken for empty if a node omits event logs or lags", async () => {
    const { anvil } = honest.town;
    const before = `0x${(await anvil.client.getBlockNumber()).toString(16)}`;
    await honest.askFor(1);
    const fine = await open();
    expect((await fine.pass()).exitCode).toBe(1);
    await fine.close();
    const kept = JSON.parse(await readFile(at.state, "utf8")) as { state: { cursor: unknown; challenges: unknown[] } };
    const silent = otherwise({ getLogs: async () => [] });
    const lagging = otherwise({
      request: (question: { method: string; params: unknown[] }) => {
        const params = question.params[0] === "latest" ? [before, false] : question.params;
        return client().request({ ...question, params });
      },
    });
    const foreign = otherwise({ getChainId: async () => 5 });
    for (const [bad, why] of [
      [silent, "lying"],
      [lagging, "lagging"],
      [foreign, "wrong_chain"],
    ] as const) {
      const tower = await acting({ clients: [bad] });
      expect(await tower.pass()).toMatchObject({ exitCode: 2, outcomes: [] });
      expect(tower.status()).toMatchObject({ endpoints: [{ index: 0, state: why }], lastError: { part: "chain" } });
      await tower.close();
      const { state: now } = JSON.parse(await readFile(at.state, "utf8")) as typeof kept;
      expect(now).toMatchObject({ cursor: kept.state.cursor, challenges: kept.state.challenges });
    }
    // A new watchtower does not trust this node either: the stake waits for a challenge that is missing in the node's
    // events.
    const anew = await acting({ clients: [silent], state: `${at.state}-2` });
    expect((await anew.pass()).exitCode).toBe(2);
    await anew.close();
    // The watchtower asks the next node.
    const tower = await acting({ clients: [silent, client()] });
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "sent" }]);
    expect(tower.status().endpoints).toMatchObject([{ state: "lying" }, { state: "good" }]);
    await tower.close();
  });

  it("is read from the operator's registration, or from the first block if that cannot be found", async () => {
    const { anvil, operator } = honest.town;
    const abi = anchorRegistryAbi;
    const filter = {
      address: operator.registry,
      event: getAbiItem({ abi, name: "OperatorRegistered" }),
      fromBlock: 0n,
    };
    const registered = 20_000n + (await anvil.client.getLogs(filter))[0]!.blockNumber;
    await honest.askFor(1);
    const newest = 20_000n + (await anvil.client.getBlockNumber());
    const archive = later(newest + 1n);
    const { events, onEvent } = listen();
    const tower = await open({ clients: [archive.client], onEvent });
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "would" }]);
    expect(archive.asked.first).toBe(registered);
    expect(archive.asked.states).toBeLessThan(12);
    expect(events[0]).toMatchObject({ event: "begins", level: "info", block: String(registered) });
    await tower.close();
    // The state file keeps that block.
    const before = archive.asked.states;
    const again = await open({ clients: [archive.client] });
    await again.pass();
    expect(archive.asked).toEqual({ states: before, first: registered });
    await again.close();

    const pruned = later(3n);
    const told = listen();
    const blind = await open({ clients: [pruned.client], state: `${at.state}-2`, onEvent: told.onEvent });
    expect((await blind.pass()).outcomes).toMatchObject([{ state: "would" }]);
    expect(pruned.asked.first).toBe(0n);
    const advice = expect.stringMatching(
      /not have the state of block \d+.*--from-block, or watch\.fromBlock/,
    ) as string;
    expect(told.events[0]).toMatchObject({ level: "notice", message: advice });
    await blind.close();

    const named = later(3n);
    const given = await open({ clients: [named.client], state: `${at.state}-3`, fromBlock: newest - 3n });
    expect((await given.pass()).outcomes).toMatchObject([{ state: "would" }]);
    expect(named.asked).toEqual({ states: 0, first: newest - 3n });
    await given.close();
  });

  it("is read in steps if it is long; a step that fails is repeated, even by a node that pruned states", async () => {
    const { anvil } = honest.town;
    await honest.askFor(1);
    const node = later(45n);
    let left = 40;
    const slow = Object.assign(Object.create(node.client) as ChainClient, {
      getLogs: async (filter: never) => {
        if (left-- === 0) throw Object.assign(new Error("away"), { name: "SocketClosedError" });
        await anvil.test.mine({ blocks: 1 });
        return node.client.getLogs(filter);
      },
    });
    const tower = await open({ clients: [slow], fromBlock: 0n });
    expect(await tower.pass()).toMatchObject({ exitCode: 2, outcomes: [] });
    await tower.close();
    const { state: kept } = JSON.parse(await readFile(at.state, "utf8")) as { state: { cursor: { number: string } } };
    expect(kept.cursor.number).toBe("9999n");
    node.asked.first = 10n ** 9n;
    const again = await open({ clients: [slow], fromBlock: 0n });
    expect((await again.pass()).outcomes).toMatchObject([{ state: "would" }]);
    // A range before the cursor is read again, so a node cannot leave events out there.
    expect(node.asked.first).toBe(9_999n - 95n);
    await again.close();
  });

  it("is read again if a node omitted a log in blocks that were read in steps", async () => {
    await honest.askFor(1);
    const node = later(10n ** 9n, await honest.town.anvil.client.getBlockNumber({ cacheTime: 0 }));
    const silent = Object.assign(Object.create(node.client) as ChainClient, { getLogs: async () => [] });
    const misled = await open({ clients: [silent], fromBlock: 0n });
    expect(await misled.pass()).toMatchObject({ exitCode: 2, outcomes: [] });
    expect(misled.status().endpoints).toMatchObject([{ state: "lying" }]);
    await misled.close();
    const tower = await open({ clients: [silent, node.client], fromBlock: 0n });
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "would" }]);
    await tower.close();
  });

  /**
   * The node as if 20,000 empty blocks followed one of its blocks, by default the first. It has the states of its
   * newest blocks only.
   */
  function later(states: bigint, at = 0n) {
    const [by, asked] = [20_000n, { states: 0, first: 10n ** 9n }];
    const own = (block: bigint) => (block <= at ? block : block < at + by ? at : block - by);
    const shift = (block: Record<string, unknown>) => ({
      ...block,
      number: toHex(by + BigInt(block["number"] as Hex)),
    });
    const given = otherwise({
      getBlockNumber: async () => by + (await client().getBlockNumber()),
      readContract: async (call: { functionName: string; blockNumber?: bigint }) => {
        const { functionName, blockNumber } = call;
        if (blockNumber === undefined) return client().readContract(call as never);
        const newest = by + (await client().getBlockNumber());
        if (functionName === "maxAnchorDelay" && blockNumber < newest) asked.states++;
        if (blockNumber <= newest - states) {
          throw Object.assign(new Error("missing trie node"), { code: -32_000 });
        }
        return client().readContract({ ...call, blockNumber: own(blockNumber) } as never);
      },
      getLogs: async ({ fromBlock, toBlock, ...rest }: { fromBlock: bigint; toBlock: bigint }) => {
        if (fromBlock < asked.first) asked.first = fromBlock;
        const [first, last] = [own(fromBlock - 1n) + 1n, own(toBlock)];
        if (first > last) return [];
        const logs = await client().getLogs({
          ...rest,
          fromBlock: fromBlock === 0n ? 0n : first,
          toBlock: last,
        } as never);
        return logs.map(({ blockNumber: block, ...log }) => ({
          ...log,
          blockNumber: block! <= at ? block : by + block!,
        }));
      },
      request: async (question: { method: string; params: unknown[] }) => {
        if (question.method !== "eth_getBlockByNumber") return client().request(question);
        const [tag, full] = question.params as [Hex | "latest", boolean];
        const params = [tag === "latest" ? tag : toHex(own(BigInt(tag))), full];
        return shift((await client().request({ ...question, params })) as Record<string, unknown>);
      },
    });
    return { asked, client: given };
  }

  it("is read even if its node prunes states while it is read", async () => {
    const { anvil } = honest.town;
    await honest.askFor(1);
    let slow = 3;
    const node = otherwise({
      getLogs: async (filter: Parameters<ChainClient["getLogs"]>[0]) => {
        if (slow-- > 0) await anvil.test.mine({ blocks: 100 });
        return client().getLogs(filter);
      },
      readContract: async (call: Parameters<ChainClient["readContract"]>[0]) => {
        const newest = await anvil.client.getBlockNumber({ cacheTime: 0 });
        if ((call.blockNumber ?? newest) + 128n < newest) throw new Error("missing trie node");
        return client().readContract(call);
      },
    });
    const tower = await open({ clients: [node] });
    expect(await tower.pass()).toMatchObject({
      errors: [],
      block: await anvil.client.getBlockNumber({ cacheTime: 0 }),
    });
    expect(tower.status().challenges).toHaveLength(1);
    await tower.close();
  });

  it("is read in ranges that the node allows", async () => {
    await honest.askFor(1);
    const ranges: bigint[] = [];
    const strict = otherwise({
      getLogs: async (filter: { fromBlock: bigint; toBlock: bigint }) => {
        const width = filter.toBlock - filter.fromBlock + 1n;
        if (width > 7n) throw Object.assign(new Error("range too large"), { name: "RpcRequestError", code: -32_005 });
        ranges.push(width);
        return client().getLogs(filter as never);
      },
    });
    const tower = await acting({ clients: [strict] });
    expect((await tower.pass()).outcomes).toMatchObject([{ state: "sent" }]);
    expect(ranges.length).toBeGreaterThan(3);
    await tower.close();
  });
});
