import { DatabaseSync } from "node:sqlite";
import type { ReadStream } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { parseBundle } from "anchorlog/verify/bundle";
import { mountSmall } from "../../../test/smallDisk.ts";
import { backUp } from "../../src/main/backup.ts";
import { audit, rebuild } from "../../src/main/replay/commands.ts";
import { DERIVED_TABLES } from "../../src/main/replay/tables.ts";
import { forgetExpired } from "../../src/main/housekeeping.ts";
import { SWEEP_AGE } from "../../src/files/sweep.ts";
import { call, sign, signIn, startServer, type TestServer } from "../harness.ts";
import { bearer, enter, founder, join as joinIn, list, reasonOf, type Person } from "../people.ts";
import { changesNothing, prepare, rowsOf } from "../requests.ts";
import {
  BOUNDARY,
  bytesOf,
  download,
  END,
  FORM,
  formOf,
  head,
  kept,
  PNG,
  send,
  sha256,
  store,
  type StoredFile,
} from "./files.ts";
import { isSlowSuite } from "../../../test/slow.ts";

let server: TestServer = await startServer();
let ada: Person = await founder(server, "ada@example.com");
let reader: Person = await joinIn(server, ada, "reader@example.com", "reader");
let other: Person = await founder(server, "other@example.com");

type Whole = StoredFile & { index: number };
const read = (id: string, { headers } = ada) => call<Whole>(server, "GET", `/storage/files/${id}`, { headers });
type SignedForm = { before: string; after: string };
const readForm = (id: string, { headers } = ada) =>
  call<SignedForm>(server, "GET", `/storage/files/${id}/form`, { headers });
const pathOf = (who: Person, digest: string): string =>
  join(server.parts.config.folder, "files", who.org, digest.slice(2));
const filesOf = () => kept(server);
/** Signed in again: tokens last for a quarter of an hour. */
const anew = async (who: Person): Promise<Person> => ({
  ...who,
  headers: await enter(server, bearer(await signIn(server, who.email)), who.org),
});

