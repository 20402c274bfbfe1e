/** Settings of file storage. */
import { resolve } from "node:path";
import { bad, type Get } from "./settings.ts";

/** The place in which files' bytes are stored. */
export type StorageConfig =
  | {
      readonly kind: "folder";
      readonly folder: string;
      /** Whether this is the default folder, within the server's data folder. */
      readonly isOwn: boolean;
    }
  | {
      readonly kind: "s3";
      /** The bucket's address. */
      readonly url: URL;
      readonly region: string;
      readonly keyId: string;
      readonly secret: string;
    };

export function readStorage(get: Get, folder: string): StorageConfig {
  const [url, filesDir] = [get("S3_URL"), get("FILES_DIR")];
  const [region, keyId, secret] = [get("S3_REGION"), get("S3_ACCESS_KEY_ID"), get("S3_SECRET_ACCESS_KEY")];
  if (url === undefined) {
    const [name] = Object.entries({ S3_REGION: region, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret })
      .filter(([, value]) => value !== undefined)
      .map(([found]) => found);
    if (name !== undefined) throw bad(name, "is given without S3_URL", "give the bucket: https://host/bucket");
    return { kind: "folder", folder: resolve(filesDir ?? `${folder}/files`), isOwn: filesDir === undefined };
  }
  if (filesDir !== undefined) throw bad("FILES_DIR", "and S3_URL are both given", "give one of them");
  if (keyId === undefined) throw bad("S3_ACCESS_KEY_ID", "is missing, and S3_URL is given", "give the bucket's key");
  if (secret === undefined)
    throw bad("S3_SECRET_ACCESS_KEY", "is missing, and S3_URL is given", "give the secret of its key");
  if (region !== undefined && !/^[a-z0-9-]{1,64}$/.test(region))
    throw bad("S3_REGION", `is ${region}`, "give one: us-east-1");
  return { kind: "s3", url: readBucket(url), region: region ?? "us-east-1", keyId, secret };
}

function readBucket(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare =
    url !== undefined && url.href === `${url.origin}${url.pathname}` && /^(\/[\w.-]+)+\/?$/.test(url.pathname);
  const isLocal = url?.protocol === "http:" && /^(localhost|127(\.[0-9]+){3}|\[::1\])$/.test(url.hostname);
  if (isBare && (url.protocol === "https:" || isLocal)) return url;
  // The message does not repeat the value: it may contain a password.
  const fix = "give https://host/bucket. http:// is allowed only on this machine";
  throw bad("S3_URL", "is not an address of a bucket", fix);
}
