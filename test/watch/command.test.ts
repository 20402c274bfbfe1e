import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { checkpointOrigin } from "anchorlog/action";
import { formatTrust } from "anchorlog/verify/bundle";
import { askForHeader, readStoredCheckpoints } from "anchorlog/dispute";
import { writeKeystore } from "anchorlog/action/signers";
import { ed25519NoteKey } from "anchorlog/tlog";
import { formatConfig } from "../../src/daemon/config/format.ts";
import { DEVELOPMENT_MNEMONIC } from "../../scripts/development.ts";
import { mnemonicToAccount } from "viem/accounts";
import { toHex } from "viem";
import { runHere, start as startIn, type Running } from "../cli/process.ts";
import { ask, firingOfWatch, scrape, valueOf } from "../operator/firing.ts";
import { trusted } from "../operator.ts";
import { LOG, openHonest, watcher, type Honest } from "./honest.ts";
import { until } from "../until.ts";

const KINDS = {
  Transfer: { objectId: "string", to: "address", price: "uint256", salt: "bytes32" },
  Vote: { yes: "bool" },
};
let honest: Honest;
let base: string[];
beforeAll(async () => {
  honest = await openHonest([2]);
  const { folder, town, exported } = honest;
  const { stake, faultProofs, challenges, disputes } = town.contracts;
  const noteKey = ed25519NoteKey(checkpointOrigin(idOf()), trusted.noteKey.publicKey);
  await writeFile(join(folder, "trust.json"), formatTrust({ ...trusted, ...idOf(), noteKey }));
  await writeFile(join(folder, "contracts.json"), JSON.stringify({ stake, faultProofs, challenges, disputes }));
  await mkdir(join(folder, "receipts"));
  base = ["watch", "--trust", join(folder, "trust.json"), "--rpc", town.anvil.url, "--export", exported];
  base.push("--contracts", join(folder, "contracts.json"), "--state", join(folder, "state.json"));
});

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

it("the command reports quiet, warned and unknown, and acts within a budget", async () => {
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
  const tileless = await run(...base, "--tiles", "http://127.0.0.1:9/secret", "--for", "operator", "--once");
  expect(tileless.stdout).toContain("cannot be read");
  expect(tileless.stdout).not.toContain("secret");

  const key = toHex(mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 5 }).getHdKey().privateKey!);
  const acting = [...base, "--for", "operator", "--budget", "0.1ether", "--once"];
  const acted = await runHere(acting, { ANCHORLOG_SECRET_WATCH: key });
  expect(acted.code).toBe(0);
  expect(lines(acted.stdout).at(-1)).toMatchObject({ outcomes: [{ state: "sent" }] });
  expect(acted.stdout).not.toContain(key.slice(2));
  expect(await honest.town.nonceOf(watcher)).toBe(1);
});

it("answers from a configuration's store while the operator has it open, with a key in a keystore", async () => {
  const { name, version } = honest.town.operator;
  const config = join(honest.folder, "anchorlog.jsonc");
  const values = {
    ...Object.fromEntries(Object.entries(idOf()).map(([n, v]) => [`operator.${n === "operator" ? "address" : n}`, v])),
    "operator.name": name,
    "operator.version": version,
    "operator.logs": [LOG],
    "operator.kinds": KINDS,
    "operator.maxAnchorDelaySeconds": 60,
    "anchors.pollSeconds": 1,
    "watch.httpPort": 0,
    "store.sqlite": "store.sqlite",
    "chain.rpc": [honest.town.anvil.url],
  };
  await writeFile(config, formatConfig(values));
  const secretKey = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 7 }).getHdKey().privateKey!;
  await writeKeystore(join(honest.folder, "key"), "a password", { secretKey, light: true });
  await writeFile(join(honest.folder, "password"), "a password", { mode: 0o600 });
  const own = ["watch", "--config", config, "--contracts", join(honest.folder, "contracts.json"), "--once"];
  own.push("--state", join(honest.folder, "own.json"), "--budget", "0.1ether");
  const key = ["--key", `keystore:${join(honest.folder, "key")}`];
  const nowhere = await run(...own, ...key, "--password", `file:${join(honest.folder, "nowhere")}`);
  expect(nowhere.stderr).toMatch(/^anchorlog: --password: .*nowhere cannot be read/);
  // Entries that are appended after the export are only in the store.
  await honest.append(1);
  await honest.anchor();
  const { anvil, operator } = honest.town;
  await honest.ask(askForHeader(operator, await readStoredCheckpoints(anvil.client, operator), 1));
  const acted = await run(...own, ...key, "--password", `file:${join(honest.folder, "password")}`);
  expect(acted, acted.stderr).toMatchObject({ code: 0, stderr: "" });
  expect(lines(acted.stdout).at(-1)).toMatchObject({ outcomes: [{ state: "sent" }] });
  // Other code in this process may listen as well.
  const listening = process.listenerCount("SIGTERM");
  const running = run(
    ...own.filter((arg) => arg !== "--once"),
    ...key,
    "--password",
    `file:${join(honest.folder, "password")}`,
  );
  await expect.poll(() => process.listenerCount("SIGTERM")).toBeGreaterThan(listening);
  process.emit("SIGTERM");
  expect((await running).stdout).toMatch(/"event":"started","listening":"127\.0\.0\.1:\d+"/);
  for (const [args, sentence] of [
    [["--export", honest.exported], /exclude each other/],
    [["--for", "user"], /the operator's own watchtower/],
    [["--tiles", "tiles"], /--tiles needs --trust/],
  ] as const)
    expect((await run(...own, ...key, ...args)).stderr).toMatch(sentence);
});

