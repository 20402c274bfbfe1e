/** Stores files in a folder: `<organization>/<digest>`. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../config/folder.ts";
import { ServerError } from "../errors.ts";
import type { Adapter, FileKey } from "./storage.ts";

const DRAFT = /^[0-9a-f-]{36}\.draft$/;
/** Milliseconds after which a draft is abandoned. */
const ABANDONED = 86_400_000;
/** Error codes for a full disk or an exceeded quota. */
const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * @param root created if missing. Several processes may share it.
 * @throws ServerError `bad_config`, `storage_unavailable`.
 */
export async function openFileFolder(root: string): Promise<Adapter> {
  await makeFolder("FILES_DIR", root);
  await removeAbandoned(root).catch(fail);
  const folderOf = ({ org }: FileKey): string => join(root, org);
  const pathOf = (key: FileKey): string => join(folderOf(key), key.digest);

  return {
    put: async (key, content) => {
      const draft = join(root, `${randomUUID()}.draft`);
      try {
        await mkdir(folderOf(key), { recursive: true, mode: 0o700 });
        const handle = await open(draft, "wx", 0o600);
        try {
          await handle.writeFile(content.stream());
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, pathOf(key));
        // Also sync the folders: the name of the file, and of a new folder, must be durable.
        await syncFolder(folderOf(key));
        await syncFolder(root);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        fail(error);
      }
    },
    get: async (key, size, { first, last } = { first: 0, last: size - 1 }) => {
      try {
        const handle = await open(pathOf(key), "r");
        if ((await handle.stat()).size !== size) {
          await handle.close();
          return undefined;
        }
        // Streams reject an end before the start. For an empty file, the read finds no bytes.
        return createReadStream("", { fd: handle, start: first, end: Math.max(last, first) });
      } catch (error) {
        return codeOf(error) === "ENOENT" ? undefined : fail(error);
      }
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true }).catch(fail);
    },
    isReady: () =>
      access(root, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      ),
  };
}

/** Removes drafts of killed processes. */
async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!DRAFT.test(name)) continue;
    const path = join(root, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "no code";

/** Hides the path in errors, since it identifies the organization. */
function fail(error: unknown): never {
  const code = codeOf(error);
  if (NO_ROOM.has(code)) {
    throw new ServerError("storage_full", `the files' disk has no room (${code})`, { fix: "make room on it" });
  }
  throw new ServerError("storage_unavailable", `the files' folder cannot be used (${code})`, {
    fix: "give this process a folder that it may write to, by FILES_DIR",
  });
}
