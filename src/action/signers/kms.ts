import type { DigestSigner } from "../signature.ts";
import { assertGiven } from "../../base/options.ts";
import { decodeBase64, encodeBase64 } from "../../base/base64.ts";
import { abbreviate } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { derSigner } from "./der.ts";
import { askRemote, assertLimits, failed, readObjectOf, type RemoteAnswer, type RemoteLimits } from "./remote.ts";
import { timeoutOf } from "./rpc.ts";
import { signAwsRequest, type AwsCredentials } from "./sigv4.ts";

/** A key in AWS Key Management Service. */
export type KmsSignerOptions = RemoteLimits & {
  /** The key's id, its ARN, or an alias: a key of the kind ECC_SECG_P256K1 for SIGN_VERIFY. */
  readonly keyId: string;
  /** Such as `eu-central-1`. */
  readonly region: string;
  /**
   * A function is called before each request: for credentials that expire. By default from AWS_ACCESS_KEY_ID,
   * AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.
   */
  readonly credentials?: AwsCredentials | (() => Promise<AwsCredentials>);
  /** The URL, if it is not the region's own: a VPC endpoint, for example. */
  readonly endpoint?: string;
  /** How many requests wait for an answer at a time at most; 16 by default. */
  readonly concurrency?: number;
};

/**
 * A signer over a key in AWS KMS, which must be allowed `kms:GetPublicKey` and `kms:Sign` there. It asks for the public
 * key at once.
 *
 * It was tested against a server of ours, by the service's documents, and never against the service.
 *
 * @throws AnchorlogError `bad_option`; `bad_key` if the key is of another kind; `signer_failed`.
 */
export async function kmsSigner(options: KmsSignerOptions): Promise<DigestSigner> {
  assertGiven("kmsSigner", options, "keyId", "region");
  const { keyId, region, concurrency = 16 } = options;
  assertLimits(options, concurrency);
  const ask = openKms(options);
  const { KeySpec, KeyUsage, PublicKey } = await ask("GetPublicKey", { KeyId: keyId });
  if (KeySpec !== "ECC_SECG_P256K1" || KeyUsage !== "SIGN_VERIFY") {
    throw new AnchorlogError("bad_key", `the KMS key is of ${abbreviate(KeySpec)} for ${abbreviate(KeyUsage)}`, {
      fix: `use a key in ${region} whose spec is ECC_SECG_P256K1, and whose usage is SIGN_VERIFY`,
    });
  }
  return derSigner({
    publicKey: readBytes(PublicKey, "PublicKey"),
    concurrency,
    timeout: timeoutOf(options),
    sign: async (digest) => {
      const { Signature } = await ask("Sign", {
        KeyId: keyId,
        Message: encodeBase64(digest),
        MessageType: "DIGEST",
        SigningAlgorithm: "ECDSA_SHA_256",
      });
      return readBytes(Signature, "Signature");
    },
  });
}

type Ask = (operation: string, parameters: object) => Promise<Readonly<Record<string, unknown>>>;

function openKms(options: KmsSignerOptions): Ask {
  const { region, credentials = environmentCredentials } = options;
  if (typeof region !== "string" || !/^[a-z0-9-]{1,64}$/.test(region)) {
    throw badOption(`the region of a KMS key is a name such as eu-central-1, not ${abbreviate(region)}`);
  }
  if (typeof options.keyId !== "string" || options.keyId === "") throw badOption("the keyId of a KMS key is missing");
  const { endpoint = `https://kms.${region}.amazonaws.com` } = options;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isBare = url?.pathname === "/" && url.search === "" && url.username === "" && url.password === "";
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isBare) {
    throw badOption("the endpoint of KMS is an http or https URL without a path, user or password");
  }
  return async (operation, parameters) => {
    const body = JSON.stringify(parameters);
    const request = async () => ({
      url: url.href,
      headers: signAwsRequest({
        host: url.host,
        headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `TrentService.${operation}` },
        body,
        region,
        service: "kms",
        credentials: typeof credentials === "function" ? await credentials() : credentials,
        now: Date.now(),
      }),
      body,
    });
    const answer = await askRemote("AWS KMS", request, options, isBusy);
    const value = readObjectOf(answer);
    if (answer.status === 200 && value !== undefined) return value;
    throw failed(`AWS KMS refused ${operation}: ${describe(answer)}`);
  };
}

/** Errors after which trying again helps (docs.aws.amazon.com/kms/latest/APIReference/CommonErrors.html). */
const PASSING = new Set([
  "ThrottlingException",
  "LimitExceededException",
  "DependencyTimeoutException",
  "KMSInternalException",
  "KeyUnavailableException",
  "InternalFailure",
  "ServiceUnavailable",
]);

function isBusy(answer: RemoteAnswer): boolean {
  return answer.status >= 500 || answer.status === 429 || (answer.status !== 200 && PASSING.has(errorOf(answer) ?? ""));
}

/** The name of the service's error, without its namespace. */
function errorOf(answer: RemoteAnswer): string | undefined {
  const type = readObjectOf(answer)?.["__type"];
  return typeof type === "string" ? /[A-Za-z]{1,64}$/.exec(type)?.[0] : undefined;
}

function describe(answer: RemoteAnswer): string {
  return `${errorOf(answer) ?? "no error by name"} (HTTP status ${answer.status})`;
}

function readBytes(value: unknown, member: string): Uint8Array {
  const bytes = typeof value === "string" ? decodeBase64(value) : undefined;
  if (bytes === undefined) throw failed(`AWS KMS gave no ${member} in base64`);
  return bytes;
}

async function environmentCredentials(): Promise<AwsCredentials> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
    throw new AnchorlogError("no_secret", "no credentials for AWS KMS were found", {
      fix: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give credentials",
    });
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN }),
  };
}

function badOption(message: string): AnchorlogError {
  return new AnchorlogError("bad_option", message, { fix: "see KmsSignerOptions" });
}
