import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { openAnchorlog, type Hex } from "anchorlog";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { parseTrust } from "anchorlog/verify/bundle";
import { listen, listenHere } from "../listening.ts";
import { leadsFrom } from "../../src/batch/trusted.ts";
import { isSignedBy, parseNote, parseVerifierKey } from "anchorlog/tlog";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import { loadConfig } from "../../src/daemon/config/load.ts";
import { openOptions } from "../../src/daemon/config/open.ts";
import { openTraces } from "../../src/daemon/tracer.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { enter, newFolder } from "../folder.ts";
import { signActionFor, wallets } from "../operator.ts";
import { deployTo } from "../operator/operation.ts";
import { install, launch, runHere, start as startIn, type Ran, type Running } from "./process.ts";
import { isSlowSuite } from "../slow.ts";

// An operator's life by commands on a real node, `operate` in a process of its own: the tests follow each other.
const folder = newFolder();
let sent = 0;
/** The verifier keys of the first note key, and of the one that follows it. */
let noteKeys: ReturnType<typeof parseVerifierKey>[] = [];

const at = (name: string): string => join(folder, name);
const run = (...args: string[]): Promise<Ran> => runHere(args, env);
const start = (...args: string[]) => startIn(args, { cwd: folder, env });
const address = developmentAccount(1, LOCAL_CHAIN_ID).address.toLowerCase();

enter(folder);
const node = await startAnvil(Math.floor(Date.now() / 1000));
await deployTo(node);
const env: Record<string, string> = {
  ANCHORLOG_CHAIN_RPC: node.url.replace("http://", "http://user:hunter2@"),
  ANCHORLOG_KEYS_ACCOUNT: "development:1",
  ANCHORLOG_OPERATOR_ADDRESS: address,
  ANCHORLOG_OPERATOR_NAME: "My Platform",
  ANCHORLOG_OPERATOR_KINDS: JSON.stringify({
    Transfer: { objectId: "string", to: "address", price: "uint256", salt: "bytes32" },
    Vote: { yes: "bool" },
  }),
  ANCHORLOG_HTTP_PORT: "0",
  ANCHORLOG_ANCHORS_MAX_AGE_SECONDS: "1",
  ANCHORLOG_ANCHORS_POLL_SECONDS: "1",
  ANCHORLOG_BATCHES_MAX_AGE_SECONDS: "1",
  ANCHORLOG_PROCESS_THREADS: "0",
};

/** Runs a command with a node of another chain, which has no registered operator. */
async function runElsewhere(args: readonly string[], given: Readonly<Record<string, string>>): Promise<Ran> {
  const { url } = await listen((request, response) => {
    request.setEncoding("utf8").once("data", (body: string) => {
      const result = body.includes("eth_chainId") ? "0x1" : `0x${"0".repeat(256)}`;
      response.end(JSON.stringify({ jsonrpc: "2.0", id: (JSON.parse(body) as { id: number }).id, result }));
    });
  });
  return runHere(args, { ...given, ANCHORLOG_CHAIN_RPC: url });
}

/** Runs a command with a node that leaves some questions unanswered once a transaction was sent. */
async function runUntilSent(args: readonly string[], unanswered: RegExp): Promise<Ran> {
  let isSent = false;
  const pass = async (body: string): Promise<string> => {
    const headers = { "content-type": "application/json" };
    return (await fetch(node.url, { method: "POST", headers, body })).text();
  };
  const { url } = await listen((request, response) => {
    request.setEncoding("utf8").once("data", (body: string) => {
      if (isSent && unanswered.test(body)) {
        response.writeHead(503).end();
        return;
      }
      isSent ||= body.includes('"eth_sendRawTransaction"');
      void pass(body).then((answer) => response.end(answer));
    });
  });
  return runHere(args, { ...env, ANCHORLOG_CHAIN_RPC: url });
}

/** Acts as a server that embeds the library: it accepts actions. */
async function act(count: number): Promise<void> {
  const options = await openOptions(await loadConfig(undefined, { env, cwd: folder }), env);
  const { store, guard, operator, logs, types, keys } = options;
  const anchorlog = await openAnchorlog({ store, ...(guard && { guard }), operator, logs, types, keys });
  const deadline = Math.floor(Date.now() / 1000) + 3_600;
  for (let i = 0; i < count; i++) {
    const action = await signActionFor(options.operator, wallets[0]!, "my-organization", sent++, { deadline });
    expect(await anchorlog.submit(action)).toMatchObject({ status: "accepted" });
  }
  await anchorlog.close();
}