describe("a stored file", () => {
  it("keeps its bytes, gets its type from them, and is served only to members", async () => {
    const { status, body } = await store(server, ada, PNG, "a pixel.txt");
    expect([status, body]).toMatchObject([
      201,
      { name: "a pixel.txt", digest: sha256(PNG), size: PNG.length, type: "image/png" },
    ]);
    expect(body.url).toBe(`http://api.example/storage/files/${body.id}/content`);
    const { x_receipt: _, ...said } = body;
    expect((await read(body.id, reader)).body).toMatchObject(said);
    const got = await download(server, reader, body.id);
    expect([got.status, got.bytes]).toEqual([200, Buffer.from(PNG)]);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(PNG.length),
      "content-disposition": "attachment; filename*=UTF-8''a%20pixel.txt",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "repr-digest": `sha-256=:${Buffer.from(body.digest.slice(2), "hex").toString("base64")}:`,
    });
    for (const path of [
      `/storage/files/${body.id}`,
      `/storage/files/${body.id}/content`,
      `/storage/files/${body.id}/proof`,
    ]) {
      expect(reasonOf(await call(server, "GET", path, { headers: other.headers })), path).toBe("404 not_found");
      expect(reasonOf(await call(server, "GET", path)), path).toBe("401 no_credential");
    }
  });

  it.each([
    ["markup", "<!doctype html><script>alert(1)</script>", "x.html", "application/octet-stream"],
    ["a picture with the name of a page", PNG, "page.html", "image/png"],
    ["no bytes", "", "empty", "application/octet-stream"],
    ["bytes that only begin like an archive", "PK\u0003\u0004 and no more", "a.docx", "application/zip"],
  ])("with %s gets its type from its bytes", async (_what, bytes, name, type) => {
    const { status, body } = await store(server, ada, bytes, name);
    expect([status, body]).toMatchObject([201, { type, name, size: bytesOf(bytes).length }]);
    expect((await download(server, ada, body.id)).bytes).toEqual(Buffer.from(bytesOf(bytes)));
  });

  it("keeps its sender's name without the folder", async () => {
    const { body } = await store(server, ada, "a", "C:\\\\dir/übung'(1)*.txt");
    expect(body.name).toBe("übung'(1)*.txt");
    const { headers } = await download(server, ada, body.id);
    expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''%C3%BCbung%27%281%29%2A.txt");
  });

  it("may have an escaped quotation mark in its name, and no line break", async () => {
    const { body } = await store(server, ada, "a", "say %22hi%22 100%25 %2e.txt");
    expect(body.name).toBe('say "hi" 100%25 %2e.txt');
    expect(await store(server, ada, "a", "a%0D%0Ab.txt")).toMatchObject({ status: 400 });
  });

  it.each(["می\u200cخواهم.pdf", "👨\u200d👩\u200d👧.png"])("may have the name %s", async (name) => {
    const { status, body } = await store(server, ada, "a", name);
    expect([status, body.name]).toEqual([201, name]);
    const { headers } = await download(server, ada, body.id);
    expect(headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  });

  it("is served in ranges", async () => {
    const { body } = await store(server, ada, "0123456789");
    const ranged = async (range: string, more: Record<string, string> = {}) => {
      const { status, headers, bytes } = await download(server, ada, body.id, { range, ...more });
      return `${status} ${headers.get("content-range") ?? ""} ${status < 300 ? bytes.toString() : ""}`.trim();
    };
    expect(await ranged("bytes=2-4")).toBe("206 bytes 2-4/10 234");
    expect(await ranged("bytes=9-")).toBe("206 bytes 9-9/10 9");
    expect(await ranged("bytes=-3")).toBe("206 bytes 7-9/10 789");
    expect(await ranged("bytes=0-99999")).toBe("206 bytes 0-9/10 0123456789");
    for (const unread of ["bytes=4-2", "bytes=0-1,3-4", "bytes=-", "lines=1-2", "bytes=a-b"])
      expect(await ranged(unread), unread).toBe("200  0123456789");
    for (const none of ["bytes=10-", "bytes=-0"]) expect(await ranged(none), none).toBe("416 bytes */10");
    const { headers } = await download(server, ada, body.id);
    expect(await ranged("bytes=0-0", { "if-range": headers.get("etag")! })).toBe("206 bytes 0-0/10 0");
    expect(await ranged("bytes=0-0", { "if-range": '"another"' })).toBe("200  0123456789");
    const empty = (await store(server, ada, "")).body;
    expect((await download(server, ada, empty.id, { range: "bytes=0-" })).status).toBe(416);
  });

  it("is not read from the storage for a HEAD request", async () => {
    const { body } = await store(server, ada, "0123456789");
    const { storage } = server.parts;
    const opened = vi.spyOn(storage, "get");
    const headers = { ...ada.headers, range: "bytes=2-4" };
    const head = await call(server, "HEAD", `/storage/files/${body.id}/content`, { headers });
    expect([head.status, head.headers.get("content-length"), head.headers.get("content-range")]).toEqual([
      206,
      "3",
      "bytes 2-4/10",
    ]);
    const stream = (await opened.mock.results[0]!.value) as ReadStream;
    expect([stream.destroyed, stream.bytesRead]).toEqual([true, 0]);
    opened.mockRestore();
  });

  it("is stored once for an organization, and separately for each organization", async () => {
    const before = await filesOf();
    const [one, two, foreign] = [
      await store(server, ada, "the same", "one"),
      await store(server, ada, "the same", "two"),
      await store(server, other, "the same", "three"),
    ];
    expect(new Set([one, two, foreign].map(({ body }) => body.id)).size).toBe(3);
    expect((await filesOf()).length - before.length).toBe(2);
    await rm(pathOf(other, foreign.body.digest));
    expect((await download(server, ada, two.body.id)).bytes.toString()).toBe("the same");
    // Uploading the content again restores a lost file.
    expect((await download(server, other, foreign.body.id)).status).toBe(503);
    await store(server, other, "the same");
    expect((await download(server, other, foreign.body.id)).status).toBe(200);
  });

  it("is listed until it is removed, and its bytes are deleted with the last file that has them", async () => {
    const files = async (who = ada) => (await list<StoredFile>(server, who, "/storage/files?limit=2")).body.items;
    const [one, two] = [(await store(server, ada, "removed")).body, (await store(server, ada, "removed", "b")).body];
    const { x_receipt: _, ...said } = two as StoredFile & { x_receipt: unknown };
    expect(await files()).toEqual([said, expect.objectContaining({ id: one.id })]);
    expect((await files(other)).map(({ id }) => id)).not.toContain(one.id);
    const remove = (id: string, who = ada) => sign<{ id: string }>(server, who, "DELETE", `/storage/files/${id}`);
    expect(await changesNothing(server, () => remove(one.id, reader))).toBe("403 not_permitted");
    expect(await changesNothing(server, () => remove(one.id, other))).toBe("404 not_found");
    const unsigned = () => call(server, "DELETE", `/storage/files/${one.id}`, { headers: ada.headers });
    expect(await changesNothing(server, unsigned)).toMatch("401");
    const removed = await remove(one.id);
    expect([removed.status, removed.body.id]).toEqual([200, one.id]);
    expect((await removed.repeat()).body).toEqual(removed.body);
    expect(reasonOf(await remove(one.id))).toBe("404 not_found");
    for (const path of ["", "/content"])
      expect(reasonOf(await call(server, "GET", `/storage/files/${one.id}${path}`, { headers: ada.headers }))).toBe(
        "404 not_found",
      );
    expect((await files()).map(({ id }) => id)).not.toContain(one.id);
    // The removed file's entry can still be proven.
    const proof = await call(server, "GET", `/storage/files/${one.id}/proof`, { headers: ada.headers });
    expect(proof.status).toBe(200);
    const sweep = async (): Promise<boolean> => {
      server.clock.now += SWEEP_AGE;
      await forgetExpired(server.parts);
      return (await filesOf()).includes(one.digest.slice(2));
    };
    expect(await sweep()).toBe(true);
    ada = await anew(ada);
    expect((await download(server, ada, two.id)).bytes.toString()).toBe("removed");
    const stored = server.parts.database.across.tables.selectFrom("stored").select("bytes").where("org", "=", ada.org);
    const { bytes } = await stored.executeTakeFirstOrThrow();
    expect((await remove(two.id)).status).toBe(200);
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ bytes: bytes - "removed".length });
    expect(await sweep()).toBe(false);
    [ada, reader, other] = await Promise.all([anew(ada), anew(reader), anew(other)]);
    expect((await audit(server.parts)).differences).toEqual([]);
    // The same bytes can be uploaded again.
    const { body } = await store(server, ada, "removed");
    expect((await download(server, ada, body.id)).bytes.toString()).toBe("removed");
  });

  it("is stored once by a signed request, and a retry gets the same answer", async () => {
    const first = await store(server, ada, "sent twice");
    const rows = await rowsOf(server);
    const again = await first.repeat();
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await rowsOf(server)).toEqual(rows);
    const key = { "idempotency-key": "one" };
    const { body } = await send(server, ada, formOf("by key"), key);
    expect(reasonOf(await send(server, ada, formOf("another"), key))).toBe("422 idempotency_mismatch");
    expect((await read(body.id)).body.name).toBe("a.bin");
  });

  it("is proven by its bytes, the signed form around them, and its entry", async () => {
    const { body } = await store(server, ada, PNG, "proof.png");
    const { index } = (await read(body.id)).body;
    const { body: form } = await readForm(body.id);
    const { status, body: bundle } = await call(server, "GET", `/storage/files/${body.id}/proof`, {
      headers: ada.headers,
    });
    expect(status).toBe(200);
    const { action } = parseBundle(JSON.stringify(bundle));
    const { payload } = action.message as unknown as { payload: { target: string; contentDigest: string } };
    const [before, after] = [form.before, form.after].map((text) => Buffer.from(text, "base64"));
    expect(payload).toMatchObject({ target: "/storage/upload", contentDigest: sha256(before!, PNG, after!) });
    expect(index).toBeGreaterThan(0);
  });
});

