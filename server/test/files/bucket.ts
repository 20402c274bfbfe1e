/** A bucket over HTTP. It checks AWS signatures (Signature Version 4) with its own code. */
import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "../../../test/listening.ts";

export const KEY_ID = "AKIDEXAMPLE";
export const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
export const REGION = "eu-central-1";

export type Bucket = {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** The requests, in order. */
  readonly asked: string[];
  /** Answers instead of the bucket, if set. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
};

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Whether a request with this body is signed with the key's secret. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, id, day, region, names, signature] = form.exec(headers.authorization ?? "") ?? [];
  if (id !== KEY_ID || region !== REGION || names === undefined) return false;
  const date = String(headers["x-amz-date"]);
  const said = String(headers["x-amz-content-sha256"]);
  const isCovered = ["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.split(";").includes(name));
  if (!isCovered || !date.startsWith(day!) || (said !== "UNSIGNED-PAYLOAD" && said !== sha256(body))) return false;
  if (method === "PUT" && said === "UNSIGNED-PAYLOAD") return false;
  const fields = names.split(";").map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, url, "", fields.join(""), names, said].join("\n");
  const text = ["AWS4-HMAC-SHA256", date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day!), region), "s3"), "aws4_request");
  return hmac(key, text).toString("hex") === signature;
}

export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "", headers } = request;
    asked.push(`${method} ${url}`);
    if (bucket.instead !== undefined) return bucket.instead(request, response);
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    if (!isSigned(request, body)) return void response.writeHead(403).end("<Error>");
    if (url === "/bucket") return void response.writeHead(200).end();
    if (method === "PUT") {
      objects.set(url, body);
      return void response.writeHead(200).end();
    }
    if (method === "DELETE") {
      objects.delete(url);
      return void response.writeHead(204).end();
    }
    const found = objects.get(url);
    if (found === undefined) return void response.writeHead(404).end("<Error>");
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    if (first === undefined) return void response.writeHead(200, { "content-length": found.length }).end(found);
    const part = found.subarray(Number(first), Number(last) + 1);
    const of = `/${found.length}`;
    if (part.length === 0) return void response.writeHead(416, { "content-range": `bytes *${of}` }).end("<Error>");
    const range = `bytes ${first}-${Number(first) + part.length - 1}${of}`;
    response.writeHead(206, { "content-length": part.length, "content-range": range }).end(part);
  };
  const { url, close } = await listen(answer);
  const bucket: Bucket = { url: `${url}/bucket`, objects, asked, instead: undefined, close };
  return bucket;
}