/**
 * Starts what systemd would start by docs/anchorlog.service: the command line as written there, with the keys as
 * credentials. This test's folder stands for /etc/anchorlog and /var/lib/anchorlog.
 */
async function startUnit(given: Readonly<Record<string, string>>): Promise<Running> {
  const unit = await readFile(new URL("../../docs/anchorlog.service", import.meta.url), "utf8");
  const values = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value!);
  for (const credential of values("LoadCredential")) {
    const [name, path] = credential.split(":");
    expect(path).toBe(`/etc/anchorlog/keys/${name}`);
    expect(await stat(at(`keys/${name}`))).toBeDefined();
  }
  const own = Object.fromEntries(values("Environment").map((line) => line.replace("%d", at("keys")).split("=")));
  await install(folder);
  const [file, ...args] = values("ExecStart")[0]!.replace("/etc/anchorlog", folder).split(" ");
  return launch(file!, args, { cwd: folder, env: { ...given, ...own, PATH: `${folder}:${process.env["PATH"]}` } });
}

describe("an operator's life by commands", () => {
  it("begins with a configuration and keys that only this user can read, and overwrites neither", async () => {
    expect(await run("init", "--preset", "local", "--generate-keys", "keys", "--plain-keys")).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect((await stat(at("keys/anchor"))).mode & 0o777).toBe(0o600);
    expect((await stat(at("keys"))).mode & 0o777).toBe(0o700);
    const written = await readFile(at("anchorlog.jsonc"), "utf8");
    expect(written).toContain('"anchor": "file:keys/anchor"');
    const again = await run("init", "--preset", "local");
    expect(again).toMatchObject({ code: 3, stdout: "" });
    expect(again.stderr).toMatch(/anchorlog\.jsonc is there already, and is not overwritten/);
    expect(await readFile(at("anchorlog.jsonc"), "utf8")).toBe(written);
    const { ANCHORLOG_OPERATOR_NAME: _, ...others } = env;
    const unfilled = await runHere(["register"], others);
    expect(unfilled.stderr).toMatch(/operator\.name: .* is not 1 to 64 characters of printable ASCII/);
    expect(unfilled.stderr).toMatch(/To fix it: correct each setting/);
    // The public parts of the keys are shown before the other settings are complete.
    expect(await runHere(["keys"], others)).toMatchObject({ code: 0, stderr: "" });
  });

  it("makes no guard for a registry that does not exist", async () => {
    const { code, stderr } = await runHere(["register"], {
      ...env,
      ANCHORLOG_OPERATOR_REGISTRY: `0x${"5".repeat(40)}`,
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(/0x5555\S+ has no such contract/);
    await expect(stat(at("anchorlog.guard"))).rejects.toThrow(/ENOENT/);
  });

  it("is shown as not registered before it is, not as short of stake", async () => {
    const other = { ...env, ANCHORLOG_STORE_SQLITE: "early.sqlite" };
    const absent = await runHere(["status", "--json"], other);
    expect(absent).toMatchObject({ code: 2, stderr: "" });
    const message = expect.stringContaining(`there is no store ${at("early.sqlite")}`) as string;
    const both = [{ code: "not_running" }, { code: "not_registered" }];
    expect(JSON.parse(absent.stdout)).toMatchObject({ concerns: [...both, { code: "unknown", message }] });
    await (await openSqliteStore(at("early.sqlite"))).close();
    const early = await runHere(["status", "--json"], other);
    expect(early.code).toBe(1);
    expect(JSON.parse(early.stdout)).toMatchObject({ concerns: both, status: { stake: { standing: false } } });
  });

  it("registers once, and afterwards compares the registration", async () => {
    expect((await run("operate")).stderr).toMatch(/there is no guard\n.*`npx anchorlog register` makes it/);
    const empty = { ...env, ANCHORLOG_KEYS_ACCOUNT: "file:keys/account" };
    const [own] = /0x[0-9a-f]{40}/.exec((await runHere(["keys"], empty)).stdout)!;
    const poor = await runHere(["register"], { ...empty, ANCHORLOG_OPERATOR_ADDRESS: own });
    expect(poor.stderr).toMatch(/the account 0x[0-9a-f]{40} has 0 ether, and this may cost up to 0\.\d+ ether\n/);
    expect(poor.stderr).toMatch(/send it at least 0\.\d+ ether$/m);
    await rm(at("anchorlog.guard"));
    const fees = {
      ANCHORLOG_TRANSACTIONS_MAX_FEE_GWEI: "0.011",
      ANCHORLOG_TRANSACTIONS_MIN_TIP_GWEI: "0.000000001",
    };
    const capped = await runHere(["register"], { ...env, ...fees });
    expect(capped.stderr).toMatch(/To fix it: wait for lower fees, or allow higher ones \(transactions\.maxFeeGwei\)/);
    expect(capped.code).toBe(2);
    const { code, stdout } = await run("register", "--json");
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
      code: 0,
      status: "registered",
      operator: address,
    });
    const again = await run("register", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "registered already, as the configuration says" });
    const other = await runHere(["register"], { ...env, ANCHORLOG_OPERATOR_VERSION: "2" });
    expect(other).toMatchObject({ code: 3 });
    expect(other.stderr).toMatch(/version is registered as 1, not as 2/);
  });

  it("stakes the missing amount, and logs a concern once when it begins and once when it ends", async () => {
    const astray = await runElsewhere(["stake"], env);
    expect(astray).toMatchObject({ code: 3, stdout: "" });
    expect(astray.stderr).toMatch(/chain 31337 is configured, and endpoint 0 is of chain 1/);
    const short = await run("stake", "deposit", "1wei");
    expect(short, short.stderr).toMatchObject({ code: 1, stderr: "" });
    expect(short.stdout).toMatch(/^deposited +0\.000000000000000001 ether$/m);
    expect(short.stdout).toMatch(/^missing +0\.9{18} ether$/m);
    expect(short.stdout).toMatch(/^next +it is still short.*anchorlog stake deposit$/m);
    expect(JSON.parse((await run("stake", "--json")).stdout)).toMatchObject({ standing: false, stakeWei: "1" });
    const operating = start("operate");
    await operating.until(/"level":"warn","event":"concern","code":"stake_short"/);
    const deposited = JSON.parse((await run("stake", "deposit", "--json")).stdout) as Record<string, unknown>;
    const missing = String(10n ** 18n - 1n);
    expect(deposited).toMatchObject({ standing: true, missingWei: "0", depositedWei: missing });
    await operating.until(/"level":"info","event":"concern_gone","code":"stake_short"/);
    operating.child.kill("SIGTERM");
    const { code, stderr } = await operating.ended;
    expect({ code, times: stderr.match(/"event":"concern","code":"stake_short"/g)?.length }).toEqual({
      code: 0,
      times: 1,
    });
    expect((await run("stake", "deposit", "1.5")).stderr).toMatch(
      /takes an amount .*, not 1\.5: it has no unit: give 1\.5ether/,
    );
  });

  it("names the reason why a stake cannot be paid out", async () => {
    const early = await run("stake", "complete");
    expect(early).toMatchObject({ code: 3, stdout: "" });
    expect(early.stderr).toMatch(/no exit was requested[^]*anchorlog stake exit/);
    expect((await run("stake", "withdraw", address)).stderr).toMatch(/nothing is credited to 0x7099/);
  });

  it("operates by systemd's unit: anchors a server's actions, and refuses a second start on the store", async () => {
    await act(3);
    // With the default number of threads, and with an account other than the operator's own.
    const { ANCHORLOG_PROCESS_THREADS: _, ...threaded } = env;
    const payer = privateKeyToAccount((await readFile(at("keys/account"), "utf8")).trim() as Hex);
    await node.test.setBalance({ address: payer.address, value: 10n ** 18n });
    const operating = await startUnit(threaded);
    await operating.until(/"event":"started","listening":"127\.0\.0\.1:\d+"/);
    await operating.until(/"event":"checkpoint_anchored"/);
    const second = await run("operate");
    expect(second).toMatchObject({ code: 2, stdout: "" });
    expect(second.stderr).toMatch(/anchorlog\.sqlite is locked: it is open here already, or in another process/);
    expect(await run("backup", "backup.sqlite")).toMatchObject({ code: 0 });
    expect(await run("backup", "backup.sqlite")).toMatchObject({ code: 3 });
    expect(await run("guard", "export", "guard.json")).toMatchObject({ code: 0, stderr: "" });
    expect((await run("guard", "adopt", "--confirm", address)).code).toBe(2);
    operating.child.kill("SIGTERM");
    const { code, stdout, stderr } = await operating.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["started", "checkpoint_anchored", "stopping", "stopped"]),
    );
    for (const { time, level, event } of lines)
      expect([typeof time, typeof level, typeof event]).toEqual(Array(3).fill("string"));
    const key = await readFile(at("keys/anchor"), "utf8");
    expect(stderr).not.toMatch(new RegExp(`hunter2|${key.trim().slice(2)}`));
  });

  it("reports its health by the exit code of status", async () => {
    const free = await import("../../src/development/chain.ts").then(({ freePort }) => freePort(0));
    env["ANCHORLOG_HTTP_PORT"] = String(free);
    const stopped = await run("status", "--json");
    expect(stopped.code).toBe(1);
    expect(JSON.parse(stopped.stdout)).toMatchObject({
      healthy: false,
      concerns: [{ code: "not_running" }],
      status: { anchored: 1, archiveMissing: [], timestamps: [] },
      unknown: expect.arrayContaining(["lease", "missing", "inFlight", "failures"]) as string[],
    });
    for (const name of ["lease", "missing", "inFlight", "failures"]) expect(stopped.stdout).not.toContain(`"${name}":`);
    const shown = await run("status");
    expect(shown, shown.stderr).toMatchObject({ code: 1, stderr: "" });
    expect(shown.stdout).toMatch(/^needs attention\n {2}not_running: .*\n\n {2}at +\d{4}-/);
    expect(shown.stdout).toMatch(/^ {2}stake held +1 ether$/m);
    expect(shown.stdout).toMatch(/^ {2}account balance +\d+\.\d+ ether$/m);
    expect(shown.stdout).toMatch(/^not known without the running process: lease, missed deadlines, .*in flight/m);
    expect(shown.stdout).not.toMatch(/[{"]| \d{18}/);
    // Another chain's node has another balance for the account, and perhaps other code at the registry's address.
    const astray = await runElsewhere(["status", "--json"], env);
    expect(JSON.parse(astray.stdout)).toMatchObject({
      concerns: [
        { code: "not_running" },
        {
          code: "wrong_chain",
          message: expect.stringMatching(
            /^chain\.rpc: chain 31337 is configured, and endpoint 0 is of chain 1: give/,
          ) as string,
        },
        { code: "chain_unread" },
      ],
    });
    expect(JSON.parse(astray.stdout)).not.toHaveProperty("status.account.balance");
    // Its schedule would anchor a quarter of an hour later.
    await act(1);
    const exporting = { ...env, ANCHORLOG_EXPORT_FOLDER: "kept", ANCHORLOG_EXPORT_PUBLIC_FOLDER: "open" };
    const idle = { ...exporting, ANCHORLOG_ANCHORS_MAX_AGE_SECONDS: "900" };
    const operating = startIn(["operate"], { cwd: folder, env: idle });
    await operating.until(/"event":"started"/);
    const anchored = await run("anchor", "--json");
    expect(anchored, anchored.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(anchored.stdout)).toMatchObject({ status: "anchored", size: 2 });
    expect((await run("anchor")).stdout).toMatch(/^status +there\nsize +2$/m);
    const asked = `http://127.0.0.1:${free}/anchor`;
    for (const headers of [{ origin: "https://page.example" }, { "x-forwarded-for": "192.0.2.1" }] as const)
      expect((await fetch(asked, { method: "POST", headers })).status).toBe(403);
    expect((await fetch(asked)).status).toBe(405);
    const kept = await runHere(["export", "--json"], exporting);
    expect(kept, kept.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(kept.stdout)).toMatchObject({
      folder: at("kept"),
      publicFolder: at("open"),
      entries: 4,
      batches: 2,
      checkpoints: 2,
    });
    expect((await runHere(["export"], exporting)).stdout).toMatch(/^entries +0$/m);
    // A file in place of the folder prevents writing, also for the user that runs this test.
    await rename(at("kept"), at("kept-away"));
    await writeFile(at("kept"), "");
    expect((await runHere(["export"], exporting)).code).not.toBe(0);
    const failing = JSON.parse((await run("status", "--json")).stdout) as object;
    expect(failing).toMatchObject({ concerns: [{ code: "export_failing" }] });
    await rm(at("kept"));
    await rename(at("kept-away"), at("kept"));
    expect((await runHere(["export"], exporting)).code).toBe(0);
    expect((await run("audit", "kept")).stdout).toMatch(/^indeterminate: /);
    const openly = await run("audit", "open");
    expect(openly.stdout).toMatch(/^not checked: The payloads of 4 entries, which the export withholds/m);
    expect((await run("export", "--without-payloads")).stderr).toMatch(/takes a folder; or set export\.publicFolder/);
    const locked = await run("export", "export");
    expect(locked).toMatchObject({ code: 2, stdout: "" });
    expect(locked.stderr).toMatch(/is locked: .*\n.*set export\.folder, restart it, and run `npx anchorlog export`$/m);
    expect((await run("export")).stderr).toMatch(/export takes the folder to write, or export\.folder/);
    const healthy = await run("status", "--json");
    expect({ code: healthy.code, ...(JSON.parse(healthy.stdout) as object) }).toMatchObject({
      code: 0,
      healthy: true,
      concerns: [],
    });
    expect(healthy.stdout).not.toContain("hunter2");
    expect(JSON.parse(healthy.stdout)).toMatchObject({ status: { operator: { chainId: 31_337, operator: address } } });
    const other = await runHere(["status", "--json"], {
      ...env,
      ANCHORLOG_OPERATOR_ADDRESS: `0x${"12".repeat(20)}`,
    });
    expect(other.code).toBe(1);
    expect(other.stdout).toMatch(/"not_running","message":"at port \d+ of 127\.0\.0\.1 another operator answers/);
    const metrics = async () => (await fetch(`http://127.0.0.1:${free}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^anchorlog_anchored_size 2$/m);
    for (const path of ["livez", "readyz"]) expect((await fetch(`http://127.0.0.1:${free}/${path}`)).status).toBe(200);
    operating.child.kill("SIGINT");
    expect((await operating.ended).code).toBe(0);
    const nowhere = { ...env, ANCHORLOG_CHAIN_RPC: "http://127.0.0.1:1", ANCHORLOG_STORE_SQLITE: "nowhere.sqlite" };
    expect(await runHere(["status"], nowhere)).toMatchObject({ code: 2 });
    const { receipt } = JSON.parse((await run("keys", "--json")).stdout) as { receipt: Hex };
    const silent = {
      ...env,
      ANCHORLOG_KEYS_RECEIPT: `rpc:${receipt}@http://127.0.0.1:1`,
      ANCHORLOG_SIGNERS_PATIENCE_SECONDS: "0",
    };
    const unsigned = await runHere(["operate"], silent);
    expect(unsigned, unsigned.stderr).toMatchObject({ code: 2, stdout: "" });
  });

  it("comes back from a backup and an export, and reports when nothing is missing any more", async () => {
    await act(2);
    expect(await run("export", "export")).toMatchObject({ code: 0 });
    const occupied = await run("restore", "backup.sqlite");
    expect(occupied).toMatchObject({ code: 3 });
    expect(occupied.stderr).toMatch(/is there already, and is not overwritten/);
    await rename(at("anchorlog.sqlite"), at("lost.sqlite"));
    for (const suffix of ["-wal", "-shm"]) await rm(at(`anchorlog.sqlite${suffix}`), { force: true });
    const partly = await run("restore", "backup.sqlite", "--json");
    expect(partly.code, partly.stderr).toBe(1);
    expect(JSON.parse(partly.stdout)).toMatchObject({
      finished: false,
      missing: [
        { what: "entries", from: 3, to: 6 },
        { what: "headers", from: 1, to: 2, by: "guard" },
        { what: "headers", by: "registry" },
      ],
    });
    const whole = await run("restore", "--export", "export", "--json");
    expect(whole.code, whole.stderr).toBe(0);
    expect(JSON.parse(whole.stdout)).toMatchObject({ finished: true, imported: { entries: 3 } });
    const unread = await runHere(["restore", "--export", "export"], {
      ...env,
      ANCHORLOG_CHAIN_RPC: "http://127.0.0.1:1",
    });
    expect(unread, unread.stderr).toMatchObject({ code: 2, stdout: "" });
    expect(unread.stderr).toMatch(/the registry cannot be asked/);
    await act(1);
  });

  it("sends signed checkpoints from any account while no process runs", async () => {
    const alone = await run("anchor");
    expect(alone).toMatchObject({ code: 3, stdout: "" });
    expect(alone.stderr).toMatch(/no process of this operator answers here[^]*anchorlog anchor --key REFERENCE/);
    const unsigned = JSON.parse((await run("anchor", "--key", "development:6", "--json")).stdout) as object;
    expect(unsigned).toMatchObject({ status: "there", size: 2 });
    const options = await openOptions(await loadConfig(undefined, { env, cwd: folder }), env);
    const anchorlog = await openAnchorlog(options);
    await anchorlog.closeBatches();
    await anchorlog.checkpoint();
    await anchorlog.close();
    const sent = await run("anchor", "--key", "development:6", "--json");
    expect(sent, sent.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(sent.stdout)).toMatchObject({ status: "anchored", size: 3, unsigned: 0 });
    expect((await run("anchor", "--password", "file:x")).stderr).toMatch(/--password opens the keystore of --key/);
    const typed = await run("anchor", "--key", `0x${"c3".repeat(32)}`);
    expect(typed.stderr).toMatch(/--key takes env:NAME.*never holds a key/);
    expect(typed.stderr).not.toContain("c3c3c3c3");
    await act(1);
  });

  it("moves its guard, and adopts a store into a new guard only if the old one is confirmed lost", async () => {
    const misspelt = await run("guard", "adpot");
    expect(misspelt.stderr).toMatch(/guard takes export, import or adopt, not adpot; did you mean adopt\?/);
    // The guard still has its earlier marks.
    expect(JSON.parse((await run("guard", "import", "guard.json", "--json")).stdout)).toMatchObject({ movedMarks: 0 });
    expect((await run("guard", "adopt", "--confirm", address)).stderr).toMatch(/the guard is in use already/);
    expect(await run("guard", "export", "newest.json")).toMatchObject({ code: 0 });
    await rename(at("anchorlog.guard"), at("lost.guard"));
    expect((await run("operate")).stderr).toMatch(/there is no guard\n.*`npx anchorlog guard adopt`/);

    for (const [args, asked] of [
      [
        ["adopt"],
        /confirm this store: 1 log, 3 headers, 3 of them signed; 3 of them are anchored[^]*lose its whole stake/,
      ],
      [["adopt", "--confirm", `0x${"12".repeat(20)}`], /0x1212\S+ is not this operator's address, so nothing was done/],
      [
        ["import", "newest.json", "--new"],
        /remember the signatures in newest\.json, and no others[^]*lose its whole stake/,
      ],
    ] as const) {
      const refused = await run("guard", ...args);
      expect(refused).toMatchObject({ code: 3, stdout: "" });
      expect(refused.stderr).toMatch(asked);
      expect(refused.stderr).toMatch(new RegExp(`--confirm ${address}$`, "m"));
    }
    // A guard is made neither of another document, nor of a store that was mistyped or is not mounted.
    const another = await run("guard", "import", "anchorlog.jsonc", "--new", "--confirm", address);
    expect(another.stderr).toMatch(/nothing was imported: /);
    const mistyped = { ...env, ANCHORLOG_STORE_SQLITE: "mistyped.sqlite" };
    for (const args of [
      ["guard", "adopt", "--confirm", address],
      ["export", "mistyped"],
    ]) {
      const { code, stderr } = await runHere(args, mistyped);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/there is no store .*mistyped\.sqlite\n.*its disk is mounted/) as string,
      });
    }
    expect((await readdir(folder)).filter((name) => name.startsWith("mistyped"))).toEqual([]);
    await expect(stat(at("anchorlog.guard"))).rejects.toThrow(/ENOENT/);
    // The registry tells that a store is not the newest.
    const older = { ...env, ANCHORLOG_STORE_SQLITE: "backup.sqlite" };
    expect((await runHere(["guard", "adopt", "--confirm", address], older)).stderr).toMatch(
      /the registry holds 3 headers, this store 1\n.*this is not the newest store/,
    );
    // Another chain's registry of the same address knows of no anchors of this operator's.
    const misled = await runElsewhere(["guard", "adopt", "--confirm", address], older);
    expect(misled).toMatchObject({ code: 3, stdout: "" });
    expect(misled.stderr).toMatch(/chain 31337 is configured, and endpoint 0 is of chain 1/);
    // If one of two nodes is away, the other one's answers are still shown.
    const half = { ...older, ANCHORLOG_CHAIN_RPC: `http://127.0.0.1:1,${env["ANCHORLOG_CHAIN_RPC"]}` };
    expect((await runHere(["guard", "adopt", "--confirm", address], half)).stderr).toMatch(
      /the registry holds 3 headers/,
    );

    const adopted = await run("guard", "adopt", "--confirm", address, "--json");
    expect(adopted, adopted.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(adopted.stdout)).toMatchObject({ adopted: { "my-organization": sent } });
    await act(1);
    await rm(at("anchorlog.guard"));
    const moved = await run("guard", "import", "newest.json", "--new", "--confirm", address, "--json");
    expect(JSON.parse(moved.stdout)).toMatchObject({ movedMarks: 2 });
    await act(1);
  });

  it("refuses an invalid backup, and leaves no file at the store's path", async () => {
    await writeFile(at("no-store"), "hello");
    const other = { ...env, ANCHORLOG_STORE_SQLITE: "other.sqlite" };
    expect((await runHere(["restore", "no-store"], other)).code).toBe(3);
    await expect(stat(at("other.sqlite"))).rejects.toThrow(/ENOENT/);
  });

  it("announces the next key of a role, by the reference that the configuration will have", async () => {
    const made = await run("keys", "new", "receipt", "keys/receipt-2", "--plain", "--json");
    expect((await stat(at("keys/receipt-2"))).mode & 0o777).toBe(0o600);
    const { address } = JSON.parse(made.stdout) as { address: string };
    const { code, stdout, stderr } = await run("rotate", "receipt", "file:keys/receipt-2", "--json");
    expect(code, stderr).toBe(0);
    const { from, key } = JSON.parse(stdout) as { from: string; key: string };
    expect(key).toBe(address);
    expect(Date.parse(from)).toBeGreaterThan(Date.now());
    const typed = await run("rotate", "anchor", `0x${"c3".repeat(32)}`);
    expect(typed).toMatchObject({ code: 3 });
    expect(typed.stderr).not.toContain("c3c3c3c3");
    env["ANCHORLOG_KEYS_NEXT_RECEIPT"] = "file:keys/receipt-2";
    const { stdout: trust } = await run("trust");
    await writeFile(at("earlier.json"), trust);
    const trusted = parseTrust(trust);
    const [first] = trusted.earlier!;
    expect(trusted.receiptKey).toBe(address);
    expect(trusted.earlier).toMatchObject([{ role: "receipt", until: Date.parse(from) / 1000 }]);
    expect(leadsFrom(first!.key as Hex, trusted, trusted.receiptKey)).toBe(true);
    const other = { ...trusted, receiptKey: trusted.anchorKey };
    expect(leadsFrom(first!.key as Hex, other, other.receiptKey)).toBe(false);
    await node.advance(31);
    const operating = start("operate");
    await operating.until(/"event":"checkpoint_anchored"/);
    operating.child.kill("SIGTERM");
    expect((await operating.ended).code).toBe(0);
  });

  it("announces the next note key, which trust files and the list of keys then contain", async () => {
    const made = await run("keys", "new", "note", "keys/note-2", "--plain", "--json");
    expect(made.code, made.stderr).toBe(0);
    const rotated = await run("rotate", "note", "file:keys/note-2", "--json");
    expect(rotated.code, rotated.stderr).toBe(0);
    env["ANCHORLOG_KEYS_EARLIER"] = "earlier.json";
    const verifierKey = (JSON.parse(rotated.stdout) as { key: string }).key;
    expect((await run("rotate", "note", "file:keys/note")).stderr).toMatch(
      /the next note key is the same as keys\.note/,
    );
    const trust = async (name: string): Promise<void> => {
      const { code, stdout, stderr } = await run("trust");
      expect(code, stderr).toBe(0);
      await writeFile(at(name), stdout);
    };
    await trust("old.json");
    env["ANCHORLOG_KEYS_NEXT_NOTE"] = "file:keys/note-2";
    const shown = JSON.parse((await run("keys", "--json")).stdout) as Record<string, string>;
    expect(shown).toMatchObject({ account: address, nextNote: verifierKey });
    noteKeys = [parseVerifierKey(shown["note"]!), parseVerifierKey(verifierKey)];
    await trust("new.json");
  });

  it.runIf(isSlowSuite)(
    "replaces the note key; meanwhile verifiers with the old or the new key accept the same notes",
    async () => {
      env["ANCHORLOG_PUBLISH_TILES"] = "tiles";
      env["ANCHORLOG_PUBLISH_MAX_AGE_SECONDS"] = "1";
      /** Whether the newest published note is signed by the old key, and by the new one. */
      const operated = async (): Promise<boolean[]> => {
        await act(1);
        const operating = start("operate");
        const size = 1 + Number((await readFile(at("tiles/checkpoint"), "utf8").catch(() => "\n0")).split("\n")[1]);
        const published = () => readFile(at("tiles/checkpoint"), "utf8").then((text) => Number(text.split("\n")[1]));
        await expect.poll(() => published().catch(() => 0)).toBeGreaterThanOrEqual(size);
        operating.child.kill("SIGTERM");
        expect((await operating.ended).code).toBe(0);
        const note = parseNote(await readFile(at("tiles/checkpoint"), "utf8"));
        return noteKeys.map((key) => isSignedBy(note, key));
      };
      const verdicts = async (): Promise<(number | null)[]> => {
        await rm(at("export"), { recursive: true, force: true });
        expect(await run("export", "export")).toMatchObject({ code: 0 });
        const audits = ["old", "new"].map(
          async (name) => (await run("audit", "export", "--trust", `${name}.json`)).code,
        );
        return Promise.all(audits);
      };
      expect(await operated()).toEqual([true, true]);
      delete env["ANCHORLOG_KEYS_NEXT_NOTE"];
      env["ANCHORLOG_KEYS_NOTE"] = "file:keys/note-2";
      expect(await operated()).toEqual([false, true]);
      expect(await verdicts()).toEqual([2, 0]);
    },
  );

  it.runIf(isSlowSuite)(
    "writes spans to an OpenTelemetry that was started before it, or explains how to start one",
    async () => {
      const traces = { ...env, ANCHORLOG_PROCESS_TRACES: "true" };
      const without = await startIn(["operate"], { cwd: folder, env: traces }).ended;
      expect(without).toMatchObject({ code: 3, stdout: "" });
      expect(without.stderr).toMatch(/NODE_OPTIONS="--import @opentelemetry\/auto-instrumentations-node\/register"/);
      await expect(openTraces(() => Promise.reject(new Error("nowhere")))).rejects.toMatchObject({
        code: "otel_missing",
        message: expect.stringContaining("npm install @opentelemetry/api") as string,
      });

      await act(1);
      await node.advance(31);
      const otel = {
        NODE_OPTIONS: `--import ${new URL("otel.mjs", import.meta.url).href}`,
        OTEL_TEST_FILE: at("spans"),
      };
      const operating = startIn(["operate"], { cwd: folder, env: { ...traces, ...otel } });
      // The first event is about the earlier checkpoint.
      await operating.until(/"checkpoint_anchored"[^]*"checkpoint_anchored"/);
      // A span ends a moment after its work is reported.
      await expect
        .poll(() => readFile(at("spans-ended"), "utf8").catch(() => ""))
        .toMatch(/^anchorlog\.anchor anchored$/m);
      operating.child.kill("SIGTERM");
      const { code, stderr } = await operating.ended;
      expect(code, stderr).toBe(0);
      const spans = await readFile(at("spans"), "utf8");
      expect(spans).toMatch(
        /"name":"anchorlog\.anchor","attributes":\{"anchorlog\.status":"anchored","anchorlog\.size":/,
      );
      expect(spans).toMatch(/"name":"anchorlog\.transaction"/);
      expect(spans).not.toMatch(/hunter2|:\/\//);
    },
  );

  it("reports a deposit as done or possibly done, even if the node stops answering afterwards", async () => {
    const [before, more] = [10n ** 18n, ["stake", "deposit", "1wei"]];
    const staked = async () => (JSON.parse((await run("stake", "--json")).stdout) as { stakeWei: string }).stakeWei;
    const { code, stdout, stderr } = await runUntilSent(more, /"eth_call"/);
    // If the message asked for another try, the user would deposit twice.
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^deposited +0\.000000000000000001 ether\nnext +the transaction is done, but .*anchorlog stake$/m,
    );
    expect(await staked()).toBe(String(before + 1n));
    const unknown = await runUntilSent(more, /./);
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    const [, hash] = /^It may be done: look for the transaction (0x[0-9a-f]{64}) first/m.exec(unknown.stderr) ?? [];
    expect(await node.client.getTransactionReceipt({ hash: hash as Hex })).toMatchObject({ status: "success" });
    expect(await staked()).toBe(String(before + 2n));
  });

  it("leaves for good: the stake is paid out after its time, and not before", async () => {
    expect(await run("stake", "exit")).toMatchObject({ code: 0 });
    expect((await run("stake", "exit")).code).toBe(0);
    expect((await run("stake", "complete")).stderr).toMatch(/the stake is held until \d{4}-/);
    const { exitableFrom } = JSON.parse((await run("stake", "--json")).stdout) as { exitableFrom: string };
    await node.advance(Math.ceil((Date.parse(exitableFrom) - Date.now()) / 1000) + 60);
    expect(await run("stake", "complete")).toMatchObject({ code: 0 });
    expect((await run("stake", "complete")).stderr).toMatch(/the exit is complete[^]*anchorlog stake withdraw/);
    expect((await run("stake", "deposit")).stderr).toMatch(/the exit is complete/);
    const paid = await run("stake", "withdraw", address, "--json");
    expect(JSON.parse(paid.stdout)).toMatchObject({ status: "exited", creditWei: "0" });
  });

  it("reports a port in use, and leaves nothing open", async () => {
    await listenHere(createServer(), Number(env["ANCHORLOG_HTTP_PORT"]));
    const { code, stderr } = await run("operate");
    expect(code).toBe(3);
    expect(stderr).toMatch(/port \d+ of 127\.0\.0\.1 is in use/);
  });
});
