import { chmod, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ml_dsa44 } from "@noble/post-quantum/ml-dsa.js";
import { encryptKeystoreJson, Wallet } from "ethers";
import { describe, expect, it } from "vitest";
import {
  decryptKeystore,
  environmentMlDsaSigner,
  keystoreMlDsaSigner,
  keystoreNoteSigner,
  keystoreSigner,
  mlDsaSigner,
  noteKeySigner,
  writeKeystore,
  writeMlDsaKeystore,
  writeNoteKeystore,
  type Keystore,
} from "anchorlog/action/signers";
import { toHex } from "anchorlog";
import { newFolder } from "../../folder.ts";
import { isSlowSuite } from "../../slow.ts";
import vectors from "../../vectors/foreign/web3-secret-storage/keystores.json" with { type: "json" };

const folder = newFolder();

/** Writes what a test has made, readable for its owner only. */
async function put(name: string, value: unknown, mode = 0o600): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof value === "string" ? value : JSON.stringify(value), { mode });
  return file;
}
const vector = vectors.find(({ name }) => name === "mycrypto")!;
const changed = (change: object) => ({ ...vector.json, crypto: { ...vector.json.crypto, ...change } });

/** The default suite leaves out the vector that costs as much as all others together. */
const opened = vectors.filter(({ name }) => isSlowSuite || name !== "test2");

describe("a keystore", () => {
  it.each(opened.map((each) => [each.name, each] as const))("of the official vectors opens: %s", async (_, each) => {
    expect(toHex(await decryptKeystore(each.json, each.password))).toBe(`0x${each.priv}`);
  });

  it("does not open with another password", async () => {
    await expect(decryptKeystore(vector.json, `${vector.password} `)).rejects.toMatchObject({ code: "wrong_password" });
  });

  it("is refused before decryption if one bit of its ciphertext or MAC is flipped", async () => {
    const flip = (hex: string) => `${hex.slice(0, -1)}${(Number.parseInt(hex.at(-1)!, 16) ^ 1).toString(16)}`;
    const { ciphertext, mac } = vector.json.crypto;
    for (const change of [{ ciphertext: flip(ciphertext) }, { mac: flip(mac) }]) {
      await expect(decryptKeystore(changed(change), vector.password)).rejects.toMatchObject({ code: "wrong_password" });
    }
  });

  const { kdfparams } = vector.json.crypto;
  it.each([
    ["of another version", { ...vector.json, version: 1 }],
    ["of no object", []],
    ["without crypto", { version: 3 }],
    ["of another cipher", changed({ cipher: "aes-128-cbc" })],
    ["of another derivation", changed({ kdf: "md5" })],
    ["that would take 4 GB", changed({ kdfparams: { ...kdfparams, n: 1 << 22 } })],
    ["that would take a day", changed({ kdfparams: { ...kdfparams, p: 1 << 20 } })],
    ["that would take 1 GB for its passes", changed({ kdfparams: { ...kdfparams, n: 2, r: 1, p: (1 << 23) - 1 } })],
    ["of an n that is no power of two", changed({ kdfparams: { ...kdfparams, n: 8191 } })],
    ["of a negative r", changed({ kdfparams: { ...kdfparams, r: -8 } })],
    ["of an n in text", changed({ kdfparams: { ...kdfparams, n: "8192" } })],
    ["of a longer key", changed({ kdfparams: { ...kdfparams, dklen: 64 } })],
    ["without a salt", changed({ kdfparams: { ...kdfparams, salt: "" } })],
    ["of a short MAC", changed({ mac: "00" })],
    ["of no MAC", changed({ mac: undefined })],
    [
      "of too many rounds",
      changed({ kdf: "pbkdf2", kdfparams: { dklen: 32, salt: "00", prf: "hmac-sha256", c: 1 << 29 } }),
    ],
    ["of another PRF", changed({ kdf: "pbkdf2", kdfparams: { dklen: 32, salt: "00", prf: "hmac-md5", c: 1 } })],
  ])("%s is refused, whoever made it", async (_, keystore) => {
    await expect(decryptKeystore(keystore, vector.password)).rejects.toMatchObject({ code: "bad_keystore" });
  });

  it("says how much memory it would take", async () => {
    const large = changed({ kdfparams: { ...kdfparams, n: 1 << 22, r: 8 } });
    await expect(decryptKeystore(large, vector.password)).rejects.toThrow("to open it would take 4097 MiB");
  });
});

