import { createHash } from "node:crypto";
import { execFile, execFileSync } from "node:child_process";
import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { writeExport } from "anchorlog/verify/audit";
import { formatTrust } from "anchorlog/verify/bundle";
import { listen, listenHere } from "../listening.ts";
import { newFolder } from "../folder.ts";
import { openFilledOperator, trusted } from "../operator.ts";
import { runHere, type Ran } from "./process.ts";
import { print } from "../../src/cli/print.ts";
import { lockFile } from "../../src/store/lock.ts";
import { WAIT_LIMIT } from "../limits.ts";

const bin = fileURLToPath(new URL("../../bin/anchorlog.js", import.meta.url));
const vector = (name: string): string => fileURLToPath(new URL(`../vectors/${name}`, import.meta.url));
const golden = (name: string): string => vector(`bundles/v1/${name}`);
const BUNDLE = golden("included.json");

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const exported = at("export");
const test = await openFilledOperator();
await writeExport(exported, test.options);
await test.close();
await writeFile(at("trust.json"), formatTrust(trusted));
// A shell splits its words at blanks, which the path of the repository may have.
await cp(BUNDLE, at("included.json"));

const anchorlog = (...args: string[]) => runHere(args);
/** Runs a command through a shell, for pipes and redirections. */
const shell = (command: string): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, A: `"${process.execPath}" "${bin}"`, BUNDLE: at("included.json"), DIR: folder };
    execFile("bash", ["-c", command], { env, timeout: WAIT_LIMIT }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code as number | null), stdout, stderr }),
    );
  });
/** A wrong call exits with 3, prints nothing on standard output, and prints a sentence, not a stack trace. */
function expectSentence({ code, stdout, stderr }: Ran, sentence: RegExp): void {
  expect(stderr).toMatch(/^anchorlog: /);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at |node:/m);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
}

it("names a path that cannot be written to, and does not call it an internal error", async () => {
  const { code, stdout, stderr } = await anchorlog("dev", "--folder", at("trust.json/dev"), "--port", "0");
  expect(stderr).toMatch(
    /^anchorlog: ENOTDIR: .*trust\.json\/dev'\nTo fix it: check that the path .*trust\.json\/dev is possible/,
  );
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
});

describe("a file without an end, or a file that blocks", () => {
  it("is refused: FIFOs, devices and folders as bundles, trust or parts of an export", async () => {
    execFileSync("mkfifo", [at("fifo")]);
    await symlink("/dev/zero", at("zeros"));
    for (const [name, what] of [
      ["fifo", /fifo is a FIFO, not a file/],
      ["zeros", /zeros is a device, not a file/],
      ["nothing", /nothing cannot be read: ENOENT/],
    ] as const) {
      expectSentence(await anchorlog("verify", BUNDLE, at(name)), what);
    }
    expectSentence(
      await anchorlog("verify", BUNDLE, "--trust", at("fifo")),
      /is a FIFO, not a file\n.*write the content/,
    );
    expectSentence(await anchorlog("verify", BUNDLE, "--checkpoint", at("zeros")), /is a device/);
    for (const [name, trap] of [
      ["manifest.json", "fifo"],
      ["logs/a.example.jsonl", "zeros"],
    ] as const) {
      const copy = at("trapped");
      await cp(exported, copy, { recursive: true });
      await rm(join(copy, name));
      await symlink(at(trap), join(copy, name));
      expectSentence(await anchorlog("audit", copy), new RegExp(`${name} is a (?:FIFO|device), not a file`));
      await rm(copy, { recursive: true });
    }
  });

  it("of 20 MB of empty lines is judged without delay", async () => {
    const copy = at("empty");
    await cp(exported, copy, { recursive: true });
    await writeFile(join(copy, "logs/a.example.jsonl"), "\n".repeat(20_000_000));
    const { code, stdout } = await anchorlog("audit", copy);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^invalid: Does not check out: 1000 findings, where the audit stopped\. The first: .* line 1\. /,
    );
    expect((await anchorlog("verify", join(copy, "logs/a.example.jsonl"))).stdout).toContain("of at most 8 MiB");
  });
});

it("a folder that is not an export accuses nobody", async () => {
  expect(await anchorlog("audit", folder)).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(
      /^indeterminate: No verdict\. manifest\.json is missing, so this is not an export/,
    ) as string,
  });
});

it("the local chain needs an installed node, even if another server listens at its port", async () => {
  const taken = await listenHere(createServer());
  const port = String(taken.port);
  const before = process.cwd();
  process.chdir(folder);
  const nowhere = await anchorlog("dev", "--port", port);
  process.chdir(before);
  const busy = await anchorlog("dev", "--port", port, "--folder", at("dev"));
  expectSentence(nowhere, /neither @foundry-rs\/anvil nor hardhat 3 is installed/);
  expectSentence(busy, new RegExp(`port ${port} of 127\\.0\\.0\\.1 is in use`));
});

