import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { closing } from "../../test/ends.ts";
import { listen, listenHere } from "../../test/listening.ts";
import { openLocalChain, type Keeping, type LocalChainHere } from "../src/log/localChain.ts";
import { newFolder } from "../../test/folder.ts";
import { isSlowSuite } from "../../test/slow.ts";

let folders: string[];
beforeEach(() => void (folders = [newFolder(), newFolder()]));

const keeping = { log: () => {}, again: async () => {} };
const refusal = async (chain: Parameters<typeof openLocalChain>[0]): Promise<string> =>
  openLocalChain(chain, folders[0]!, keeping).then(
    () => "none",
    (error: Error & { code: string }) => `${error.code}: ${error.message}`,
  );

describe("the URL of a local chain", () => {
  it.each([
    ["<html></html>", "no node answers at CHAIN: start the node"],
    ["null", "has the chain ID NaN"],
    ['{"error":{"message":"not here"}}', "refuses eth_chainId: not here"],
    ['{"result":"0x1"}', "has the chain ID 1: use a local node with the chain ID 31337"],
  ])("is refused if no local node answers there: %s", async (answer, says) => {
    const { url, close } = await listen((_request, response) => response.end(answer));
    expect(await refusal({ url })).toMatch(new RegExp(`^no_chain: .*${says}`));
    await close();
    expect(await refusal({ url })).toMatch(/^no_chain: no node answers/);
  });
});

describe("a server's own chain", () => {
  it.runIf(isSlowSuite)("is a different one for each of two servers that start concurrently", async () => {
    const opened = await Promise.allSettled(folders.map((folder) => openLocalChain("local", folder, keeping)));
    const chains = opened.flatMap((one): LocalChainHere[] => (one.status === "fulfilled" ? [closing(one.value)] : []));
    expect(new Set(chains.map(({ url }) => url)).size).toBe(folders.length);
  });

  it("listens only at the port that CHAIN names", async () => {
    const { port, close } = await listenHere(createServer());
    expect(await refusal({ port })).toMatch(/^port_in_use: port \d+ of 127\.0\.0\.1 is in use.*CHAIN/s);
    await close();
    const chain = await openLocalChain({ port }, folders[0]!, keeping);
    expect(chain.url).toBe(`http://127.0.0.1:${port}`);
    await chain.close();
  });

  it.runIf(isSlowSuite)("with a partly written file is not replaced, and its folder is not locked", async () => {
    const file = join(folders[0]!, "chain.json");
    await writeFile(file, '{"block":{"number":');
    const says = /^node_failed: .*delete .*chain\.json, and the chain begins anew/s;
    expect(await refusal("local")).toMatch(says);
    // After the refusal the folder is not locked.
    expect(await refusal("local")).toMatch(says);
    await rm(file);
    await (await openLocalChain("local", folders[0]!, keeping)).close();
  });

  it.runIf(process.platform === "linux")("starts again at its address if its node is killed", async () => {
    const told: string[] = [];
    const again = async (): Promise<void> => void told.push("again");
    const log: Keeping["log"] = (_level, event) => void told.push(event);
    const chain = await openLocalChain("local", folders[0]!, { log, again });
    const [node, ...others] = await processesWith("anvil", "--port", new URL(chain.url).port);
    expect(others).toEqual([]);
    // A node that ends soon after its start is not started again.
    await sleep(2_000);
    process.kill(node!, "SIGKILL");
    await expect.poll(() => told).toEqual(["local_chain_ended", "again", "local_chain_started"]);
    await chain.mine();
    const killed = async (): Promise<string | undefined> => {
      for (const id of await processesWith("anvil", "--port", new URL(chain.url).port)) process.kill(id, "SIGKILL");
      return told.at(-1);
    };
    await expect.poll(killed).toBe("local_chain_gone");
    await chain.close();
  });
});

/** The processes of a program with this name and these arguments. */
async function processesWith(name: string, ...words: readonly string[]): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((entry) => /^[0-9]+$/.test(entry));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  const isMeant = (line: string): boolean => {
    const [program = "", ...rest] = line.split("\0");
    return program.endsWith(name) && rest.join(" ").includes(words.join(" "));
  };
  return ids.filter((_, i) => isMeant(lines[i]!)).map(Number);
}
