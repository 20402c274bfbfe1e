import { expect, it } from "vitest";
import { audit } from "../../src/main/replay/commands.ts";
import { call, startServer } from "../harness.ts";
import { founder, reasonOf } from "../people.ts";
import { changesNothing } from "../requests.ts";
import { KEY_ID, REGION, SECRET, startBucket, type Bucket } from "./bucket.ts";
import { download, sha256, store } from "./files.ts";

const env = () => ({
  S3_URL: bucket.url,
  S3_REGION: REGION,
  S3_ACCESS_KEY_ID: KEY_ID,
  S3_SECRET_ACCESS_KEY: SECRET,
});
const bucket = await startBucket();
const server = await startServer(env());
const ada = await founder(server, "ada@example.com");

const audited = async () =>
  (await audit({ config: server.parts.config, secrets: server.parts.secrets })).differences.map(({ what }) => what);

it("files are stored in a bucket by organization and digest, and served from there", async () => {
  const bytes = Buffer.alloc(300_000, "over many pieces ");
  const { status, body } = await store(server, ada, bytes);
  expect(status).toBe(201);
  const name = `/bucket/${ada.org}/${sha256(bytes).slice(2)}`;
  expect([...bucket.objects.keys()]).toEqual([name]);
  expect((await download(server, ada, body.id)).bytes.equals(bytes)).toBe(true);
  const part = await download(server, ada, body.id, { range: "bytes=100-109" });
  expect([part.status, part.bytes]).toEqual([206, bytes.subarray(100, 110)]);
  const empty = (await store(server, ada, "")).body;
  expect((await download(server, ada, empty.id)).bytes).toEqual(Buffer.alloc(0));
  expect(await audited()).toEqual([]);
  // If the size in the bucket differs, the file counts as lost, even for a range.
  for (const size of [50, 105, 300_001]) {
    bucket.objects.set(name, Buffer.alloc(size));
    for (const headers of [{}, { range: "bytes=100-109" }]) {
      const { status, bytes: said } = await download(server, ada, body.id, headers);
      expect([size, status, said.toString()]).toEqual([size, 503, expect.stringContaining("file_lost")]);
    }
  }
  bucket.objects.set(name, Buffer.alloc(300_000));
  expect(await audited()).toEqual(["lost"]);
  bucket.objects.delete(name);
  expect(await audited()).toEqual(["lost"]);
  expect((await download(server, ada, body.id)).status).toBe(503);
  await store(server, ada, bytes);
  expect(await audited()).toEqual([]);
});

it.each([
  [
    "is unreachable",
    (_request: unknown, response: { destroy(): void }) => response.destroy(),
    "503 storage_unavailable",
    1,
  ],
  ["fails", answering(500), "503 storage_unavailable", 3],
  ["refuses", answering(403), "503 storage_unavailable", 1],
  ["is full", answering(507), "503 storage_full", 3],
  ["redirects", answering(307), "503 storage_unavailable", 1],
] as const)("refuses a file if the bucket %s, and accepts the same one later", async (_what, instead, said, tries) => {
  const { body } = await store(server, ada, "there before");
  bucket.instead = instead as Bucket["instead"];
  const before = bucket.asked.length;
  const refused = store(server, ada, `during ${said} ${tries} ${_what}`);
  const first = await refused;
  expect(reasonOf(first)).toBe(said);
  expect(first.headers.get("retry-after")).toBe("30");
  expect(bucket.asked.length - before).toBe(tries);
  const read = await download(server, ada, body.id);
  expect(read.status).toBe(503);
  bucket.instead = undefined;
  expect((await first.repeat()).status).toBe(201);
  expect((await download(server, ada, body.id)).bytes.toString()).toBe("there before");
  expect(server.logged.join("")).not.toMatch(/wJalr|\/org_/);
});

it("changes nothing while the bucket refuses files, and reports it as unavailable", async () => {
  bucket.instead = answering(403);
  const { accounts } = server.parts.database.across;
  // The server notes a file before it stores it.
  const noted = () => accounts.selectFrom("noted_file").selectAll().execute();
  await store(server, ada, "noted");
  const before = await noted();
  expect(await changesNothing(server, () => store(server, ada, "noted"))).toBe("503 storage_unavailable");
  expect(await noted()).toEqual(before);
  const ready = () => call<{ checks: object }>(server, "GET", "/readyz");
  await expect.poll(async () => (await ready()).body.checks).toMatchObject({ storage: "unavailable", store: "ok" });
  bucket.instead = undefined;
});

function answering(status: number): NonNullable<Bucket["instead"]> {
  return (request, response) => {
    request.resume().on("end", () => response.writeHead(status, { location: "/bucket/else" }).end());
  };
}
