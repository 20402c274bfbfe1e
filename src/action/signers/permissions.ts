import { accessSync, constants, type Stats } from "node:fs";
import { AnchorlogError } from "../../base/errors.ts";

/**
 * Refuses the file of a secret that others than its owner may read, as ssh does.
 *
 * If this user cannot change the file's mode, the function only warns. The file may belong to another user, as secrets
 * in containers do, or be on a read-only file system. If only the owner and the group may read it, there is no warning.
 *
 * @throws AnchorlogError `bad_permissions`
 */
export function assertPrivate(file: string, { mode, uid }: Pick<Stats, "mode" | "uid">): void {
  // On Windows, modes say nothing.
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  const digits = (mode & 0o777).toString(8).padStart(3, "0");
  const said = `${file} may be read by others than its owner: its mode is ${digits}`;
  const user = process.geteuid?.();
  if ((user === uid || user === 0) && !isReadOnly(file)) {
    throw new AnchorlogError("bad_permissions", said, { fix: `chmod 600 ${file}`, details: { file } });
  }
  if ((mode & 0o007) !== 0) process.emitWarning(`${said}, which this user cannot change`, "AnchorlogWarning");
}

function isReadOnly(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
}
