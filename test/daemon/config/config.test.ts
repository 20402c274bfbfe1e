import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { AnchorlogError, toHex } from "anchorlog";
import { privateKeySigner } from "anchorlog/action";
import { writeKeystore, writeNoteKeystore } from "anchorlog/action/signers";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../../src/development/keys.ts";
import { formatConfig } from "../../../src/daemon/config/format.ts";
import { parseJsonc } from "../../../src/daemon/config/jsonc.ts";
import { openAccount, openKeys } from "../../../src/daemon/config/keys.ts";
import { openOptions } from "../../../src/daemon/config/open.ts";
import { loadConfig, readConfig, type Environment, type Problem } from "../../../src/daemon/config/load.ts";
import { SETTING_NAMES, variableOf, type Config, type SettingName } from "../../../src/daemon/config/settings.ts";
import { newFolder } from "../../folder.ts";

const SECRET = `0x${"5e".repeat(32)}`;
const GOOD: Partial<Record<SettingName, unknown>> = {
  "operator.chainId": 1,
  "operator.registry": `0x${"aa".repeat(20)}`,
  "operator.address": `0x${"bb".repeat(20)}`,
  "operator.name": "My Platform",
  "operator.maxAnchorDelaySeconds": 86_400,
  "operator.logs": ["acme-games"],
  "operator.kinds": { Transfer: { objectId: "string", to: "address" } },
  "chain.rpc": ["https://user:hunter2@node.example/v3/hunter2"],
  "store.sqlite": "anchorlog.sqlite",
  "guard.file": "anchorlog.guard",
};

const read = (values: Partial<Record<SettingName, unknown>>, env: Environment = {}): Config =>
  readConfig(formatConfig({ ...GOOD, ...values }), { env, folder: "/etc/anchorlog", where: "test" });
const problemsOf = (run: () => unknown): readonly Problem[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof AnchorlogError && error.code === "bad_config") return error.details!["problems"] as Problem[];
    throw error;
  }
  return [];
};
const without = (name: SettingName, values: Partial<Record<SettingName, unknown>> = {}) => ({
  ...values,
  [name]: undefined,
});

describe("a configuration's file", () => {
  it("may have comments and trailing commas, and is otherwise strict JSON", () => {
    const text = '// one\n{ "a": /* two */ "// no comment, }", "b": [1, 2,], /* three\n */ }\n';
    expect(parseJsonc(text)).toEqual({ a: "// no comment, }", b: [1, 2] });
    for (const wrong of ['{ "a": 1, "a": 2 }', "{ a: 1 }", '{ "a": 1,, }', '{ "a": 1 } /* no end', "[,]"])
      expect(() => parseJsonc(wrong), wrong).toThrow(/JSON|comment/);
  });

  it("written by init is read back with the same values", () => {
    const config = read({});
    for (const [name, value] of Object.entries(GOOD)) {
      const expected = name === "chain.rpc" ? [{ url: (value as string[])[0] }] : value;
      expect(config[name as SettingName], name).toEqual(expected);
    }
    expect(config["batches.maxEntries"]).toBe(10_000);
    expect(config["keys.anchor"]).toEqual({ from: "env", name: "ANCHORLOG_SECRET_ANCHOR" });
    expect(config["store.postgres"]).toBeUndefined();
  });

  it("names every setting, with an explanation", () => {
    const text = formatConfig({});
    for (const name of SETTING_NAMES) expect(text).toContain(`"${name.split(".")[1]}":`);
  });
});