describe("an upload", () => {
  it("over the organization's quota is refused until files are removed", async () => {
    const small = await startServer({ FILES_QUOTA_MIB: "1" });
    const bob = await founder(small, "bob@example.com");
    const half = new Uint8Array(2 ** 19);
    const one = (await store(small, bob, half)).body;
    expect((await store(small, bob, half)).status).toBe(201);
    let asked: ReturnType<typeof store> | undefined;
    const ask = () => (asked = store(small, bob, "x"));
    expect(await changesNothing(small, ask)).toBe("422 too_much_stored");
    // Another organization has its own quota.
    expect((await store(small, await founder(small, "eve@example.com"), half)).status).toBe(201);
    expect((await sign(small, bob, "DELETE", `/storage/files/${one.id}`)).status).toBe(200);
    expect((await (await asked!).repeat()).status).toBe(201);
  });

  const part = (field: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\nx\r\n`;

  it.each([
    ["no content", "", "400 malformed"],
    ["bytes that are not a form", "garbage", "400 malformed"],
    ["a form that ends early", `${head()}abc`, "400 malformed"],
    ["a form without its last boundary", `${head()}abc\r\n--${BOUNDARY}`, "400 malformed"],
    ["no file", `${part("file")}--${BOUNDARY}--`, "400 malformed"],
    ["a file of another name", `${head("a", "upload")}abc${END}`, "400 malformed"],
    ["two files", `${head()}abc\r\n${head()}abc${END}`, "400 malformed"],
    ["another field before the file", `${part("name")}${head()}abc${END}`, "400 malformed"],
    ["another field after the file", `${head()}abc\r\n${part("name")}--${BOUNDARY}--`, "400 malformed"],
    ["bytes before the form", `before\r\n${head()}abc${END}`, "400 malformed"],
    ["bytes after the form", `${head()}abc${END}behind`, "400 malformed"],
    ["text like the boundary in the file", `${head()}a\r\n--${BOUNDARY}x\r\nb${END}`, "400 malformed"],
    [
      "a boundary within the head",
      `${head().replace("; filename", `\r\n--${BOUNDARY}--; filename`)}abc${END}`,
      "400 malformed",
    ],
    ["a boundary at the start of the file", `${head()}--${BOUNDARY}--\r\nabc${END}`, "400 malformed"],
    ["a part without a head", `--${BOUNDARY}\r\n\r\nabc${END}`, "400 malformed"],
    ["an empty name", `${head("")}abc${END}`, "400 bad_name"],
    ["a control character in the name", `${head("a\tb")}abc${END}`, "400 bad_name"],
    ["a direction override in the name", `${head("a\u202efdp.exe")}abc${END}`, "400 bad_name"],
    ["a line separator in the name", `${head("a\u2028b")}abc${END}`, "400 bad_name"],
    [
      "a lone surrogate in the name",
      `${head().replace(/filename="[^"]*"/, "filename*=utf-16le''%00%d8a%00")}abc${END}`,
      "400 bad_name",
    ],
    ["a name that is too long", `${head("a".repeat(256))}abc${END}`, "400 bad_name"],
    [
      "a head that is too long",
      `${head().replace("\r\n\r\n", `\r\nX-A: ${"a".repeat(9_000)}\r\n\r\n`)}abc${END}`,
      "400 malformed",
    ],
  ])("with %s is refused without a trace", async (_what, text, expected) => {
    const before = await filesOf();
    expect(await changesNothing(server, () => send(server, ada, bytesOf(text)))).toBe(expected);
    expect(await filesOf()).toEqual(before);
  });

  it.each([`multipart/form-data; charset=UTF-8; a=b; boundary=${BOUNDARY}`, `${FORM}; a="b;c"`])(
    "may have type parameters without a meaning: %s",
    async (type) => {
      expect((await send(server, ada, formOf("a"), { "content-type": type })).status).toBe(201);
    },
  );

  it.each([
    "application/json",
    "text/plain",
    "multipart/mixed; boundary=a",
    "multipart/form-data",
    `${FORM}; charset=x`,
    `${FORM}; boundary=other`,
    `${FORM}; charset`,
    'multipart/form-data; boundary="a\\b"',
  ])("of the type %s is refused", async (type) => {
    const answer = () => send(server, ada, formOf("a"), { "content-type": type });
    expect(await changesNothing(server, answer)).toBe("415 unsupported_media_type");
  });

  it.runIf(isSlowSuite)("of more than 25 MiB is refused, by its length or by its file's", async () => {
    const most = 25 * 2 ** 20;
    const { status, body } = await store(server, ada, new Uint8Array(most));
    expect([status, body.size]).toEqual([201, most]);
    const before = await filesOf();
    expect(reasonOf(await store(server, ada, new Uint8Array(most + 1)))).toBe("413 body_too_large");
    expect(reasonOf(await store(server, ada, new Uint8Array(most + 10_000)))).toBe("413 body_too_large");
    expect(await filesOf()).toEqual(before);
  });

  it("without permission or signature is refused", async () => {
    const before = await filesOf();
    expect(await changesNothing(server, () => store(server, reader, "a"))).toBe("403 not_permitted");
    const content = formOf("a");
    const headers = { ...ada.headers, "content-type": FORM };
    const unsigned = await call(server, "POST", "/storage/upload", { headers, content });
    expect(reasonOf(unsigned)).toBe("401 missing_action");
    expect(reasonOf(await store(server, { ...other, headers: ada.headers }, "a"))).toBe("404 unknown_log");
    expect(await filesOf()).toEqual(before);
  });

  it("that ends early is refused", async () => {
    const before = await filesOf();
    const rows = await rowsOf(server);
    const content = formOf("x".repeat(50_000));
    const sent = await prepare(server, ada, "POST", "/storage/upload", {
      content: Buffer.from(content).toString(),
      headers: { "content-type": FORM },
    });
    const { hostname, port } = new URL(server.url);
    const fields = Object.entries(sent.headers).map((field) => field.join(": "));
    const lines = ["POST /storage/upload HTTP/1.1", "Host: a", ...fields, `Content-Length: ${content.length}`];
    const socket = connect(Number(port), hostname);
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(content.subarray(0, 30_000));
    await expect.poll(() => readdir(join(server.parts.config.folder, "uploads"))).toHaveLength(1);
    socket.destroy();
    expect([await filesOf(), await rowsOf(server)]).toEqual([before, rows]);
    // Its nonce was not used: the complete upload is accepted.
    const { status } = await call(server, "POST", "/storage/upload", { headers: sent.headers, content });
    expect(status).toBe(201);
  });
});

