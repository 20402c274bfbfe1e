import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { watchPages } from "../../src/daemon/pages.ts";
import { serveStatus } from "../../src/daemon/server.ts";
import { newFolder } from "../folder.ts";
import { runHere, start, WITHOUT_NODE } from "./process.ts";

// A process that operates without a node, as on the local chain: nothing is anchored.
const folder = newFolder();
await writeFile(join(folder, "anchorlog.jsonc"), JSON.stringify(WITHOUT_NODE));

it("continues, and ends in order, if the reader of its log is gone", async () => {
  const operating = start(["operate"], { cwd: folder });
  await operating.until(/"event":"started"/);
  operating.child.stderr!.destroy();
  operating.child.kill("SIGTERM");
  expect((await operating.ended).code).toBe(0);
});

it("exits with 2, to be started again, if its signer cannot be reached", async () => {
  const env = {
    ANCHORLOG_CONFIG: join(folder, "anchorlog.jsonc"),
    ANCHORLOG_KEYS_ANCHOR: `rpc:0x${"8".repeat(40)}@http://127.0.0.1:1`,
    ANCHORLOG_SIGNERS_PATIENCE_SECONDS: "0",
  };
  const { code, stderr } = await runHere(["operate"], env);
  expect(stderr).toMatch(/keys\.anchor cannot be used: .*cannot be reached/);
  expect(code).toBe(2);
});

it("answers a malformed path with 404, and reports no error", async () => {
  const onError = vi.fn();
  const server = await serveStatus({ host: "127.0.0.1", port: 0, pages: watchPages(() => ({}) as never), onError });
  const statuses = ["//", "//["].map(async (path) => (await fetch(`${server.url}${path}`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 404]);
  expect(onError).not.toHaveBeenCalled();
  await server.close();
});

it("is healthy as a watchtower only if it can write its state", async () => {
  const page = (unsaved?: string) => watchPages(() => ({ seen: true, alarms: [], unsaved }) as never).status();
  expect([await page(), await page("ENOSPC")]).toMatchObject([{ healthy: true }, { healthy: false }]);
});