describe("the environment", () => {
  it("overrides the file, setting by setting", () => {
    const env = {
      ANCHORLOG_OPERATOR_CHAIN_ID: "10",
      ANCHORLOG_OPERATOR_LOGS: "one, two",
      ANCHORLOG_OPERATOR_KINDS: '{ "Vote": { "yes": "bool" } }',
      ANCHORLOG_OPERATOR_CONTRACT_HOLDERS: "Lock, Burn",
      ANCHORLOG_HTTP_PORT: "0",
    };
    const config = read({}, env);
    expect(config["operator.chainId"]).toBe(10);
    expect(config["operator.logs"]).toEqual(["one", "two"]);
    expect(config["operator.kinds"]).toEqual({ Vote: { yes: "bool" } });
    expect(config["operator.contractHolders"]).toEqual(["Lock", "Burn"]);
    expect(config["http.port"]).toBe(0);
    expect(variableOf("operator.maxAnchorDelaySeconds")).toBe("ANCHORLOG_OPERATOR_MAX_ANCHOR_DELAY_SECONDS");
  });

  it("may hold the password of new keys, even if keys.password names a file", () => {
    const env = { ANCHORLOG_SECRET_PASSWORD: SECRET, ANCHORLOG_KEYS_PASSWORD: "file:password" };
    expect(read({}, env)["keys.password"]).toMatchObject({ from: "file" });
  });

  it("is refused if it has an unknown variable; the error suggests the nearest name", () => {
    const env = { ANCHORLOG_OPERATOR_CHAINID: "1", ANCHORLOG_SECRET_ANCOR: SECRET, ANCHORLOG_ENGINE: "javascript" };
    expect(problemsOf(() => read({}, env)).map(({ message }) => message)).toEqual([
      "there is no such variable; did you mean ANCHORLOG_OPERATOR_CHAIN_ID?",
      "nothing in the configuration names env:ANCHORLOG_SECRET_ANCOR; did you mean ANCHORLOG_SECRET_ANCHOR?",
    ]);
  });

  it("may have the secrets of another operator, also if they are similar to its own", () => {
    const env = { ANCHORLOG_SECRET_ANCHOR: SECRET, ANCHORLOG_SECRET_ANCHOR_2: SECRET, ANCHORLOG_SECRET_BASE: SECRET };
    expect(() => read({}, env)).not.toThrow();
  });
});

