/**
 * A gate that receives contents into files. It judges the action by the digest in the head, before it reads the body.
 */
import { createHash, randomUUID, type Hash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { equalBytes } from "../base/bytes.ts";
import { toHex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertKnownOptions } from "../base/options.ts";
import { makeFolderSync, removeAbandoned, syncFolder } from "../base/folders.ts";
import { putWhole } from "../base/wholeFile.ts";
import type { Refusal } from "./answer.ts";
import type { Budget, Sink } from "./body.ts";
import type { FileContent, ReceivedFile } from "./carried.ts";
import { assertHasOperator, checkBounds, createGate, GATE_OPTIONS, warn, type Gate, type GateOptions } from "./gate.ts";
import { actionOf, type ReadHead } from "./read.ts";
import { readAll, verify, type Receive } from "./receive.ts";

/** The options of an adapter for routes that take files. */
export type UploadOptions = Omit<GateOptions, "kinds" | "maxUnjudgedBytes"> & {
  /**
   * The folder for contents until their requests are answered or their senders gone. It is created if it does not
   * exist. Put it on the file system of the final place: then keeping a file is a rename.
   */
  readonly folder: string;
  /** The largest body in bytes; 25 MiB by default. */
  readonly maxBodyBytes?: number;
  /** The largest total size in bytes of this gate's files in the folder; 1 GiB by default. */
  readonly maxFolderBytes?: number;
};

// The gate itself sets `kinds` and `maxUnjudgedBytes`.
const { kinds: _kinds, maxUnjudgedBytes: _max, ...SHARED } = GATE_OPTIONS;
const UPLOAD_OPTIONS = { ...SHARED, folder: true, maxFolderBytes: true } satisfies Record<keyof UploadOptions, true>;

const DRAFT = /^[0-9a-f-]{36}\.upload$/;

/**
 * Creates a gate that receives each body into a file of the folder, and judges the action that signs its digest.
 *
 * @throws AnchorlogError `bad_gate` if an option is out of its range.
 */
export function createUploadGate(given: UploadOptions): Gate {
  assertHasOperator(given);
  assertKnownOptions("the gate", given, UPLOAD_OPTIONS);
  const { folder, maxFolderBytes = 2 ** 30, ...options } = given;
  checkBounds({ maxFolderBytes });
  try {
    makeFolderSync(folder, { mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new AnchorlogError("bad_gate", `the gate cannot write to its folder: ${(cause as Error).message}`, {
      fix: "name a folder that this process may write to",
      cause,
    });
  }
  const root = resolve(folder);
  const { maxBodyBytes = 25 * 2 ** 20, onError = warn } = options;
  if (maxBodyBytes > maxFolderBytes) {
    throw new AnchorlogError("bad_gate", `the gate's maxFolderBytes, ${maxFolderBytes}, is below its maxBodyBytes`, {
      fix: `give at least ${maxBodyBytes}, or a lower maxBodyBytes`,
    });
  }
  removeAbandoned(root, DRAFT).catch(onError);
  const settings = { ...options, maxBodyBytes, maxUnjudgedBytes: maxFolderBytes };
  return createGate({ ...settings, kinds: ["HttpRequest"] }, receiveInto(root, onError));
}

function receiveInto(folder: string, onError: (error: unknown) => void): Receive<FileContent> {
  return async (head, source, settings) => {
    const digest = head.digests.get("sha-256");
    const action = digest && actionOf(head, digest);
    if (digest === undefined || action === undefined) return { refusal: notStreamed(head) };
    const standing = await verify(action, settings);
    if ("refusal" in standing) return standing;
    // The action was carried out before, so its content is not needed.
    if (standing.isRetry) return { action, isRetry: true };
    let draft: UploadDraft | undefined;
    try {
      draft = await createDraft(join(folder, `${randomUUID()}.upload`), head.digests, settings);
      const refusal = (await readAll(source, draft, settings)) ?? draft.mismatch();
      if (refusal !== undefined) {
        await draft.drop();
        return { refusal };
      }
      const file = await draft.finish(toHex(digest));
      const { drop } = draft;
      source.onAnswered?.(() => void drop().catch(onError));
      return { action, isRetry: false, content: { file } };
    } catch (error) {
      await draft?.drop();
      if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      onError(error);
      return { refusal: { code: "store_full", message: "" } };
    }
  };
}

/** The disk is full: errors of creating, writing or syncing a file. */
const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

function notStreamed({ signed }: ReadHead): Refusal {
  const isLong = typeof signed?.header.signature === "number";
  return isLong
    ? { code: "signature_not_in_head", message: "a file is signed in its request's head: this signature is too long" }
    : { code: "digest_missing", message: "a file is judged by its digest: Content-Digest has no sha-256" };
}

type UploadDraft = Sink & {
  /** Returns a refusal if the digests do not match the content. */
  mismatch(): Refusal | undefined;
  finish(digest: ReceivedFile["digest"]): Promise<ReceivedFile>;
  /** Removes the file, unless it was kept. */
  readonly drop: () => Promise<void>;
};

async function createDraft(
  path: string,
  digests: ReadHead["digests"],
  { maxBodyBytes, budget }: { readonly maxBodyBytes: number; readonly budget: Budget },
): Promise<UploadDraft> {
  const handle = await open(path, "wx", 0o600);
  const hashes = new Map<string, Hash>([...digests.keys()].map((name) => [name, createHash(name.replace("-", ""))]));
  let declined: ReturnType<Sink["declined"]>;
  let size = 0;
  let isOpen = true;
  let isThere = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  const release = (): void => {
    if (isThere) budget.give(size);
    isThere = false;
  };
  const decline = (why: NonNullable<typeof declined>): false => {
    declined = why;
    return false;
  };
  return {
    add: async (chunk) => {
      if (size + chunk.length > maxBodyBytes) return decline("body_too_large");
      if (!budget.take(chunk.length)) return decline("too_busy");
      size += chunk.length;
      for (const hash of hashes.values()) hash.update(chunk);
      // Appends the whole chunk at the current position.
      await handle.writeFile(chunk);
      return true;
    },
    declined: () => declined,
    mismatch: () => {
      const isAll = [...digests].every(([name, digest]) => equalBytes(digest, hashes.get(name)!.digest()));
      if (isAll) return undefined;
      return { code: "digest_mismatch", message: "Content-Digest is not the digest of the received content" };
    },
    finish: async (digest) => {
      await handle.sync();
      await close();
      const keep = async (to: string): Promise<void> => {
        await move(path, resolve(to));
        release();
      };
      return { path, size, digest, keep };
    },
    drop: async () => {
      await close();
      if (isThere) await rm(path, { force: true });
      release();
    },
  };
}

/** Moves a synced file, durably. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await putWhole(to, (draft) => copyFile(from, draft), randomUUID());
    await rm(from, { force: true });
    return;
  }
  await syncFolder(dirname(to));
}