describe("a keystore file", () => {
  it("that ethers wrote signs with its key", async () => {
    const wallet = new Wallet(`0x${"5e".repeat(32)}`);
    const file = await put(
      "ethers.json",
      await encryptKeystoreJson(wallet, "a password", { scrypt: { N: 1 << 12, r: 8, p: 1 } }),
    );
    const signer = await keystoreSigner(file, "a password");
    expect(signer.address).toBe(wallet.address.toLowerCase());
  });

  it("that we write is opened by ethers, is readable by its owner only, and is not overwritten", async () => {
    const file = join(folder, "own.json");
    const secretKey = new Uint8Array(32).fill(0x5f);
    const written = await writeKeystore(file, "pass ♥", { secretKey, light: true });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, "utf8");
    expect(text).not.toContain("5f5f5f5f5f");
    const wallet = await Wallet.fromEncryptedJson(text, "pass ♥");
    expect(wallet.privateKey).toBe(toHex(secretKey));
    expect((await keystoreSigner(file, "pass ♥")).address).toBe(written.address);
    expect(JSON.parse(text)).toMatchObject({ version: 3, address: written.address.slice(2) });
    expect(JSON.parse(text)).toMatchObject({ crypto: { kdfparams: { n: 4_096, r: 8, p: 6, dklen: 32 } } });
    await expect(writeKeystore(file, "pass ♥", { light: true })).rejects.toMatchObject({ code: "file_exists" });
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it("is encrypted with geth's standard cost by default", async () => {
    const file = join(folder, "standard.json");
    await writeKeystore(file, "p");
    const kdfparams = { n: 262_144, r: 8, p: 1, dklen: 32 };
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ crypto: { kdfparams } });
  });

  it("holds a note key as well, and the two kinds are not confused", async () => {
    const [note, other] = [join(folder, "note.json"), join(folder, "other.json")];
    const written = await writeNoteKeystore(note, "p", { secretKey: new Uint8Array(32).fill(7), light: true });
    expect(written.publicKey).toEqual(noteKeySigner(new Uint8Array(32).fill(7)).publicKey);
    const read = await keystoreNoteSigner(note, "p");
    expect(await read.sign(new Uint8Array(3))).toEqual(await written.sign(new Uint8Array(3)));
    await expect(keystoreSigner(note, "p")).rejects.toMatchObject({ code: "bad_keystore" });
    await writeKeystore(other, "p", { light: true });
    await expect(keystoreNoteSigner(other, "p")).rejects.toMatchObject({ code: "bad_keystore" });
  });

  it("holds the seed of an ML-DSA-44 key as well, and is not confused with other keys", async () => {
    const [file, note] = [join(folder, "ml-dsa.json"), join(folder, "for-notes.json")];
    const written = await writeMlDsaKeystore(file, "p", { secretKey: new Uint8Array(32).fill(7), light: true });
    const { publicKey } = mlDsaSigner(new Uint8Array(32).fill(7));
    expect(written.publicKey).toEqual(publicKey);
    expect(environmentMlDsaSigner("SEED", { SEED: "07".repeat(32) }).publicKey).toEqual(publicKey);
    const read = await keystoreMlDsaSigner(file, "p");
    expect(ml_dsa44.verify(await read.sign(new Uint8Array(3)), new Uint8Array(3), publicKey)).toBe(true);
    const badKeystore = { code: "bad_keystore" };
    await expect(keystoreSigner(file, "p")).rejects.toMatchObject(badKeystore);
    await expect(keystoreNoteSigner(file, "p")).rejects.toMatchObject(badKeystore);
    await writeNoteKeystore(note, "p", { light: true });
    await expect(keystoreMlDsaSigner(note, "p")).rejects.toMatchObject(badKeystore);

    const keystore = JSON.parse(await readFile(file, "utf8")) as Keystore;
    await writeFile(file, JSON.stringify({ ...keystore, mlDsa44: `00${keystore.mlDsa44!.slice(2)}` }));
    await expect(keystoreMlDsaSigner(file, "p")).rejects.toMatchObject({
      ...badKeystore,
      message: expect.stringContaining("its public key is not its key's") as string,
    });
  });

  it.runIf(process.platform !== "win32").each([0o640, 0o604, 0o660])(
    "of mode %o is refused, with the remedy",
    async (mode) => {
      const file = await put(`mode-${mode}.json`, vector.json);
      await chmod(file, mode);
      await expect(keystoreSigner(file, vector.password)).rejects.toMatchObject({
        code: "bad_permissions",
        fix: `chmod 600 ${file}`,
      });
      // The mode of a link's target counts.
      const link = join(folder, `link-${mode}`);
      await symlink(file, link);
      await expect(keystoreSigner(link, vector.password)).rejects.toMatchObject({ code: "bad_permissions" });
    },
  );

  it("is refused if its address does not belong to its key", async () => {
    const file = await put("address.json", { ...vector.json, address: "00".repeat(20) });
    await expect(keystoreSigner(file, vector.password)).rejects.toMatchObject({ code: "bad_keystore" });
  });

  it("that cannot be read gets an error with the reason and without its content", async () => {
    const secret = await put("secret.json", "hunter2 is no JSON");
    const failure: unknown = await keystoreSigner(secret, "p").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "bad_keystore" });
    expect(`${(failure as Error).message} ${String((failure as Error).cause)}`).not.toContain("hunter2");
    for (const [i, json] of [7, "text", null].entries()) {
      const wrong = await put(`wrong-${i}.json`, JSON.stringify(json));
      await expect(keystoreSigner(wrong, "p")).rejects.toThrow("holds no JSON object");
    }
    await expect(keystoreSigner(join(folder, "none.json"), "p")).rejects.toMatchObject({ code: "unreadable" });
    await expect(keystoreSigner(folder, "p")).rejects.toMatchObject({ code: "unreadable" });
    await expect(keystoreSigner(await put("large.json", "x".repeat(1 << 17)), "p")).rejects.toMatchObject({
      code: "bad_keystore",
    });
    await expect(writeKeystore(join(folder, "e.json"), "")).rejects.toMatchObject({ code: "bad_option" });
  });
});
