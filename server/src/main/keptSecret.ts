import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../foundation/config.ts";
import { ServerError } from "../foundation/errors.ts";

/** The secret that was generated in the server's folder. @param isMade whether to generate a missing one. */
export async function keptSecret({ folder }: Config, isMade = true): Promise<Uint8Array> {
  const path = join(folder, "secret");
  const fix = "set DATA_DIR to the folder of a server that has run";
  try {
    if (isMade) writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new ServerError("no_folder", `${folder} does not exist`, { fix });
    if (code !== "EEXIST") throw error;
  }
  if (!existsSync(path))
    throw new ServerError("no_secret", `the file of the server's secret, ${path}, does not exist`, {
      fix: `${fix}, or SERVER_SECRET`,
    });
  await chmod(path, 0o600);
  const text = await readFile(path, "utf8");
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, "hex");
  throw new ServerError("bad_secret", `${path} is not 32 bytes in hex`, {
    fix: "put back the file from a backup, or set SERVER_SECRET",
  });
}