describe("results of a command", () => {
  it("add one error listener, however many are printed together", async () => {
    const before = process.stdout.listenerCount("error");
    await Promise.all(Array.from({ length: 20 }, () => print("")));
    expect(process.stdout.listenerCount("error")).toBeLessThanOrEqual(before + 1);
  });

  it("are the same from standard input as from a file", async () => {
    const piped = await shell('cat "$BUNDLE" | eval "$A" verify - --json');
    const { code, stdout } = await anchorlog("verify", BUNDLE, "--json");
    expect({ code: piped.code, verdict: JSON.parse(piped.stdout) as object }).toEqual({
      code,
      verdict: { ...(JSON.parse(stdout) as object), file: "-" },
    });
  });

  it("that cannot be written (closed pipe, full disk) are not a verdict", async () => {
    const closed = await shell('{ eval "$A" verify $(yes "$BUNDLE" | head -400); echo "rc $?" >&2; } | head -1');
    expect(closed.stderr).toMatch(/^anchorlog: the results could not be written: the reading program has stopped/m);
    expect(closed.stderr).toMatch(/^rc 3$/m);
    expect(closed.stderr).not.toMatch(/^\s+at |node:/m);
    if (!existsSync("/dev/full")) return;
    for (const command of ['verify "$BUNDLE"', 'audit "$DIR/export"']) {
      expectSentence(await shell(`eval "$A" ${command} > /dev/full`), /the results could not be written: ENOSPC/);
    }
    // Not even the error message can be written.
    expect(await shell('eval "$A" --help > /dev/full 2> /dev/full')).toMatchObject({ code: 3 });
  });

  it("in a report: a bad path is refused before the work, and the report has its inputs' hashes", async () => {
    expectSentence(await anchorlog("audit", exported, "--report", at("no/report")), /no is not a folder/);
    expectSentence(await anchorlog("audit", exported, "--report", at("trust.json")), /--report \S+: is not a folder/);
    // The export that is judged stays as it is, by any name.
    await symlink(exported, at("link"));
    for (const folder of [exported, join(exported, "report"), join(at("link"), "report")]) {
      for (const option of ["--report", "--state", "--evidence"]) {
        expectSentence(await anchorlog("audit", exported, option, folder), /is in the export that is judged/);
      }
    }
    const { code } = await anchorlog("audit", exported, "--trust", at("trust.json"), "--report", at("report"));
    expect(code).toBe(0);
    for (const name of ["report.html", "report.md", "report.json"]) {
      const text = await readFile(at(`report/${name}`), "utf8");
      expect(text).toContain("Consistent with the trusted keys; not compared with a chain");
      for (const read of [join(exported, "manifest.json"), at("trust.json")]) {
        expect(text).toContain(
          createHash("sha256")
            .update(await readFile(read))
            .digest("hex"),
        );
      }
    }
  });
});

describe("a document instead of another one", () => {
  it("is named by its kind, and not accused", async () => {
    const trust = at("trust.json");
    const checkpoint = golden("checkpoint");
    for (const [args, sentence] of [
      [["verify", BUNDLE, "--trust", checkpoint], /--trust .+ is a checkpoint, not a trust file/],
      [["verify", BUNDLE, "--trust", golden("included.bin")], /--trust .+ is a bundle, not a trust file/],
      [["verify", BUNDLE, "--checkpoint", trust], /--checkpoint .+ is a trust file, not a checkpoint/],
      [["verify", BUNDLE, "--checkpoint", BUNDLE], /--checkpoint .+ is a bundle, not a checkpoint/],
      [["audit", exported, "--checkpoint", trust], /--checkpoint .+ is a trust file, not a checkpoint/],
    ] as [string[], RegExp][]) {
      expectSentence(await anchorlog(...args), sentence);
    }
  });

  it("of verify is judged by the format it names, and not accused if it names none", async () => {
    const bundle = await readFile(BUNDLE, "utf8");
    for (const [name, text, line] of [
      ["null", "null", /null: indeterminate \(unknown_document\): /],
      ["array", "[]", /array: indeterminate \(unknown_document\): /],
      ["list", `[${bundle},${bundle}]`, /list: indeterminate \(unknown_document\): has several documents: .* --lines/],
      ["pair", `${bundle}\n${bundle}`, /pair: indeterminate \(unknown_document\): has several documents: .* --lines/],
      ["format", JSON.stringify({ format: ["anchorlog.trust/1"] }), /indeterminate \(unknown_document\): /],
      ["prototype", JSON.stringify({ format: "anchorlog.constructor/1" }), /indeterminate \(unknown_document\): /],
      ["trust", JSON.stringify({ format: "anchorlog.trust/2" }), /is a trust file: give it with --trust$/m],
      // A document of a later version may be valid.
      ["later", JSON.stringify({ format: "anchorlog.bundle/9" }), /later: indeterminate \(newer_format\): /],
    ] as const) {
      await writeFile(at(name), text);
      const stdout = expect.stringMatching(line) as string;
      expect(await anchorlog("verify", at(name))).toMatchObject({ code: 2, stderr: "", stdout });
    }
  });
});

