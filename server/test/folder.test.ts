import { cpSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { mountSmall } from "../../test/smallDisk.ts";
import { newFolder } from "../../test/folder.ts";
import {
  call,
  owner,
  sign,
  startServer,
  type Answer,
  type Client,
  type Refused,
  type Signing,
  type TestServer,
} from "./harness.ts";
import { listening, signingFor, start as startIn, terminate, type Started } from "./process.ts";
import { isSlowSuite } from "../../test/slow.ts";

let folder: string;
let server: TestServer;
let data: string;
beforeEach(() => {
  folder = newFolder();
  data = join(folder, "data");
});

const template = (remote: Signing, by: Client, name: string): Promise<Answer<Refused & { id: string }>> =>
  sign<Refused & { id: string }>(remote, by, "POST", "/templates", { body: { name } });
const reasonOf = ({ body }: Answer<Refused>): string | undefined => body.error?.details[0]?.reason;
const ready = (remote: Signing): Promise<Answer<Refused>> => call<Refused>(remote, "GET", "/readyz");

describe("a data folder with one file from a backup", () => {
  beforeEach(async () => {
    server = await startServer({}, { folder: data });
  });
  const restart = async (): Promise<void> => void (server = await server.restart());

  it("is read-only if its log is older", async () => {
    const ada = await owner(server, "ada@example.com");
    const { body: one } = await template(server, ada, "one");
    await sign(server, ada, "POST", "/objects", { body: { template_id: one.id, id: "coin" } });
    await server.close();
    await cp(join(data, "log.sqlite"), join(folder, "yesterday.sqlite"));
    await restart();
    const { body: lost } = await template(server, ada, "two");
    await server.close();
    await cp(join(folder, "yesterday.sqlite"), join(data, "log.sqlite"));

    await restart();
    expect(await ready(server)).toMatchObject({ status: 503, body: { error: { details: [{ reason: "read_only" }] } } });
    const refused = await template(server, ada, "three");
    expect([refused.status, reasonOf(refused), refused.headers.get("retry-after")]).toEqual([503, "read_only", "30"]);
    const { body } = await call<{ items: { name: string }[] }>(server, "GET", "/templates", { headers: ada.headers });
    expect(body.items.map(({ name }) => name)).toEqual(["one"]);
    expect((await call(server, "GET", `/templates/${lost.id}`, { headers: ada.headers })).status).toBe(404);
    const proof = await call<Refused>(server, "GET", "/objects/coin/proof", { headers: ada.headers });
    expect([proof.status, reasonOf(proof), proof.headers.get("retry-after")]).toEqual([503, "read_only", "30"]);
  });

  it("does not know later accounts if its accounts are older, and works for all others", async () => {
    const ada = await owner(server, "ada@example.com");
    await server.close();
    await cp(join(data, "accounts.sqlite"), join(folder, "yesterday.sqlite"));
    await restart();
    const bob = await owner(server, "bob@example.com");
    await server.close();
    await cp(join(folder, "yesterday.sqlite"), join(data, "accounts.sqlite"));

    await restart();
    expect((await template(server, ada, "one")).status).toBe(201);
    expect((await template(server, bob, "one")).status).toBe(401);
    // A new organization: the old one's entries stay in its log.
    const again = await owner(server, "bob@example.com");
    expect(again.log).not.toBe(bob.log);
  });

  it("can be used by only one server", async () => {
    await expect(startServer({}, { folder: data })).rejects.toThrow(`another server is running on ${data}`);
  });

  it("is not created again if a file is missing", async () => {
    await owner(server, "ada@example.com");
    await server.close();
    cpSync(data, join(folder, "kept"), { recursive: true });
    for (const [file, says] of [
      ["log.guard", "there is no guard"],
      [
        "accounts.sqlite",
        "accounts.sqlite does not exist, but organizations have entries in the log: restore the file",
      ],
    ] as const) {
      rmSync(join(data, file));
      await expect(restart()).rejects.toThrow(says);
      rmSync(data, { recursive: true });
      cpSync(join(folder, "kept"), data, { recursive: true });
    }
    rmSync(join(data, "log.sqlite"));
    await restart();
    expect(reasonOf(await ready(server))).toBe("read_only");
  });
});

const disk = isSlowSuite ? mountSmall("size=160m") : "";

describe.skipIf(disk === "")("a data folder on a disk that fills up", () => {
  const env = { PUBLIC_URL: "http://api.example" };
  const start = async (): Promise<{ server: Started; remote: Signing }> => {
    const started = startIn(disk, env);
    return { server: started, remote: await signingFor(await listening(started), disk, env) };
  };
  const fill = (left: number): void => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, "filler"), Buffer.alloc(Math.max(0, bavail * bsize - left)));
  };
  const empty = (): void => rmSync(join(disk, "filler"), { force: true });

  it("refuses writes, keeps the acknowledged ones, and continues once there is room", async () => {
    const { remote, server: first } = await start();
    const ada = await owner(remote, "ada@example.com");
    fill(1 << 20);
    const acknowledged: string[] = [];
    // The server checks the disk from time to time.
    const more = async (): Promise<unknown[]> => {
      const answer = await template(remote, ada, `t${acknowledged.length}`);
      if (answer.status === 201) acknowledged.push(answer.body.id);
      return [answer.status, reasonOf(answer)];
    };
    await expect.poll(more).toEqual([503, "store_full"]);
    await expect.poll(async () => reasonOf(await ready(remote))).toBe("store_full");
    empty();
    fill(0);
    const enter = () => call<Refused>(remote, "POST", "/auth/otp", { body: { email: "bob@example.com" } });
    const full = await enter();
    expect([full.status, reasonOf(full)]).toEqual([503, "database_unavailable"]);
    expect((await call(remote, "GET", "/wallets/me", { headers: ada.headers })).status).toBe(200);
    empty();
    expect((await enter()).status).toBe(202);
    await expect.poll(more).toEqual([201, undefined]);
    await terminate(first);
    const next = await start();
    for (const id of acknowledged)
      expect((await call(next.remote, "GET", `/templates/${id}`, { headers: ada.headers })).status).toBe(200);
  });
});