describe("an invalid configuration", () => {
  it("is reported in one error, with each key, value and remedy", () => {
    const text = `{
      "operator": { "chainId": "one", "adress": "0x00", "name": "", "logs": ["UPPER"], "maxAnchorDelaySeconds": 0 },
      "bathces": {},
      "store": { "sqlite": "a", "postgres": "postgres://u:hunter2@h/d" },
      "keys": { "anchor": "${SECRET}" }
    }`;
    const problems = problemsOf(() =>
      readConfig(text, { env: { ANCHORLOG_HTTP_PORT: "65536" }, folder: "/", where: "test" }),
    );
    const said = new Map(problems.map(({ key, message }) => [key, message]));
    expect(said.get("operator.chainId")).toBe('"one" is not a whole number from 1 to 9007199254740991');
    expect(said.get("operator.adress")).toBe("there is no such setting; did you mean operator.address?");
    expect(said.get("operator.logs")).toContain("item 1 is not a name");
    expect(said.get("operator.registry")).toContain("ANCHORLOG_OPERATOR_REGISTRY");
    expect(said.get("bathces")).toContain("did you mean batches?");
    expect(said.get("store")).toContain("exclude each other");
    expect(said.get("ANCHORLOG_HTTP_PORT")).toContain("65536");
    expect(said.get("keys.anchor")).toContain("the configuration never holds a key");
    for (const name of ["operator.name", "operator.maxAnchorDelaySeconds", "chain.rpc"])
      expect(said.has(name)).toBe(true);
  });

  it("has a KMS key as account or note key, though it can only sign checkpoints and receipts", () => {
    const kms = "kms:eu-central-1:alias/anchor";
    expect(() => read({ "keys.anchor": kms, "keys.nextReceipt": kms })).not.toThrow();
    const problems = problemsOf(() => read({ "keys.account": kms, "keys.note": kms, "keys.nextNote": kms }));
    expect(problems.map(({ key }) => key)).toEqual(["keys.account", "keys.note", "keys.nextNote"]);
    for (const { message } of problems) expect(message).toMatch(/is not env:NAME, .*behind kms: can sign checkpoints/);
  });

  it("never shows a secret", () => {
    const texts = [
      `{ "keys": { "anchor": "${SECRET}", "note": "hunter2" }, "chain": { "rpc": ["htps://hunter2", "hunter2"] } }`,
      `{ "store": { "postgres": "hunter2" }, "guard": { "postgres": { "password": "hunter2" } } }`,
      `{ "keys": { "anchor": hunter2 } }`,
    ];
    for (const text of texts) {
      expect(() => readConfig(text, { env: { ANCHORLOG_KEYS_RECEIPT: SECRET }, folder: "/", where: "test" })).toThrow(
        expect.not.objectContaining({ message: expect.stringMatching(/hunter2|5e5e5e/) }) as Error,
      );
    }
  });

  it("never shows a key or a password, in whichever setting it is", () => {
    const url = "https://user:hunter2@node.example";
    const urls = ["postgres://u:pa/ss@db", "postgres://db/x?password=hunter2", "https://node.example/v2/hunter2"];
    for (const secret of [SECRET, SECRET.slice(2), url, { rpc: url }, [url], ...urls]) {
      const wrong = { "operator.address": secret, "operator.logs": secret, "signers.rpcMethod": secret };
      const problems = problemsOf(() => read(wrong));
      expect(problems.map(({ key }) => key)).toEqual(["operator.address", "operator.logs", "signers.rpcMethod"]);
      for (const { message } of problems) expect(message).toMatch(/^the value \(not shown/);
    }
  });

  it.each(["postgres://u:p@db/log", "file:anchorlog.sqlite", "env:STORE", " ", ""])(
    "has no path %j: a file of that name would be made",
    (path) => {
      for (const name of ["store.sqlite", "guard.file", "export.folder"] as const)
        expect(problemsOf(() => read({ [name]: path })).map(({ key }) => key)).toContain(name);
      expect(read({ "store.sqlite": "./log:acme.sqlite" })["store.sqlite"]).toBe("./log:acme.sqlite");
    },
  );

  it("is contradictory: each pair is named", () => {
    const messageOf = (values: Partial<Record<SettingName, unknown>>) =>
      problemsOf(() => read(values)).map(({ key }) => key);
    expect(messageOf({})).toEqual([]);
    expect(messageOf(without("guard.file"))).toEqual(["guard"]);
    expect(messageOf(without("guard.file", { "operator.chainId": 31_337 }))).toEqual([]);
    expect(messageOf({ "store.postgres": "env:DB" })).toEqual(["store", "guard.file"]);
    expect(messageOf({ "guard.postgres": "env:DB" })).toEqual(["guard"]);
    const both = { "store.sqlite": undefined, "guard.file": undefined };
    expect(messageOf({ ...both, "store.postgres": "env:DB", "guard.postgres": "env:DB" })).toEqual(["guard.postgres"]);
    for (const file of ["anchorlog.sqlite", "./guards/../anchorlog.sqlite"])
      expect(messageOf({ "guard.file": file }), file).toEqual(["guard.file"]);
    expect(messageOf({ "keys.receipt": "file:k", "keys.anchor": "file:k" })).toEqual(["keys.receipt"]);
    expect(messageOf({ "keys.anchor": "development:2" })).toEqual(["keys.anchor"]);
    expect(messageOf({ "keys.anchor": "kms:eu-central-1:alias/anchor" })).toEqual([]);
    expect(messageOf({ "keys.receipt": `rpc:0x${"aa".repeat(20)}@env:SIGNER` })).toEqual([]);
    expect(messageOf({ "keys.note": "kms:eu-central-1:alias/note" })).toEqual(["keys.note"]);
    expect(messageOf({ "anchors.maxAgeSeconds": 21_601 })).toEqual(["anchors.maxAgeSeconds"]);
    const ceiling = { "anchors.baseFeeCeilingGwei": 30.5 };
    expect(messageOf({ ...ceiling, "anchors.maxAgeSeconds": 17_280 })).toEqual([]);
    expect(messageOf({ ...ceiling, "anchors.maxAgeSeconds": 17_281 })).toEqual(["anchors.maxAgeSeconds"]);
    expect(messageOf({ ...ceiling, "transactions.maxFeeGwei": 30 })).toEqual(["anchors.baseFeeCeilingGwei"]);
    expect(messageOf({ "operator.maxAnchorDelaySeconds": 40 })).toEqual(["anchors.pollSeconds"]);
    expect(messageOf({ "store.leaseSeconds": 10 })).toEqual(["store.leaseSeconds"]);
    expect(messageOf({ "store.rememberedObjects": 10 })).toEqual(["store.rememberedObjects"]);
    const shared = { ...both, "store.postgres": "env:DB", "guard.postgres": "env:GUARD" };
    expect(messageOf({ ...shared, "store.leaseSeconds": 600, "store.rememberedObjects": 0 })).toEqual([]);
    expect(messageOf({ ...shared, "store.leaseSeconds": 601 })).toEqual(["store.leaseSeconds"]);
    const hasty = { ...shared, "operator.maxAnchorDelaySeconds": 600, "anchors.pollSeconds": 1 };
    expect(messageOf({ ...hasty, "store.leaseSeconds": 150 })).toEqual([]);
    expect(messageOf({ ...hasty, "store.leaseSeconds": 151 })).toEqual(["store.leaseSeconds"]);
    expect(messageOf({ ...shared, "store.reserveBytes": 1 })).toEqual(["store.reserveBytes"]);
    expect(messageOf({ "publish.policy": "policy" })).toEqual(["publish.policy"]);
    expect(messageOf({ "publish.mlDsaKey": "env:SEED" })).toEqual(["publish.mlDsaKey"]);
    const tiles = { "publish.tiles": "tiles" };
    expect(messageOf({ ...tiles, "publish.mlDsaKey": "keystore:key" })).toEqual([]);
    expect(messageOf({ ...tiles, "publish.mlDsaKey": "development:1" })).toEqual(["publish.mlDsaKey"]);
    expect(messageOf({ "export.folder": "export", "export.publicFolder": "./export" })).toEqual([
      "export.publicFolder",
    ]);
    expect(messageOf({ "watch.state": "anchorlog.guard" })).toEqual(["watch.state"]);
    expect(messageOf({ "archive.folder": "kept", "export.folder": "kept/" })).toEqual(["export.folder"]);
    expect(messageOf({ "export.publicFolder": "open", "publish.tiles": "open" })).toEqual(["publish.tiles"]);
    expect(messageOf({ "publish.inStore": true })).toEqual(["publish.inStore"]);
    expect(messageOf({ "publish.inStore": true, "publish.tiles": "tiles" })).toEqual([
      "publish.inStore",
      "publish.inStore",
    ]);
  });
});

describe("a configuration on disk", () => {
  const folder = newFolder();
  beforeAll(async () => {
    await writeFile(join(folder, "anchorlog.jsonc"), formatConfig(GOOD));
    await writeFile(join(folder, "key"), `${SECRET}\n`, { mode: 0o600 });
    await writeFile(join(folder, "no-key"), "hunter2", { mode: 0o600 });
  });

  it("is found by its path, by the environment, or in the current folder", async () => {
    expect((await loadConfig(undefined, { env: {}, cwd: folder })).folder).toBe(folder);
    const named = { ANCHORLOG_CONFIG: join(folder, "anchorlog.jsonc") };
    expect((await loadConfig(undefined, { env: named, cwd: "/" })).folder).toBe(folder);
    await expect(loadConfig("nowhere", { env: {}, cwd: folder })).rejects.toThrow(/cannot be read[^]*anchorlog init/);
  });

  it("opens all keystores with one password, and opens the next keys", async () => {
    const anchorKey = await writeKeystore(join(folder, "anchor.json"), "a password", { light: true });
    const env = {
      ANCHORLOG_KEYS_ANCHOR: "keystore:anchor.json",
      ANCHORLOG_KEYS_NEXT_RECEIPT: "file:key",
      ANCHORLOG_SECRET_RECEIPT: "a1".repeat(32),
      ANCHORLOG_SECRET_NOTE: "a2".repeat(32),
      ANCHORLOG_SECRET_PASSWORD: "a password",
    };
    const config = await loadConfig(undefined, { env, cwd: folder });
    const keys = await openKeys(config, env);
    expect(keys.anchorKey.address).toBe(anchorKey.address);
    expect(keys.next?.receiptKey?.address).toBe(privateKeySigner(`0x${"5e".repeat(32)}`).address);
    const wrong = openKeys(config, { ...env, ANCHORLOG_SECRET_PASSWORD: "another" });
    await expect(wrong).rejects.toMatchObject({ code: "wrong_password", details: { key: "keys.anchor" } });
    const mistaken = { ...env, ANCHORLOG_KEYS_ANCHOR: "file:anchor.json" };
    const opening = openKeys(await loadConfig(undefined, { env: mistaken, cwd: folder }), mistaken);
    await expect(opening).rejects.toThrow(/keys\.anchor: .*JSON[^]*name it keystore:PATH/);
  });

  it("needs an account's keystore that only its owner may read, and a key that is not publicly known", async () => {
    const [file, note] = [join(folder, "account.json"), join(folder, "note.json")];
    const { address } = await writeKeystore(file, "a password", { light: true });
    await writeNoteKeystore(note, "a password", { light: true });
    const open = async (account: string, more: Environment = {}) => {
      const env = { ANCHORLOG_KEYS_ACCOUNT: account, ANCHORLOG_SECRET_PASSWORD: "a password", ...more };
      return openAccount(await loadConfig(undefined, { env, cwd: folder }), env);
    };
    expect((await open("keystore:account.json")).address.toLowerCase()).toBe(address);
    await expect(open("keystore:note.json")).rejects.toMatchObject({ code: "bad_keystore" });
    await chmod(file, 0o644);
    await expect(open("keystore:account.json")).rejects.toMatchObject({ code: "bad_permissions" });
    const none = open("env:ANCHORLOG_SECRET_ACCOUNT", { ANCHORLOG_SECRET_ACCOUNT: "00".repeat(32) });
    await expect(none).rejects.toMatchObject({ code: "bad_key" });
    const known = toHex(developmentAccount(1, LOCAL_CHAIN_ID).getHdKey().privateKey!);
    const everybodys = open("env:ANCHORLOG_SECRET_ACCOUNT", { ANCHORLOG_SECRET_ACCOUNT: known });
    await expect(everybodys).rejects.toMatchObject({ code: "development_key" });
  });

  it("reads keys from the environment or files, and names a missing key", async () => {
    const env = {
      ANCHORLOG_KEYS_RECEIPT: "file:key",
      ANCHORLOG_SECRET_ANCHOR: "a1".repeat(32),
      ANCHORLOG_SECRET_NOTE: SECRET,
    };
    const config = await loadConfig(undefined, { env, cwd: folder });
    const keys = await openKeys(config, env);
    expect(keys.noteKey.publicKey).toHaveLength(32);
    expect(keys.anchorKey.address).not.toBe(keys.receiptKey.address);
    await chmod(join(folder, "key"), 0o640);
    const open = openKeys(config, env);
    await expect(open).rejects.toMatchObject({ code: "bad_permissions", details: { key: "keys.receipt" } });
    await expect(open).rejects.toThrow(/keys\.receipt: .*key may be read by others .* 640\nTo fix it: chmod 600 /);
    await chmod(join(folder, "key"), 0o600);
    await expect(openKeys(config, {})).rejects.toThrow(/keys\.anchor: the environment has no ANCHORLOG_SECRET_ANCHOR/);
    const wrong = { ...env, ANCHORLOG_KEYS_RECEIPT: "file:no-key" };
    const opening = openKeys(await loadConfig(undefined, { env: wrong, cwd: folder }), wrong);
    await expect(opening).rejects.toThrow(expect.objectContaining({ code: "bad_key" }) as Error);
    await expect(opening).rejects.not.toThrow(/hunter2/);
  });
});

it("opens no store in the guard's own database, even under another host name or user", async () => {
  const keys = Object.fromEntries(["anchor", "receipt", "note"].map((role, i) => [`keys.${role}`, `development:${i}`]));
  const databases = { "store.postgres": "env:STORE", "guard.postgres": "env:GUARD" };
  const others = { "operator.chainId": LOCAL_CHAIN_ID, "store.sqlite": undefined, "guard.file": undefined };
  const config = read({ ...others, ...keys, ...databases });
  const open = (env: Environment) => openOptions(config, env);
  const same = { STORE: "postgresql://a:hunter2@127.0.0.1:1/log", GUARD: "postgres://b@127.0.0.1:1/log?x=1" };
  await expect(open(same)).rejects.toMatchObject({ code: "bad_config", details: { key: "guard.postgres" } });
  await expect(open(same)).rejects.not.toThrow(/hunter2/);
  await expect(open({ ...same, GUARD: "postgres://b@127.0.0.1:1/guard" })).rejects.toMatchObject({
    code: "store_failed",
  });
  const sockets = { STORE: "postgres:///log?host=/one", GUARD: "postgres:///log?host=/two" };
  await expect(open(sockets)).rejects.toMatchObject({ code: "store_failed" });
});
