import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatTrust } from "anchorlog/bundle";
import { DEVELOPMENT_MNEMONIC } from "../../scripts/development.ts";
import { mnemonicToAccount } from "viem/accounts";
import { toHex } from "viem";
import { runHere } from "../cli/process.ts";
import { trusted } from "../operator.ts";
import { LOG, openHonest, watcher, type Honest } from "./honest.ts";

let honest: Honest;
let base: string[];
beforeAll(async () => {
  honest = await openHonest([2]);
  const { folder, town, exported } = honest;
  const { stake, faultProofs, challenges, disputes } = town.contracts;
  await writeFile(join(folder, "trust.json"), formatTrust({ ...trusted, ...idOf() }));
  await writeFile(join(folder, "contracts.json"), JSON.stringify({ stake, faultProofs, challenges, disputes }));
  await mkdir(join(folder, "receipts"));
  base = ["watch", "--trust", join(folder, "trust.json"), "--rpc", town.anvil.url, "--export", exported];
  base.push("--contracts", join(folder, "contracts.json"), "--state", join(folder, "state.json"));
});
afterAll(() => honest.close());

const idOf = () => {
  const { chainId, registry, operator } = honest.town.operator;
  return { chainId, registry, operator };
};

const run = (...args: string[]) => runHere(args);
type Line = { event: string; alarms?: { type: string }[]; outcomes?: { state: string }[] };
const lines = (stdout: string): Line[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

it("watches by a command: quiet, warned, unknown, and acting within a budget", async () => {
  const receipts = ["--receipts", join(honest.folder, "receipts"), "--logs", LOG];
  const quiet = await run(...base, ...receipts, "--once");
  expect(quiet).toMatchObject({ code: 0, stderr: "" });
  expect(lines(quiet.stdout).at(-1)).toMatchObject({ event: "pass", exitCode: 0 });

  await honest.ask((await honest.questions(1))[0]!);
  const warned = await run(...base, "--for", "operator", "--once");
  expect(warned.code).toBe(1);
  expect(lines(warned.stdout).at(-1)).toMatchObject({
    alarms: [{ type: "challenge.open" }],
    outcomes: [{ state: "would" }],
  });

  const down = base.with(base.indexOf("--rpc") + 1, "http://127.0.0.1:9/secret");
  const unknown = await run(...down, "--for", "operator", "--once");
  expect(unknown.code).toBe(2);
  expect(unknown.stdout).not.toContain("secret");

  const key = toHex(mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 5 }).getHdKey().privateKey!);
  const acting = [...base, "--for", "operator", "--budget", String(10n ** 17n), "--once"];
  const acted = await runHere(acting, { ANCHORLOG_SECRET_WATCH: key });
  expect(acted.code).toBe(0);
  expect(lines(acted.stdout).at(-1)).toMatchObject({ outcomes: [{ state: "sent" }] });
  expect(acted.stdout).not.toContain(key.slice(2));
  expect(await honest.town.nonceOf(watcher)).toBe(1);
});

it("runs until it is told to end", async () => {
  const running = run(...base, "--interval", "1");
  await expect.poll(() => process.listenerCount("SIGTERM")).toBeGreaterThan(0);
  process.emit("SIGTERM");
  expect(await running).toMatchObject({ code: 0, stderr: "" });
});

it("says what is wrong with how it is called", async () => {
  for (const [args, sentence] of [
    [["watch"], /needs --trust/],
    [base.slice(0, 3), /needs --rpc/],
    [[...base, "--for", "fun"], /--for takes/],
    [[...base, "--budget", "1"], /ANCHORLOG_SECRET_WATCH must be a private key/],
    [[...base, "--budget", "much"], /ANCHORLOG_SECRET_WATCH|--budget takes/],
    [[...base, "--nothing"], /--nothing/],
    [[...base, "extra"], /options only/],
    [
      [...base.filter((arg) => arg !== "--export" && arg !== honest.exported), "--for", "operator"],
      /records is missing/,
    ],
  ] as const) {
    const ran = await run(...args);
    expect(ran, args.join(" ")).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toMatch(sentence);
  }
  expect((await run("watch", "--help")).stdout).toContain("For example:");
});
