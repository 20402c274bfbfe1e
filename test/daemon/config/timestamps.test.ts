import { describe, expect, it } from "vitest";
import { AnchorlogError } from "anchorlog";
import { privateKeyToAccount } from "viem/accounts";
import { formatConfig } from "../../../src/daemon/config/format.ts";
import { readConfig, type Environment, type Problem } from "../../../src/daemon/config/load.ts";
import { openTimestamps } from "../../../src/daemon/config/open.ts";
import type { SettingName } from "../../../src/daemon/config/settings.ts";

const KEY = `0x${"5e".repeat(32)}` as const;
const BASE: Partial<Record<SettingName, unknown>> = {
  "operator.chainId": 1,
  "operator.registry": `0x${"aa".repeat(20)}`,
  "operator.address": `0x${"bb".repeat(20)}`,
  "operator.name": "My Platform",
  "operator.maxAnchorDelaySeconds": 86_400,
  "operator.logs": ["acme-games"],
  "chain.rpc": ["https://node.example"],
  "store.sqlite": "anchorlog.sqlite",
  "guard.file": "anchorlog.guard",
};
const CHAIN = { chainId: 10, rpc: ["https://u:hunter2@op.example"], account: "env:ANCHORLOG_SECRET_OPTIMISM" };
const ENV = { ANCHORLOG_SECRET_OPTIMISM: KEY };
const read = (chains: unknown, env: Environment = ENV) =>
  readConfig(formatConfig({ ...BASE, "timestamps.chains": chains }), { env, folder: "/etc", where: "test" });
function problemsOf(run: () => unknown): readonly Problem[] {
  try {
    run();
  } catch (error) {
    if (error instanceof AnchorlogError && error.code === "bad_config") return error.details!["problems"] as Problem[];
    throw error;
  }
  return [];
}

describe("further chains in a configuration", () => {
  it("are opened with their own accounts, from the file or the environment", async () => {
    const full = { ...CHAIN, everySeconds: 60, finality: 12, maxFeeGwei: 2, baseFeeCeilingGwei: 0.5 };
    const other = { ...CHAIN, chainId: 42_161, rpc: ["env:ANCHORLOG_SECRET_ARBITRUM", "https://two.example"] };
    const env = { ...ENV, ANCHORLOG_SECRET_ARBITRUM: "https://arbitrum.example/hunter2" };
    const inFile = read([full, other], env);
    const inEnv = read(undefined, { ...env, ANCHORLOG_TIMESTAMPS_CHAINS: JSON.stringify([full, other]) });
    for (const config of [inFile, inEnv]) {
      const [one, two] = await openTimestamps(config, env);
      expect(one).toMatchObject({
        every: 60_000,
        finality: 12,
        baseFeeCeiling: 500_000_000n,
        transactions: { maxFeePerGas: 2_000_000_000n },
      });
      expect(one!.chain.walletClient.chain.id).toBe(10);
      expect(one!.chain.walletClient.account.address).toBe(privateKeyToAccount(KEY).address);
      expect([two!.every, two!.chain.others?.length]).toEqual([undefined, 1]);
    }
    expect(await openTimestamps(read(undefined, {}))).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ["not a list", {}, /is not a list of/],
    ["not an object", ["x"], /item 1 is not an object/],
    ["without an account", [{ chainId: 10, rpc: ["https://x.example"] }], /item 1 has no account/],
    ["with an unknown member", [{ ...CHAIN, evry: 1 }], /item 1 has an unknown member/],
    ["with a key in the file", [{ ...CHAIN, account: KEY }], /account is not env:NAME/],
    [
      "with a key that only signs checkpoints",
      [{ ...CHAIN, account: "kms:eu-central-1:alias/x" }],
      /can sign checkpoints/,
    ],
    ["with no URL", [{ ...CHAIN, rpc: ["op.example"] }], /rpc is not a list of URLs/],
    ["with another finality", [{ ...CHAIN, finality: "safe" }], /finality is not a number of blocks/],
    ["twice", [CHAIN, CHAIN], /names a chain twice/],
    ["the operator's own", [{ ...CHAIN, chainId: 1 }], /the operator's own/],
    ["by a development key", [{ ...CHAIN, account: "development:1" }], /publicly known/],
  ])("are refused: %s", (_, chains, message) => {
    const problems = problemsOf(() => read(chains, {}));
    expect(problems.map((problem) => problem.message).join("\n")).toMatch(message);
    expect(problems[0]!.key).toMatch(/^timestamps\.chains/);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|5e5e/);
  });

  it("are refused if a secret is missing, or if its name is misspelt", async () => {
    await expect(openTimestamps(read([CHAIN]), {})).rejects.toMatchObject({ code: "no_secret" });
    const [problem] = problemsOf(() => read([CHAIN], { ANCHORLOG_SECRET_OPTIMISN: KEY }));
    expect(problem).toMatchObject({ key: "ANCHORLOG_SECRET_OPTIMISN" });
  });
});
