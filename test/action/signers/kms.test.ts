import { createPublicKey } from "node:crypto";
import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { beforeAll, describe, expect, it } from "vitest";
import { privateKeySigner } from "anchorlog/action";
import { fromHex, openAnchorlog, toHex } from "anchorlog";
import { derSigner, kmsSigner, type AwsCredentials } from "anchorlog/action/signers";
import { signAwsRequest } from "../../../src/action/signers/sigv4.ts";
import { keys, openTestOperator, signAction, wallets, type TestOperator } from "../../operator.ts";
import sigv4 from "../../vectors/foreign/aws-sigv4/post.json" with { type: "json" };
import wycheproof from "../../vectors/foreign/wycheproof/ecdsa_secp256k1_sha256_der.json" with { type: "json" };
import { startServer, type Answer, type Asked } from "./server.ts";

const SECRET = new Uint8Array(32).fill(0xd1);
const ORDER = secp256k1.Point.Fn.ORDER;
const ARN = "arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const CREDENTIALS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a secret" };
const LIMITS = { timeout: 600_000, patience: 600_000 };

/** The public key as OpenSSL writes it. */
const [x, y] = [1, 33].map((at) => Buffer.from(secp256k1.getPublicKey(SECRET, false).slice(at, at + 32)));
const jwk = { kty: "EC", crv: "secp256k1", x: x!.toString("base64url"), y: y!.toString("base64url") };
const SPKI = Uint8Array.from(createPublicKey({ key: jwk, format: "jwk" }).export({ format: "der", type: "spki" }));

/** A signature in DER, with s in the lower or the upper half. */
function signDer(digest: Uint8Array, high: boolean): Uint8Array {
  const signature = secp256k1.Signature.fromBytes(secp256k1.sign(digest, SECRET, { prehash: false, lowS: true }));
  const { r, s } = signature;
  return new secp256k1.Signature(r, high ? ORDER - s : s).toBytes("der");
}

/** Whether AWS's own code would have sent the same: the header is computed again from the request, and compared. */
function isSigned({ headers, body }: Asked, credentials: AwsCredentials): boolean {
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers["x-amz-date"]))!.slice(1).map(Number);
  const expected = signAwsRequest({
    host: headers.host!,
    headers: { "content-type": headers["content-type"]!, "x-amz-target": String(headers["x-amz-target"]) },
    body,
    region: "eu-central-1",
    service: "kms",
    credentials,
    now: Date.UTC(time[0]!, time[1]! - 1, time[2], time[3], time[4], time[5]),
  });
  return (
    headers.authorization === expected["authorization"] &&
    Math.abs(Date.now() - Date.UTC(time[0]!, time[1]! - 1, time[2], time[3], time[4], time[5])) < 300_000
  );
}

describe("AWS Signature Version 4", () => {
  it.each(sigv4.map((each) => [each.name, each] as const))("equals the official suite's: %s", (_, each) => {
    const [head, ...lines] = each.request.split("\n");
    expect(head).toBe("POST / HTTP/1.1");
    const end = lines.indexOf("");
    const all = lines.slice(0, end < 0 ? undefined : end).map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1)] as const;
    });
    const body = end < 0 ? "" : lines.slice(end + 1).join("\n");
    const { context } = each;
    const headers = Object.fromEntries(all.filter(([name]) => name !== "host" && name !== ""));
    if (context.sign_body) headers["x-amz-content-sha256"] = createHash("sha256").update(body).digest("hex");
    const token = "token" in context.credentials ? context.credentials.token : undefined;
    const signed = signAwsRequest({
      host: all.find(([name]) => name === "host")![1],
      headers,
      body,
      region: context.region,
      service: context.service,
      credentials: {
        accessKeyId: context.credentials.access_key_id,
        secretAccessKey: context.credentials.secret_access_key,
        sessionToken: token,
      },
      now: Date.parse(context.timestamp),
    });
    expect(signed["authorization"]).toBe(/^Authorization:(.*)$/m.exec(each.signed)![1]);
  });
});

