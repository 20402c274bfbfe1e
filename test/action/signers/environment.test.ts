import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ed25519 } from "@noble/curves/ed25519.js";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { environmentNoteSigner, environmentSigner, noteKeySigner, readSecret } from "anchorlog/action/signers";
import vectors from "../../vectors/foreign/rfc-8032/ed25519.json" with { type: "json" };
import { atEnd } from "../../ends.ts";
import { newFolder } from "../../folder.ts";

const folder = newFolder();

const KEY = "9c".repeat(32);
const { address } = privateKeyToAccount(`0x${KEY}`);
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

describe("a signer over the environment", () => {
  it.each([
    ["hex", KEY],
    ["0x and hex", `0x${KEY}`],
    ["capitals", `0x${KEY.toUpperCase()}`],
    ["white space around it", ` ${KEY}\n`],
  ])("takes %s", (_, value) => {
    expect(environmentSigner("RECEIPT_KEY", { RECEIPT_KEY: value }).address).toBe(address.toLowerCase());
  });

  it("reads the file that the variable with _FILE leads to", async () => {
    const file = join(folder, "secret");
    await writeFile(file, `${KEY}\n`);
    await chmod(file, 0o644);
    const open = () => environmentSigner("RECEIPT_KEY", { RECEIPT_KEY_FILE: file });
    expect(open).toThrow(expect.objectContaining({ code: "bad_permissions" }) as Error);
    await chmod(file, 0o400);
    expect(open().address).toBe(address.toLowerCase());
    expect(readSecret("PASSWORD", { PASSWORD_FILE: file })).toBe(KEY);
  });

  it("refuses a file of more than 4,096 bytes", async () => {
    const file = join(folder, "long");
    await writeFile(file, "x".repeat(4_097), { mode: 0o400 });
    const message = "the file of PASSWORD_FILE has 4097 bytes, and a secret fewer";
    expect(() => readSecret("PASSWORD", { PASSWORD_FILE: file })).toThrow(
      expect.objectContaining({ code: "unreadable", message }) as Error,
    );
  });

  it("reads the process's environment by default", () => {
    process.env["ANCHORLOG_TEST_KEY"] = KEY;
    atEnd(() => {
      delete process.env["ANCHORLOG_TEST_KEY"];
    });
    expect(environmentSigner("ANCHORLOG_TEST_KEY").address).toBe(address.toLowerCase());
  });

  it.each([
    ["that is not set", {}, "no_secret"],
    ["that is empty", { RECEIPT_KEY: " " }, "no_secret"],
    ["twice", { RECEIPT_KEY: KEY, RECEIPT_KEY_FILE: "/dev/null" }, "bad_option"],
    ["in a file that is not there", { RECEIPT_KEY_FILE: "/nowhere/key" }, "unreadable"],
    ["that is too short", { RECEIPT_KEY: KEY.slice(2) }, "bad_key"],
    ["that is no hex", { RECEIPT_KEY: "correct horse battery staple" }, "bad_key"],
    ["of zero", { RECEIPT_KEY: "00".repeat(32) }, "bad_key"],
    ["above n", { RECEIPT_KEY: "ff".repeat(32) }, "bad_key"],
  ])("refuses a key %s, and never says it", (_, environment: Record<string, string>, code) => {
    let failure: unknown;
    try {
      environmentSigner("RECEIPT_KEY", environment);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ code });
    const { message, cause } = failure as Error;
    expect(message).toContain("RECEIPT_KEY");
    const value = environment["RECEIPT_KEY"]?.trim() ?? "";
    if (value !== "") expect(`${message} ${String(cause)} ${JSON.stringify(failure)}`).not.toContain(value);
  });
});

describe("a note signer", () => {
  it.each(vectors.map((each) => [each.name, each] as const))("signs as RFC 8032 does: %s", async (_, each) => {
    for (const signer of [
      noteKeySigner(bytes(each.secretKey)),
      environmentNoteSigner("NOTE_KEY", { NOTE_KEY: each.secretKey }),
    ]) {
      expect(signer.publicKey).toEqual(bytes(each.publicKey));
      expect(await signer.sign(bytes(each.message))).toEqual(bytes(each.signature));
    }
  });

  it("keeps a copy of its key", async () => {
    const key = new Uint8Array(32).fill(5);
    const signer = noteKeySigner(key);
    key.fill(0);
    const message = new Uint8Array(1);
    expect(ed25519.verify(await signer.sign(message), message, signer.publicKey)).toBe(true);
  });

  it.each([new Uint8Array(31), new Uint8Array(64), "05".repeat(32), undefined])("refuses %j as a key", (key) => {
    expect(() => noteKeySigner(key as never)).toThrow(expect.objectContaining({ code: "bad_key" }));
  });
});
