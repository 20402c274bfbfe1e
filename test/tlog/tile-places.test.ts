import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { checkTiles, httpTiles, openTiles, publishTiles } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { listen } from "../listening.ts";
import { newFolder } from "../folder.ts";
import { entryOf, memoryTiles, policy, publicationOf } from "./logs.ts";

let folder: string;
beforeEach(() => void (folder = newFolder()));

const serve = async (...args: Parameters<typeof listen>): Promise<string> => (await listen(...args)).url;

describe("a folder of tiles", () => {
  it("holds the same files as the memory, and no others", async () => {
    const place = join(folder, "a", "log");
    const memory = memoryTiles();
    for (const size of [3, 256, 700]) {
      await publishTiles(tileFolder(place), publicationOf(size));
      await publishTiles(memory, publicationOf(size));
    }
    const all = await readdir(place, { recursive: true, withFileTypes: true });
    const files = all.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    expect(files.sort()).toEqual([...memory.files.keys()].map((path) => join(place, path)).sort());
    for (const [path, bytes] of memory.files) expect((await readFile(join(place, path))).equals(bytes)).toBe(true);
    expect(await checkTiles(tileFolder(place), policy)).toMatchObject({ entries: 700, problems: [] });
  });

  it("writes a tile once, and refuses different bytes for it", async () => {
    const store = tileFolder(folder);
    await publishTiles(store, publicationOf(300));
    const { ino, mtimeNs } = await stat(join(folder, "tile/0/000"), { bigint: true });
    const tile = new Uint8Array(await readFile(join(folder, "tile/0/000")));
    await store.put("tile/0/000", tile, { immutable: true });
    expect(await stat(join(folder, "tile/0/000"), { bigint: true })).toMatchObject({ ino, mtimeNs });
    for (const other of [tile.map((byte) => byte ^ 1), tile.slice(1), new Uint8Array(9_000)]) {
      await expect(store.put("tile/0/000", other, { immutable: true })).rejects.toMatchObject({
        code: "tile_conflict",
      });
    }
    expect(new Uint8Array(await readFile(join(folder, "tile/0/000")))).toEqual(tile);
  });

  it("ignores a draft that a crash left behind", async () => {
    const store = tileFolder(folder);
    await publishTiles(store, publicationOf(300));
    await mkdir(join(folder, "tile/0/001.p"), { recursive: true });
    await writeFile(join(folder, "tile/0/001.p/.144.draft"), "half");
    await writeFile(join(folder, ".checkpoint.draft"), "half");
    expect(await checkTiles(store, policy)).toMatchObject({ entries: 300, problems: [] });
    await publishTiles(store, publicationOf(400));
    expect(await checkTiles(store, policy)).toMatchObject({ entries: 400, problems: [] });
    expect(await readdir(folder)).not.toContain(".checkpoint.draft");
    expect(await readdir(join(folder, "tile/0/001.p"))).not.toContain(".144.draft");
  });

  it.runIf(process.platform !== "win32" && process.getuid?.() !== 0)(
    "leaves no file where it may not write",
    async () => {
      const store = tileFolder(folder);
      await publishTiles(store, publicationOf(3));
      await chmod(folder, 0o500);
      try {
        await expect(publishTiles(store, publicationOf(5))).rejects.toMatchObject({
          code: "unwritable",
          message: expect.stringContaining(`${folder}/`) as string,
        });
      } finally {
        await chmod(folder, 0o700);
      }
      expect(await checkTiles(store, policy)).toMatchObject({ entries: 3, problems: [] });
    },
  );

  it("has the layout's paths only", async () => {
    const store = tileFolder(folder);
    for (const path of ["../x", "/etc/passwd", "tile/0/000/../../x", "tile\\0\\000", "x", "", "tile/0/000.p/300"]) {
      await expect(store.get(path, 10)).rejects.toMatchObject({ code: "bad_path" });
      await expect(store.put(path, new Uint8Array(1), { immutable: true })).rejects.toMatchObject({ code: "bad_path" });
    }
    await publishTiles(store, publicationOf(3));
    await expect(store.get("checkpoint", 10)).rejects.toMatchObject({ code: "bad_tile" });
    expect(await store.get("tile/0/000", 10)).toBeUndefined();
    await writeFile(join(folder, "tile/1"), "a file in the way");
    expect(await store.get("tile/1/000", 10)).toBeUndefined();
  });
});

describe("tiles over HTTP", () => {
  it("are read from a folder on a web server, compressed or not", async () => {
    await publishTiles(tileFolder(folder), publicationOf(600));
    const asked: string[] = [];
    const url = await serve(async (request, response) => {
      asked.push(request.url!);
      const file = await readFile(join(folder, request.url!.replace("/logs/1/", ""))).catch(() => undefined);
      if (file === undefined) response.writeHead(404).end("not found");
      else if (!request.url!.includes("entries")) response.end(file);
      else response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(file));
    });
    for (const prefix of [`${url}/logs/1`, `${url}/logs/1/`]) {
      const reader = await openTiles(httpTiles(prefix), policy);
      expect(await reader.entries(250, 260)).toEqual(Array.from({ length: 10 }, (_, i) => entryOf(250 + i)));
      expect(await checkTiles(httpTiles(prefix), policy)).toMatchObject({ entries: 600, problems: [] });
    }
    expect(asked).toContain("/logs/1/tile/0/002.p/88");
    await rm(join(folder, "tile/0/002.p/88"));
    await expect(openTiles(httpTiles(`${url}/logs/1`), policy)).rejects.toMatchObject({ code: "missing_tile" });
  });

  it("are bounded in time and size, and follow no redirect", async () => {
    const slow = await serve(() => {});
    const stuck = await serve((_, response) => void response.write("log"));
    for (const url of [slow, stuck]) {
      await expect(httpTiles(url, { timeout: 200 }).get("checkpoint", 100)).rejects.toMatchObject({
        code: "log_unavailable",
        message: expect.stringContaining("no answer within 200 ms") as string,
      });
    }
    const endless = await serve((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", more);
      more();
    });
    await expect(httpTiles(endless).get("tile/0/000", 8_192)).rejects.toMatchObject({ code: "bad_tile" });
    const bomb = await serve((_, response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(Buffer.alloc(1 << 24)));
    });
    await expect(httpTiles(bomb).get("tile/0/000", 8_192)).rejects.toMatchObject({ code: "bad_tile" });
    const elsewhere = await serve((_, response) => void response.writeHead(302, { Location: slow }).end());
    await expect(httpTiles(elsewhere).get("checkpoint", 100)).rejects.toMatchObject({ code: "log_unavailable" });
    const broken = await serve((_, response) => void response.writeHead(500).end());
    await expect(httpTiles(broken).get("checkpoint", 100)).rejects.toMatchObject({ code: "log_unavailable" });
    await expect(httpTiles("http://127.0.0.1:1").get("checkpoint", 9)).rejects.toMatchObject({
      code: "log_unavailable",
    });
  });

  it.each(["log.example", "file:///tmp", "https://log.example/?log=1", "https://log.example/#1"])(
    "need a prefix, not %s",
    async (prefix) => {
      await expect(httpTiles(prefix).get("checkpoint", 9)).rejects.toMatchObject({ code: "bad_url" });
    },
  );
});
