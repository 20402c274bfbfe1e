import { createHash, createHmac } from "node:crypto";

/** Credentials for Amazon Web Services. */
export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The session token, which only temporary credentials have. */
  readonly sessionToken?: string | undefined;
};

/** A request to sign: a POST to the path `/`, without a query. */
type AwsRequest = {
  /** Host name, with the port unless it is the scheme's default. */
  readonly host: string;
  /** Header values by lower-case name, without `host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly region: string;
  readonly service: string;
  readonly credentials: AwsCredentials;
  /** Unix ms. */
  readonly now: number;
};

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Uint8Array, text: string): Uint8Array => createHmac("sha256", key).update(text).digest();

/**
 * The headers of a request signed by AWS Signature Version 4, `host` left out
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 */
export function signAwsRequest(request: AwsRequest): Record<string, string> {
  const { host, body, region, service, credentials, now } = request;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const headers: Record<string, string> = { ...request.headers, "x-amz-date": time };
  if (sessionToken !== undefined) headers["x-amz-security-token"] = sessionToken;

  const signed = Object.entries({ ...headers, host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(";");
  const lines = signed.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, " ")}\n`).join("");
  const canonical = `POST\n/\n\n${lines}\n${names}\n${sha256(body)}`;

  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, "aws4_request"].reduce<string | Uint8Array>(hmac, `AWS4${secretAccessKey}`);
  const signature = Buffer.from(hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`)).toString("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}
