/** Stores files in an S3 bucket, or a compatible one: `<organization>/<digest>`. */
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { StorageConfig } from "../config/storage.ts";
import { ServerError } from "../errors.ts";
import type { Adapter, FileKey } from "./storage.ts";

/** Milliseconds to wait for the head of an answer. */
const PATIENCE = 60_000;
/** Retries after a server error. */
const RETRIES = 2;
const INSUFFICIENT_STORAGE = 507;

type Request = { readonly method: string; readonly headers?: Record<string, string>; readonly body?: Blob };

export function openS3({ url, region, keyId, secret }: Extract<StorageConfig, { kind: "s3" }>): Adapter {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: "s3",
    region,
    retries: RETRIES,
  });
  const bucket = url.href.replace(/\/$/, "");
  const nameOf = ({ org, digest }: FileKey): string => `${bucket}/${org}/${digest}`;

  return {
    put: async (key, content) => {
      // The digest is signed, so the bucket rejects other bytes.
      const headers = { "X-Amz-Content-Sha256": key.digest };
      const response = await send(client, nameOf(key), { method: "PUT", headers, body: content }, [200, 201, 204]);
      await response.body?.cancel();
    },
    get: async (key, size, range) => {
      const asked: Request =
        range === undefined
          ? { method: "GET" }
          : { method: "GET", headers: { Range: `bytes=${range.first}-${range.last}` } };
      const response = await send(client, nameOf(key), asked, range === undefined ? [200, 404] : [206, 404, 416]);
      const { status, headers } = response;
      const wanted = range === undefined ? size : range.last - range.first + 1;
      const isWhole = Number(headers.get("content-length")) === wanted;
      // For a range, check the total size as well.
      const isOfIt =
        range === undefined || headers.get("content-range") === `bytes ${range.first}-${range.last}/${size}`;
      if (status < 400 && isWhole && isOfIt) {
        return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body);
      }
      await response.body?.cancel();
      return undefined;
    },
    remove: async (key, ending) => {
      const response = await send(client, nameOf(key), { method: "DELETE" }, [200, 204, 404], ending);
      await response.body?.cancel();
    },
    isReady: () =>
      send(client, bucket, { method: "HEAD" }, [200]).then(
        () => true,
        () => false,
      ),
  };
}

/** @returns an answer with one of the given statuses. */
async function send(
  client: AwsClient,
  address: string,
  request: Request,
  statuses: readonly number[],
  given?: AbortSignal,
): Promise<Response> {
  // The timeout ends with the head of the answer. Reading the body may take longer.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, PATIENCE);
  given?.addEventListener("abort", end);
  let response: Response;
  try {
    response = await client.fetch(address, { ...request, signal: ending.signal, redirect: "error" });
  } catch (error) {
    throw failed(`did not answer (${(error as Error).name})`);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener("abort", end);
  }
  if (statuses.includes(response.status)) return response;
  await response.body?.cancel();
  throw failed(`answered ${response.status}`, response.status);
}

/** Leaves out the object's name, since it identifies the organization. */
function failed(why: string, status?: number): ServerError {
  const code = status === INSUFFICIENT_STORAGE ? "storage_full" : "storage_unavailable";
  const fix = "see that S3_URL names a bucket, and that its keys may read, write and delete there";
  return new ServerError(code, `the files' bucket ${why}`, { fix });
}