it("runs until a signal ends it, and meanwhile serves its metrics", async () => {
  const hook = {
    ANCHORLOG_WEBHOOK_URL: "http://127.0.0.1:9/",
    ANCHORLOG_SECRET_WEBHOOK: `whsec_${"A".repeat(32)}`,
  };
  const run = (args: readonly string[], name: string) =>
    startIn(["watch", ...args, "--state", join(honest.folder, name), "--interval", "1", "--http-port", "0"], {
      cwd: honest.folder,
      env: hook,
    });
  const urlOf = async (running: Running) =>
    `http://${(await running.until(/"event":"started","listening":"([^"]+)"/))[1]!}`;
  const [question] = (await honest.questions(2)).slice(1);
  const { deadline } = await honest.ask(question!);
  const call = base.slice(1, base.indexOf("--state"));
  const watching = run([...call, "--for", "operator"], "served.json");
  const down = call.with(call.indexOf("--rpc") + 1, "http://127.0.0.1:9/secret");
  const blind = run([...down, "--for", "operator"], "blind.json");
  const seen = { url: await urlOf(watching) };
  // The chain's clock is behind, so these alarms are expected.
  const expected = ["WatchBehind", "WatchAlarm", "WatchUnsent"];
  await until(async () => expect(firingOfWatch([await scrape(seen)])).toEqual(expected));
  const before = Date.now() / 1_000;
  const now = await scrape(seen);
  expect(valueOf(now, "anchorlog_watch_up")).toBe(1);
  expect(valueOf(now, "anchorlog_watch_open_challenges")).toBe(1);
  expect(valueOf(now, "anchorlog_watch_alarms", { type: "challenge.open" })).toBe(1);
  const after = Date.now() / 1_000;
  const left = valueOf(now, "anchorlog_watch_deadline_seconds");
  expect(left).toBeLessThanOrEqual(deadline - before + 10);
  expect(left).toBeGreaterThanOrEqual(deadline - after - 10);
  expect(now.text).not.toContain("budget_ether");
  expect(await ask(seen, "/status")).toMatchObject({
    status: 200,
    body: { healthy: false, status: { challenges: [{ deadline, answer: "would" }] } },
  });
  expect(await ask(seen, "/livez")).toEqual({ status: 200, body: { status: "alive" } });
  const second = await runHere(["watch", ...call, "--once", "--state", join(honest.folder, "served.json")]);
  expect(second, second.stderr).toMatchObject({ code: 2, stdout: "" });
  expect(second.stderr).toMatch(/served\.json is locked/);

  const unseen = { url: await urlOf(blind) };
  await until(async () => expect(firingOfWatch([await scrape(unseen)])).toContain("WatchUnsent"));
  expect(firingOfWatch([await scrape(unseen)])).toContain("WatchBehind");
  expect(await ask(unseen, "/readyz")).toMatchObject({
    status: 503,
    body: { error: { details: [{ field: "chain", reason: "unavailable" }] } },
  });
  expect((await ask(unseen, "/livez")).status).toBe(200);
  for (const running of [watching, blind]) {
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
    expect(running.stdout()).not.toContain("secret");
  }
});

it("explains each wrong call", async () => {
  for (const [args, sentence] of [
    [["watch"], /needs --trust/],
    [base.slice(0, 3), /needs --rpc/],
    [[...base, "--for", "fun"], /--for takes/],
    [[...base, "--budget", "1wei"], /--key: the environment has no ANCHORLOG_SECRET_WATCH/],
    [[...base, "--budget", "1"], /--budget takes an amount .*, not 1: it has no unit: give 1ether/],
    [[...base, "--nothing"], /--nothing/],
    [[...base, "extra"], /options only/],
    [[...base, "--http-port", "no"], /--http-port takes a port/],
    [[...base, "--http-host", "localhost"], /--http-host is for --http-port/],
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
