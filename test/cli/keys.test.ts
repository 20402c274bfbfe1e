import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { parseCosignerKey } from "anchorlog/tlog";
import { parseTrust } from "anchorlog/verify/bundle";
import {
  decryptKeystore,
  encryptKeystore,
  writeKeystore,
  writeMlDsaKeystore,
  type Keystore,
} from "anchorlog/action/signers";
import { enter, newFolder } from "../folder.ts";
import { listen, type Listening } from "../listening.ts";
import { install, launch, runHere, type Ran } from "./process.ts";
import { isSlowSuite } from "../slow.ts";

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const PASSWORD = "correct horse battery staple";
const KEYS = ["--generate-keys", "keys", "--password", "file:password"];
const BEGINNING = ["init", "--preset", "local", "--output", "etc.jsonc", ...KEYS];
const env = { ANCHORLOG_OPERATOR_NAME: "My Platform" };
const run = (...args: string[]): Promise<Ran> => runHere(args, env);

enter(folder);
await writeFile(at("password"), `${PASSWORD}\n`, { mode: 0o600 });

describe("keys of an operator", () => {
  let shown: Record<string, string>;

  it("are written as encrypted files that only this user can read; the password is stored nowhere", async () => {
    const { code, stdout, stderr } = await run(...BEGINNING);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain(PASSWORD);
    expect((await stat(at("keys"))).mode & 0o777).toBe(0o700);
    expect((await readdir(at("keys"))).toSorted()).toEqual(["account", "anchor", "note", "receipt"]);
    for (const name of await readdir(at("keys"))) {
      expect((await stat(at(`keys/${name}`))).mode & 0o777).toBe(0o600);
      const keystore = JSON.parse(await readFile(at(`keys/${name}`), "utf8")) as Record<string, unknown>;
      expect(keystore).toMatchObject({ version: 3, crypto: { kdf: "scrypt", cipher: "aes-128-ctr" } });
    }
    const written = await readFile(at("etc.jsonc"), "utf8");
    expect(written).toContain('"anchor": "keystore:keys/anchor"');
    expect(written).toContain('"password": "file:password"');
  });

  it("are opened by that password", async () => {
    for (const name of await readdir(at("keys"))) {
      const file = at(`keys/${name}`);
      // Each derivation takes a second: by default, light keys replace those that nothing else names.
      if (!["account", "note"].includes(name) && !isSlowSuite) {
        await rm(file);
        await writeKeystore(file, PASSWORD, { light: true });
        continue;
      }
      const keystore = JSON.parse(await readFile(file, "utf8")) as Keystore;
      const secretKey = await decryptKeystore(keystore, PASSWORD);
      // The later tests open the same keys sooner.
      const light = await encryptKeystore(secretKey, PASSWORD, keystore, { light: true });
      await writeFile(file, JSON.stringify(light));
    }
  });

  it("are shown by their public parts, which verifiers trust", async () => {
    const made = await run("keys", "new", "ml-dsa", "ml-dsa", "--plain", "--json");
    expect(JSON.parse(made.stdout)).toMatchObject({
      role: "ml-dsa",
      next: expect.stringContaining("file:/") as string,
    });
    const seed = { ANCHORLOG_PUBLISH_TILES: "tiles", ANCHORLOG_PUBLISH_ML_DSA_KEY: "file:ml-dsa" };
    const withSeed = await runHere(["keys", "--config", "etc.jsonc", "--json"], seed);
    expect(withSeed.code, withSeed.stderr).toBe(0);
    const { mlDsa } = JSON.parse(withSeed.stdout) as Record<string, string>;
    expect(parseCosignerKey(mlDsa!).algorithm).toBe("ml-dsa-44");
    const keys = await run("keys", "--config", "etc.jsonc", "--json");
    expect(keys.code, keys.stderr).toBe(0);
    shown = JSON.parse(keys.stdout) as Record<string, string>;
    const trust = await run("trust", "--config", "etc.jsonc");
    const { operator, anchorKey, receiptKey } = parseTrust(trust.stdout);
    expect({ account: operator, anchor: anchorKey, receipt: receiptKey }).toEqual({
      account: shown["account"],
      anchor: shown["anchor"],
      receipt: shown["receipt"],
    });
    expect(trust.stdout).toContain(shown["note"]);
  });

  it("are shown even if the rest of the configuration is invalid", async () => {
    await writeMlDsaKeystore(at("kept"), PASSWORD, { light: true });
    const seed = { ANCHORLOG_PUBLISH_TILES: "tiles", ANCHORLOG_PUBLISH_ML_DSA_KEY: "keystore:kept" };
    const bare = { ANCHORLOG_OPERATOR_REGISTRY: "none", ANCHORLOG_HTTP_PORT: "none", ...seed };
    const keys = await runHere(["keys", "--config", "etc.jsonc", "--json"], bare);
    expect(keys.code, keys.stderr).toBe(0);
    const { note, mlDsa, ...others } = JSON.parse(keys.stdout) as Record<string, string>;
    expect(others).toEqual({ account: shown["account"], anchor: shown["anchor"], receipt: shown["receipt"] });
    expect(note).toMatch(/^0x[0-9a-f]{64}$/);
    expect(mlDsa).toMatch(/^0x[0-9a-f]{2624}$/);
    const wrong = { ANCHORLOG_OPERATOR_CHAIN_ID: "one", ANCHORLOG_KEYS_NOTE: "nowhere" };
    const { code, stderr } = await runHere(["keys", "--config", "etc.jsonc"], wrong);
    expect(code).toBe(3);
    expect(stderr).toMatch(/has 2 faults:\n {2}ANCHORLOG_OPERATOR_CHAIN_ID: .*\n {2}ANCHORLOG_KEYS_NOTE: /);
  });

  it("are never overwritten, and no key is made without a configuration that names it", async () => {
    const made = await readFile(at("keys/anchor"), "utf8");
    const again = await run(
      "init",
      "--output",
      "other.jsonc",
      "--generate-keys",
      "keys",
      "--password",
      "file:password",
    );
    expect(again).toMatchObject({ code: 3, stdout: "" });
    expect(again.stderr).toMatch(/keys\/account is there already, and is not overwritten/);
    const there = await run("init", "--output", "etc.jsonc", "--generate-keys", "more", "--password", "file:password");
    expect(there.stderr).toMatch(/etc\.jsonc is there already/);
    await expect(stat(at("more"))).rejects.toThrow(/ENOENT/);
    const one = await run("keys", "new", "anchor", "keys/anchor", "--plain");
    expect(one).toMatchObject({ code: 3 });
    expect(one.stderr).toMatch(/keys\/anchor is there already/);
    expect(await readFile(at("keys/anchor"), "utf8")).toBe(made);
  });

  it.runIf(isSlowSuite)("can be made one by one, and opened by the same password", async () => {
    const { code, stdout, stderr } = await run(
      "keys",
      "new",
      "receipt",
      "keys/receipt-2",
      "--password",
      "file:password",
    );
    expect(code, stderr).toBe(0);
    const [address] = /0x[0-9a-f]{40}/.exec(stdout)!;
    const named = { ...env, ANCHORLOG_KEYS_NEXT_RECEIPT: "keystore:keys/receipt-2" };
    const keys = await runHere(["keys", "show", "--config", "etc.jsonc", "--json"], named);
    expect(JSON.parse(keys.stdout)).toEqual({ ...shown, nextReceipt: address });
  });

  it("are written as a whole or not at all", async () => {
    await install(folder);
    // As on a disk that is full: not a byte is taken.
    const args = ["-c", 'ulimit -f 0; exec ./anchorlog "$@"', "sh", "keys", "new", "anchor", "halved/key", "--plain"];
    const { code, stderr } = await launch("bash", args, { cwd: folder }).ended;
    expect(stderr).toMatch(/halved\/key cannot be written: EFBIG/);
    expect(code).toBe(3);
    expect(await readdir(at("halved"))).toEqual([]);
  });

  it("report each wrong call", async () => {
    await writeFile(at("open"), "hunter2");
    await chmod(at("open"), 0o644);
    for (const [args, sentence] of [
      [["keys", "nwe"], /did you mean new\?/],
      [["keys", "new", "anchor"], /takes a role and the file to write/],
      [["keys", "new", "ancor", "x"], /keys new takes account, .+ or ml-dsa, not ancor; did you mean anchor\?/],
      [["keys", "new", "anchor", "x"], /no password for the keys was given, and there is no terminal/],
      [["keys", "new", "anchor", "x", "--password", PASSWORD], /never holds a password/],
      [["keys", "new", "anchor", "x", "--password", "file:nowhere"], /--password: .*nowhere cannot be read/],
      [["keys", "new", "anchor", "x", "--password", "file:open"], /open may be read by others[^]*chmod 600/],
      [["keys", "new", "anchor", "x", "--plain", "--password", "file:password"], /leave out --password/],
      [["keys", "new", "anchor", "password/x", "--plain"], /password\/x|password cannot be written/],
      [["init", "--plain-keys"], /are about --generate-keys/],
      [["rotate", "nite", "file:x"], /rotate takes anchor, receipt or note, not nite; did you mean note\?/],
      [["rotate", "note", `0x${"5e".repeat(32)}`, "--config", "etc.jsonc"], /never holds a key/],
    ] as const) {
      const ran = await run(...args);
      expect(ran, args.join(" ")).toMatchObject({ code: 3, stdout: "" });
      expect(ran.stderr).toMatch(sentence);
      expect(ran.stderr).not.toMatch(/5e5e|hunter2|battery/);
    }
    await expect(stat(at("x"))).rejects.toThrow(/ENOENT/);
  });
});