it("refuses a file that does not fit on the disk, and accepts it once there is room", async (context) => {
  const disk = mountSmall("size=1m");
  if (disk === "") context.skip();
  const full = await startServer({ FILES_DIR: disk });
  const bob = await founder(full, "bob@example.com");
  const filler = (await store(full, bob, new Uint8Array(700_000))).body;
  const refused = store(full, bob, "b".repeat(500_000));
  expect(reasonOf(await refused)).toBe("503 storage_full");
  const { accounts, tables } = full.parts.database.across;
  expect(await tables.selectFrom("file").selectAll().execute()).toHaveLength(1);
  expect(await readdir(disk, { recursive: true })).toEqual([bob.org, join(bob.org, filler.digest.slice(2))]);
  // A full disk still serves its files.
  expect((await download(full, bob, filler.id)).bytes).toHaveLength(700_000);
  expect(await accounts.selectFrom("noted_file").selectAll().execute()).toHaveLength(2);
  await rm(join(disk, bob.org, filler.digest.slice(2)));
  expect((await (await refused).repeat()).status).toBe(201);
  expect(full.logged.join("")).toContain("the files' disk has no room (ENOSPC)");
});

describe("a replay of the log", () => {
  it("restores the table of files, and reports each file that is lost or changed", async () => {
    const { config, secrets } = server.parts;
    const audited = async () => (await audit({ config, secrets })).differences;
    const [gone, changed] = [(await store(server, ada, "gone")).body, (await store(server, ada, "changed")).body];
    expect(await audited()).toEqual([]);
    await rm(pathOf(ada, gone.digest));
    await writeFile(pathOf(ada, changed.digest), "chanGed");
    const lost = [gone, changed].map(({ id }) => ({
      table: "file",
      key: `${ada.org} ${id}`,
      what: "lost",
      columns: [],
    }));
    expect(await audited()).toEqual(lost);
    // The metrics report it too if the file was requested.
    expect((await download(server, ada, gone.id)).status).toBe(503);
    expect((await call<string>(server, "GET", "/metrics")).body).toMatch(/^storage_lost_files [12]$/m);
    await server.close();
    const db = new DatabaseSync(join(config.folder, "log.sqlite"));
    for (const table of DERIVED_TABLES) db.exec(`DELETE FROM ${table}`);
    db.close();
    expect((await rebuild({ config, secrets }, false)).lost).toEqual(lost.map(({ key }) => key));
    server = await server.restart();
    expect(await audited()).toEqual(lost);
    expect((await read(gone.id)).body.name).toBe("a.bin");
    for (const text of ["gone", "changed"]) await store(server, ada, text);
    expect(await audited()).toEqual([]);
  });

  it("has its files in a backup, even while others are removed", async () => {
    const { body } = await store(server, ada, "backed up");
    const copy = join(server.parts.config.folder, "copy");
    const removed = Array.from({ length: 500 }, (_, i) => pathOf(ada, sha256(Buffer.from(`${i}`))));
    for (const path of removed) await writeFile(path, "");
    const removing = (async () => {
      for (const path of removed.toReversed()) await rm(path);
    })();
    await backUp(server.parts.config, copy);
    await removing;
    expect(await readFile(join(copy, "files", ada.org, body.digest.slice(2)), "utf8")).toBe("backed up");
  });

  it("refuses another file or name than the signed one", async () => {
    const { config, secrets } = server.parts;
    const { body } = await store(server, ada, "signed", "signed.txt");
    const another = (await store(server, ada, "anothr")).body;
    const db = new DatabaseSync(join(config.folder, "log.sqlite"));
    const set = (digest: string) =>
      db.prepare("UPDATE request SET file = ? WHERE file = ?").run(digest.slice(2), body.digest.slice(2));
    expect(set(another.digest).changes).toBe(1);
    await expect(audit({ config, secrets })).rejects.toMatchObject({ code: "not_replayed" });
    db.prepare("UPDATE request SET file = ? WHERE idx = (SELECT idx FROM file WHERE id = ?)").run(
      body.digest.slice(2),
      body.id,
    );
    expect((await audit({ config, secrets })).differences).toEqual([]);
    db.prepare("UPDATE file SET name = 'other.txt' WHERE id = ?").run(body.id);
    expect((await audit({ config, secrets })).differences).toMatchObject([{ table: "file", columns: ["name"] }]);
    db.prepare("UPDATE file SET name = 'signed.txt' WHERE id = ?").run(body.id);
    db.close();
  });
});
