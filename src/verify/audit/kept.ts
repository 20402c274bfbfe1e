/** Keeps the state of an audit in a folder of the auditor. Node only. */
import { createHash } from "node:crypto";
import { assertText } from "../../base/options.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { AnchorlogError } from "../../base/errors.ts";
import { makeFolder } from "../../base/folders.ts";
import { unlessMissing } from "../../base/regularFile.ts";
import { writeWhole } from "../../base/wholeFile.ts";
import type { KeptAudit, SavedLog } from "./entries.ts";

/** Milliseconds between two saves: one takes about a tenth of a second for a million entries. */
const EVERY = 30_000;

/**
 * Opens the folder in which an audit keeps what it verified. An audit that was killed, or one of a longer export,
 * continues from there. The folder is the auditor's own and is trusted: keep others from writing to it.
 *
 * @param folder is created if it is missing.
 * @param every milliseconds between two saves while a log is read.
 */
export async function openKeptAudit(folder: string, every: number = EVERY): Promise<KeptAudit> {
  assertText("the folder of openKeptAudit", folder, "give its path");
  await makeFolder(folder);
  const fileOf = (log: string): string => join(folder, `${log}.state`);
  let savedAt = performance.now();
  return {
    load: async (log) => {
      const bytes = await unlessMissing(readFile(fileOf(log)));
      return bytes && readState(fileOf(log), bytes);
    },
    save: async (log, saved) => {
      // It holds the salt of the nonces' marks.
      await writeWhole(fileOf(log), serialize(saved), { mode: 0o600 });
      savedAt = performance.now();
    },
    isDue: () => performance.now() - savedAt >= every,
    createHash: () => {
      const hash = createHash("sha256");
      return { update: (bytes) => void hash.update(bytes), digest: () => hash.copy().digest("hex") };
    },
  };
}

function readState(file: string, bytes: Uint8Array): SavedLog {
  try {
    return deserialize(bytes) as SavedLog;
  } catch (cause) {
    throw new AnchorlogError("unreadable", `${file} is not the state of an audit`, {
      fix: "remove it, and the audit starts again",
      cause,
    });
  }
}
