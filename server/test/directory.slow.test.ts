import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "anchorlog/development";
import { atEnd } from "../../test/ends.ts";
import { snippetsOf } from "../../test/docs/snippets.ts";
import { newFolder } from "../../test/folder.ts";

const nginx = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "nginx"))
  .find((file) => existsSync(file));

const folder = newFolder();

describe.skipIf(nginx === undefined)(
  `the directory of docs/SCALING.md${nginx ? "" : ": skipped, nginx not found"}`,
  () => {
    it("routes an organization to its cell, and to another cell after a change", async () => {
      const port = await freePort(0);
      const { text } = snippetsOf("docs/SCALING.md").find(({ language }) => language === "nginx directory")!;
      const file = join(folder, "nginx.conf");
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const temporary = paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n");
      const write = (directory: string): Promise<void> =>
        writeFile(
          file,
          `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${directory.replace("8080", String(port))}}\n`,
        );
      await write(text);
      const flags = ["-c", file, "-e", join(folder, "errors"), "-p", folder, "-g", "daemon off; master_process on;"];
      const child = spawn(nginx!, flags, { stdio: "ignore" });
      const ended = once(child, "exit");
      atEnd(() => child.kill("SIGTERM") && ended);
      const cellOf = async (name: string) => {
        const asked = fetch(`http://127.0.0.1:${port}/cells/${name}`, { redirect: "manual" });
        const answer = await asked.catch(() => undefined);
        return answer && [answer.status, answer.headers.get("location")];
      };
      await expect.poll(() => cellOf("acme")).toEqual([307, "https://cell-1.api.example"]);
      expect(await cellOf("globex")).toEqual([307, "https://cell-2.api.example"]);
      expect(await cellOf("nobody")).toEqual([404, null]);
      await write(text.replace("cell-1", "cell-9"));
      child.kill("SIGHUP");
      await expect.poll(() => cellOf("acme")).toEqual([307, "https://cell-9.api.example"]);
    });
  },
);