describe("a signature in DER", () => {
  it("is read in that one form only, by all vectors of Wycheproof", async () => {
    const unreadable: number[] = [];
    for (const { publicKeyDer, tests } of wycheproof) {
      for (const { sig, msg, result, tcId } of tests) {
        const der = Uint8Array.from(Buffer.from(sig, "hex"));
        const digest = createHash("sha256").update(Buffer.from(msg, "hex")).digest();
        const publicKey = Uint8Array.from(Buffer.from(publicKeyDer, "hex"));
        const signer = derSigner({ publicKey, sign: async () => der });
        const signature = await signer.sign({ hash: toHex(digest) }).catch((error: { code: string }) => error.code);
        if (result === "valid" && signature === "bad_signature") unreadable.push(tcId);
        else if (result === "valid") expect(signature, `${tcId}`).toMatch(/^0x[0-9a-f]{130}$/);
        else expect(signature, `${tcId}`).toBe("bad_signature");
      }
    }
    // Their R has an x above n, for which Ethereum's v has no value.
    expect(unreadable).toEqual([350, 471]);
  });

  it.each([
    ["nothing", "0x"],
    ["a length in long form", "0x308106020101020101"],
    ["a negative number", "0x3006020181020101"],
    ["zero", "0x3006020100020101"],
    ["a needless zero", "0x300702020001020101"],
    ["a number that ends beyond it", "0x3006020101020901"],
    ["a byte behind it", "0x300602010102010100"],
    ["a third number", "0x3009020101020101020101"],
  ] as const)("is refused with %s", async (_, der) => {
    const refusalOf = async (bytes: `0x${string}`) => {
      const signer = derSigner({ publicKey: SPKI, sign: async () => fromHex(bytes) });
      return signer.sign({ hash: `0x${"11".repeat(32)}` }).catch((error: Error) => error.message);
    };
    expect(await refusalOf(der)).toContain("not an ECDSA signature in DER");
    expect(await refusalOf("0x3006020101020101")).toContain("not by the key of its public key");
  });

  it("gets a low s and its parity, and equals the local key's signature", async () => {
    const own = privateKeySigner(toHex(SECRET));
    for (let i = 0; i < 20; i++) {
      const hash = toHex(createHash("sha256").update(`${i}`).digest());
      const signer = derSigner({ publicKey: SPKI, sign: async (digest) => signDer(digest, i % 2 === 0) });
      expect(signer.address).toBe(own.address);
      expect(await signer.sign({ hash })).toBe(await own.sign({ hash }));
    }
  });

  it("is refused for a public key on another curve, compressed, or off its curve", () => {
    const offCurve = SPKI.slice();
    offCurve[87]! ^= 1;
    for (const publicKey of [new Uint8Array(), SPKI.slice(1), SPKI.slice(0, 87), offCurve, Uint8Array.of(...SPKI, 0)]) {
      const open = () => derSigner({ publicKey, sign: async () => new Uint8Array() });
      expect(open).toThrow(expect.objectContaining({ code: "bad_key" }));
    }
  });
});

