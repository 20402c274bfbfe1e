import { expect, it } from "vitest";
import { call, owner, sign, startServer } from "./harness.ts";
import { rowsOf } from "./requests.ts";
import { begin, slowRequests, trickle } from "./slowClients.ts";
import { kept } from "./files/files.ts";

it("serves others while clients send byte by byte, and stores nothing of those that leave", async () => {
  const server = await startServer();
  const ada = await owner(server, "ada@example.com");
  const half = async (tag: string) => {
    const requests = Object.values(await slowRequests(server, ada, tag));
    return Promise.all(
      requests.map(async (request) => {
        const [wire, middle] = [begin(server, request), request.rest.length >> 1];
        await trickle(wire, request.rest.slice(0, middle));
        return { wire, rest: request.rest.slice(middle), status: request.status };
      }),
    );
  };
  const leaving = [...(await half("one")), ...(await half("two"))];
  expect((await call(server, "GET", "/objects", { headers: ada.headers })).status).toBe(200);
  expect((await sign(server, ada, "POST", "/templates", { body: { name: "other" } })).status).toBe(201);
  const before = await rowsOf(server);
  for (const { wire } of leaving) wire.socket.destroy();
  await Promise.all(leaving.map(({ wire }) => wire.answers));
  expect(await kept(server)).toEqual([]);
  expect(await rowsOf(server)).toEqual(before);

  const staying = await half("three");
  await Promise.all(staying.map(({ wire, rest }) => trickle(wire, rest)));
  const answers = await Promise.all(staying.map(({ wire }) => wire.answers));
  expect(answers.map((found) => found.map(({ status }) => status))).toEqual(staying.map(({ status }) => [status]));
  expect((await kept(server)).length).toBe(1);
});