describe("a node of another chain", () => {
  let url: string;
  let asked: string[];
  beforeAll(async () => {
    // The only questions that a verifier may ask before it compares the chain ids. It would take an answer to any other
    // one for an answer of the right chain.
    ({ url } = await listen(async (request, response) => {
      const { id, method } = JSON.parse(await text(request)) as { id: number; method: string };
      asked.push(method);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
    }));
  });

  it("is reported, and not asked about contracts at the same addresses", async () => {
    asked = [];
    const bundle = await anchorlog("verify", BUNDLE, "--rpc", url, "--trust", golden("trust.json"));
    expect(bundle).toMatchObject({ code: 2, stderr: "" });
    expect(bundle.stdout).toContain(
      "indeterminate (wrong_chain): the RPC serves chain 1, the bundle is of chain 31337",
    );
    const audit = await anchorlog("audit", exported, "--rpc", url, "--trust", at("trust.json"));
    expect(audit).toMatchObject({ code: 2, stderr: "" });
    expect(audit.stdout).toContain("the RPC serves chain 1, the export is of chain 31337: give a node of that chain");
    expect(new Set(asked)).toEqual(new Set(["eth_chainId", "eth_blockNumber"]));
  });
});

it("names what an editor changed: a byte order mark, or the ends of lines", async () => {
  for (const [name, option] of [
    ["included.json", undefined],
    ["trust.json", "--trust"],
    ["checkpoint", "--checkpoint"],
  ] as const) {
    const text = await readFile(golden(name), "utf8");
    const args = option === undefined ? [] : [BUNDLE, option];
    await writeFile(at("changed"), `\ufeff${text}`);
    const marked = await anchorlog("verify", ...args, at("changed"));
    expect(`${marked.stdout}${marked.stderr}`, name).toContain("it begins with a byte order mark");
  }
  await writeFile(at("changed"), (await readFile(golden("checkpoint"), "utf8")).replaceAll("\n", "\r\n"));
  const verdict = await anchorlog("verify", at("changed"));
  expect(verdict.stdout).toMatch(/checkpoint invalid \(malformed\): .*its lines end with LF alone/);
  expectSentence(await anchorlog("verify", BUNDLE, "--checkpoint", at("changed")), /its lines end with LF alone/);
});

const WATCH = ["watch", "--trust", golden("trust.json"), "--tiles", ".", "--rpc", "http://127.0.0.1:1"];

describe("a wrong call of a command that operates or watches", () => {
  it.each([
    [["watch"], /watch needs --trust\nnpx anchorlog watch --help says how to call it/],
    [["watch", "--trust", "nowhere.json"], /--trust: nowhere\.json cannot be read.*\nTo fix it: name a file/],
    [["watch", "--trust", BUNDLE], /--trust .+ is a bundle, not a trust file: give it to `npx anchorlog verify`/],
    [["watch", "--trust", vector("../cli/misuse.test.ts")], /--trust .+: document: .*JSON/],
    [[...WATCH, "--contracts", BUNDLE], /--contracts .+: /],
    [
      [...WATCH, "--logs", "a.example,My Org"],
      /--logs takes a list of names .*, not a\.example,My Org: item 2 is not a name/,
    ],
    [[...WATCH, "--logs", ","], /--logs takes a list of names/],
    [[...WATCH, "--logs", ""], /--logs has an empty value: check that the shell's variable is set/],
    [[...WATCH, "--rpc", "http://127.0.0.1:2"], /--rpc is given twice: give it once\nnpx anchorlog watch --help/],
    [["rotate", "note"], /rotate takes a role and the reference of its next key/],
    [["verify", ""], /an argument is empty: .+\nnpx anchorlog verify --help/],
    [["verify", BUNDLE, "--rpc", "ftp://node"], /--rpc takes an http or https URL\nnpx anchorlog verify --help/],
    [["register"], /the configuration \(the environment; there is no .*anchorlog\.jsonc\) has \d+ faults/],
  ])("is explained: %j", async (args, sentence) => {
    const ran = await anchorlog(...args);
    expectSentence(ran, sentence);
    expect(ran.stderr).not.toContain("fault of this program");
  });
});

it("a second watchtower exits with 2, so that a supervisor starts it again", async () => {
  const contract = `0x${"7".repeat(40)}`;
  const contracts = { stake: contract, faultProofs: contract, challenges: contract, disputes: contract };
  await writeFile(at("contracts.json"), JSON.stringify(contracts));
  const { unlock } = lockFile(at("state.json"), "watch_locked");
  const options = ["--trust", at("trust.json"), "--contracts", at("contracts.json"), "--state", at("state.json")];
  const { code, stdout, stderr } = await anchorlog("watch", ...options, "--rpc", "http://127.0.0.1:1", "--once");
  unlock();
  expect(stderr).toMatch(/state\.json is locked: it is open here already, or in another process/);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});