describe("a key in AWS KMS", () => {
  let test: TestOperator;
  let server: Awaited<ReturnType<typeof startServer>>;
  let count = 0;
  let refused = 0;
  let trouble: (operation: string) => Answer | undefined = () => undefined;
  let credentials: AwsCredentials = CREDENTIALS;
  let publicKey = SPKI;

  /** The answers' forms come from the service's documents (its API reference, and botocore's examples). */
  const answer = (asked: Asked): Answer => {
    const operation = String(asked.headers["x-amz-target"]).replace("TrentService.", "");
    if (!isSigned(asked, credentials)) {
      refused++;
      return { status: 400, body: { __type: "InvalidSignatureException", message: "The request signature…" } };
    }
    const failure = trouble(operation);
    if (failure !== undefined) return failure;
    const { KeyId, Message, MessageType, SigningAlgorithm } = JSON.parse(asked.body) as Record<string, string>;
    expect(KeyId).toBe("alias/receipts");
    expect(asked.headers["content-type"]).toBe("application/x-amz-json-1.1");
    if (operation === "GetPublicKey") {
      return {
        body: {
          CustomerMasterKeySpec: "ECC_SECG_P256K1",
          KeyId: ARN,
          KeySpec: "ECC_SECG_P256K1",
          KeyUsage: "SIGN_VERIFY",
          PublicKey: Buffer.from(publicKey).toString("base64"),
          SigningAlgorithms: ["ECDSA_SHA_256"],
        },
      };
    }
    expect([operation, MessageType, SigningAlgorithm]).toEqual(["Sign", "DIGEST", "ECDSA_SHA_256"]);
    const signature = signDer(Uint8Array.from(Buffer.from(Message!, "base64")), count++ % 2 === 0);
    return { body: { KeyId: ARN, Signature: Buffer.from(signature).toString("base64"), SigningAlgorithm } };
  };

  beforeAll(async () => {
    test = await openTestOperator();
    server = await startServer(answer);
  });
  const open = (options: Partial<Parameters<typeof kmsSigner>[0]> = {}) =>
    kmsSigner({
      keyId: "alias/receipts",
      region: "eu-central-1",
      endpoint: server.url,
      credentials,
      ...LIMITS,
      ...options,
    });

  it("signs receipts, with a low or a high s", async () => {
    const receiptKey = await open();
    expect(receiptKey.address).toBe(privateKeySigner(toHex(SECRET)).address);
    const anchorlog = await openAnchorlog({ ...test.options, keys: { ...keys, receiptKey } });
    const actions = await Promise.all([0, 1, 2, 3].map((nonce) => signAction(wallets[1]!, "a.example", nonce)));
    for (const { status } of await anchorlog.submitMany(actions)) expect(status).toBe("accepted");
    expect(refused).toBe(0);
  });

  it("is asked again if it is busy, and the request is signed anew", async () => {
    const busy: Answer[] = [
      { status: 400, body: { __type: "ThrottlingException", message: "Rate exceeded" } },
      { status: 400, body: { __type: "com.amazonaws.kms#KMSInternalException" } },
      { status: 500, body: {} },
      { status: 400, body: { __type: "LimitExceededException" } },
      "hang up",
    ];
    let asked = 0;
    trouble = () => busy[asked++];
    let keyed = 0;
    await open({ credentials: async () => (keyed++, credentials) });
    trouble = () => undefined;
    expect([asked, keyed]).toEqual([6, 6]);
  });

  it("is not asked again if it refuses, and the error gives the reason without a secret", async () => {
    server.asked.length = 0;
    trouble = () => ({
      status: 400,
      body: { __type: "AccessDeniedException", Message: "User: arn:aws:iam::1:user/x" },
    });
    const failure: unknown = await open().catch((error: unknown) => error);
    trouble = () => undefined;
    expect(failure).toMatchObject({
      code: "signer_failed",
      message: expect.stringContaining("AccessDenied") as string,
    });
    expect((failure as Error).message).not.toMatch(/arn:|127\.0\.0\.1|a secret/);
    expect(server.asked).toHaveLength(1);
  });

  it("takes credentials that expire, and refuses wrong ones", async () => {
    credentials = { ...CREDENTIALS, sessionToken: "a token" };
    await open({ credentials: async () => credentials });
    expect(server.asked.at(-1)!.headers["x-amz-security-token"]).toBe("a token");
    credentials = CREDENTIALS;
    const wrong = open({ credentials: { ...CREDENTIALS, secretAccessKey: "another" } });
    await expect(wrong).rejects.toMatchObject({
      code: "signer_failed",
      message: expect.stringContaining("InvalidSig") as string,
    });
  });

  it.each([
    ["of another kind", { KeySpec: "ECC_NIST_P256", KeyUsage: "SIGN_VERIFY" }],
    ["for something else", { KeySpec: "ECC_SECG_P256K1", KeyUsage: "KEY_AGREEMENT" }],
    ["of no curve", { KeySpec: "ECC_SECG_P256K1", KeyUsage: "SIGN_VERIFY", PublicKey: "AAAA" }],
  ])("that is %s is refused", async (_, body) => {
    trouble = () => ({ body });
    await expect(open()).rejects.toMatchObject({ code: "bad_key" });
    trouble = () => undefined;
  });

  it("that signs for another public key does not open an operator", async () => {
    publicKey = SPKI.slice();
    publicKey.set(secp256k1.getPublicKey(new Uint8Array(32).fill(3), false), 23);
    const receiptKey = await open();
    publicKey = SPKI;
    const failure = openAnchorlog({ ...test.options, keys: { ...keys, receiptKey } });
    await expect(failure).rejects.toMatchObject({
      code: "signer_failed",
      message: expect.stringContaining("not by the key of its public key") as string,
      details: { key: "receiptKey" },
    });
  });

  it("refuses wrong options", async () => {
    for (const wrong of [
      { region: "" },
      { region: "eu/../x" },
      { keyId: "" },
      { endpoint: "kms" },
      { endpoint: "https://user:hunter2@kms.example" },
      { concurrency: 0 },
    ]) {
      await expect(open(wrong)).rejects.toMatchObject({ code: "bad_option" });
    }
  });
});
