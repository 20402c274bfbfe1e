import { afterEach, describe, expect, it, vi } from "vitest";
import { chmod, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assertPrivate } from "../../../src/action/signers/permissions.ts";
import { newFolder } from "../../folder.ts";

const folder = newFolder();
const file = join(folder, "secret");
await writeFile(file, "secret");
afterEach(() => vi.restoreAllMocks());

const look = async (mode: number): Promise<() => void> => {
  await chmod(file, mode);
  const stats = await stat(file);
  return () => assertPrivate(file, stats);
};
const REFUSED = expect.objectContaining({ code: "bad_permissions" }) as Error;

describe("the file of a secret", () => {
  it("is refused if others may read or write it, and the error gives the command that corrects it", async () => {
    for (const mode of [0o644, 0o640, 0o604, 0o602, 0o601, 0o666])
      expect(await look(mode), mode.toString(8)).toThrow(REFUSED);
    for (const mode of [0o600, 0o400]) expect(await look(mode), mode.toString(8)).not.toThrow();
    expect(await look(0o640)).toThrow(`its mode is 640\nTo fix it: chmod 600 ${file}`);
  });

  it("gets a warning if it is another user's and everybody may read it, as in a container", async () => {
    vi.spyOn(process, "geteuid").mockReturnValue((await stat(file)).uid + 1);
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    for (const mode of [0o600, 0o640, 0o440]) expect(await look(mode)).not.toThrow();
    expect(warn).not.toHaveBeenCalled();
    expect(await look(0o444)).not.toThrow();
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("its mode is 444"), "AnchorlogWarning");
  });
});
