import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { random } from "../seed.ts";
import type { Report } from "./crash-reports.ts";
import { checkStore, withStore, writeAndKill } from "./crash.ts";
import { isSlowSuite } from "../slow.ts";

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

/** Makes every fsync fail while a file exists. */
const FAILING_FSYNC = `
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int sync_or_fail(long call, int fd) {
  const char *flag = getenv("FAIL_FSYNC_WHILE");
  if (flag && access(flag, F_OK) == 0) { errno = EIO; return -1; }
  return syscall(call, fd);
}
int fsync(int fd) { return sync_or_fail(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_or_fail(SYS_fdatasync, fd); }
`;

/**
 * Breaks the disk of a writer after some writes, repairs it once the writer has noticed, lets the writer continue, and
 * kills it.
 */
async function breakAndMend(
  folder: string,
  disk: { break: (pid: number) => void; mend: (pid: number) => void },
  env?: NodeJS.ProcessEnv,
): Promise<void> {
  const reports: Report[] = [];
  const failures: string[] = [];
  let state: "whole" | "broken" | "mended" = "whole";
  let [before, afterwards] = [0, 0];
  let read = 0;
  await writeAndKill(
    folder,
    0,
    (report, writer) => {
      reports.push(report);
      if ("failed" in report) failures.push(report.failed);
      if ("readable" in report) read++;
      if (state === "whole" && "receipt" in report && ++before >= 60) {
        disk.break(writer.pid!);
        state = "broken";
      } else if (state === "broken" && failures.length >= 20 && read >= 10) {
        disk.mend(writer.pid!);
        state = "mended";
      } else if (state === "mended" && "receipt" in report) afterwards++;
      return afterwards >= 60;
    },
    { env },
  );
  // The actions of the failed commit have an unknown outcome; for later ones, nothing was written.
  expect(new Set(failures)).toEqual(new Set(["outcome_unknown", "store_failed"]));
  expect(failures[0]).toBe("outcome_unknown");
  expect(await checkStore(folder, reports)).toBeGreaterThanOrEqual(120);
}

describe("a writer that is killed", () => {
  it("loses no acknowledged entry and no effect, and the chain continues unbroken", () =>
    withStore(async (folder) => {
      const reports: Report[] = [];
      for (let round = 0; round < 2; round++) {
        const goal = reports.length + 5 + Math.floor(random() * 100);
        await writeAndKill(folder, round, (report) => reports.push(report) >= goal);
        await checkStore(folder, reports);
      }
      const codes = reports.map((report) =>
        "refused" in report ? report.refused : "receipt" in report && report.status,
      );
      expect(codes).toContain("accepted");
      expect(new Set(codes).difference(new Set(["accepted", "not_holder", "not_appended"]))).toEqual(new Set());
    }));
});

describe("a writer whose disk fails", () => {
  // As on a full disk: each write stops after the first byte of a file.
  it.runIf(isSlowSuite && has("prlimit"))(
    "loses nothing if the disk is full, and continues when there is room again",
    () =>
      withStore((folder) => {
        const limit = (pid: number, bytes: string) =>
          execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
        return breakAndMend(folder, { break: (pid) => limit(pid, "1"), mend: (pid) => limit(pid, "unlimited") });
      }),
  );

  it.skipIf(process.platform !== "linux" || !has("cc"))("loses nothing if an fsync fails", () =>
    withStore(async (folder) => {
      const [source, library, flag] = ["fail.c", "fail.so", "fail"].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      writeFileSync(source, FAILING_FSYNC);
      execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source]);
      await breakAndMend(
        folder,
        { break: () => writeFileSync(flag, ""), mend: () => rmSync(flag) },
        { ...process.env, LD_PRELOAD: library, FAIL_FSYNC_WHILE: flag },
      );
    }),
  );
});