describe("init for a public chain", () => {
  let code = "0x";
  let chainId = "0xa";
  let node: Listening;
  beforeAll(async () => {
    node = await listen(async (request, response) => {
      const { id, method } = JSON.parse(await text(request)) as { id: number; method: string };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: method === "eth_chainId" ? chainId : code }));
    });
  });
  const init = (...more: string[]) => run("init", "--preset", "l2", "--output", "l2.jsonc", "--rpc", node.url, ...more);

  it("writes nothing while the registry has no code there, or the node is of another chain", async () => {
    expect((await run("init", "--preset", "l2", "--output", "l2.jsonc")).stderr).toMatch(/give --rpc URL/);
    const none = await init("--generate-keys", "l2-keys", "--plain-keys");
    expect(none).toMatchObject({ code: 3, stdout: "" });
    expect(none.stderr).toMatch(/nobody has deployed the registry of the preset l2 on chain 10: 0x[0-9a-f]{40} has no/);
    chainId = "0x1";
    expect((await init()).stderr).toMatch(/the node is of chain 1, and the contracts of the preset l2 are on chain 10/);
    await expect(stat(at("l2.jsonc"))).rejects.toThrow(/ENOENT/);
    await expect(stat(at("l2-keys"))).rejects.toThrow(/ENOENT/);
  });

  it("writes the configuration once the registry has code", async () => {
    [code, chainId] = ["0x6001", "0xa"];
    expect(await init()).toMatchObject({ code: 0, stderr: "" });
    expect(await readFile(at("l2.jsonc"), "utf8")).toContain('"chainId": 10');
  });
});
