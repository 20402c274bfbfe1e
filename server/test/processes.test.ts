import { beforeEach, expect, it } from "vitest";
import type { Bundle } from "anchorlog";
import { logId } from "anchorlog/action";
import { openPostgresStore } from "anchorlog/store/postgres";
import { newFolder } from "../../test/folder.ts";
import { formatMark, MARK } from "../src/http/forwarding/mark.ts";
import { createSecrets } from "../src/foundation/secrets.ts";
import { assertQuiet } from "./crash.ts";
import { call, owner, sign, type Answer, type Refused } from "./harness.ts";
import { typedAction } from "./objects/typed.ts";
import { signingFor } from "./process.ts";
import { queryDatabase } from "../../test/postgres.ts";
import { SECRET, startTogether, type Member } from "./together.ts";
import { isSlowSuite } from "../../test/slow.ts";

let folder: string;
beforeEach(() => void (folder = newFolder()));

type Done = Refused & { readonly id: string; readonly object: { readonly id: string }; readonly x_receipt: object };

it.runIf(isSlowSuite)("two processes accept requests, and one continues when the writer is killed", async () => {
  const together = await startTogether(folder, 2, { LEASE_SECONDS: "99" });
  const { url, env, members } = together;
  const remote = { ...(await signingFor(members[0]!.url, folder, env)), url };
  const at = (member: Member) => ({ ...remote, url: member.url });

  // Successive requests go to different processes.
  const ada = await owner(remote, "ada@example.com");
  const templates = await Promise.all(
    ["coin", "deed"].map((name) =>
      sign<Done>(remote, ada, "POST", "/templates", { body: { name, custody: name === "deed" } }),
    ),
  );
  expect(templates.map(({ status }) => status)).toEqual([201, 201]);
  const to = ada.wallet.address.toLowerCase();
  const templateId = templates[0]!.body.id;
  const issue = (objectId: string) => typedAction(remote, ada, "Issue", { objectId, to, templateId, properties: "{}" });
  const send = (body: object): Promise<Answer<Done>> =>
    call<Done>(remote, "POST", "/ebus/execute", { headers: ada.headers, body });
  const [one, two] = [await issue("one"), await issue("two")];
  const answers = [await send(one), await send(one), await send(two)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[1]!.body).toEqual(answers[0]!.body);
  // The process that executes a request counts it.
  expect(answers.map(({ headers }) => headers.get("x-ratelimit-limit"))).toEqual(["2000", "2000", "2000"]);
  const batch = await Promise.all(["three", "four"].map(issue));
  const batches = await Promise.all(
    [0, 1].map(() =>
      call<{ items: Done[] }>(remote, "POST", "/ebus/actions/batch", {
        headers: ada.headers,
        body: { actions: batch },
      }),
    ),
  );
  expect(batches[0]!.body.items.map(({ object }) => object.id)).toEqual(["three", "four"]);
  expect(batches[1]!.body).toEqual(batches[0]!.body);

  // Requests about the log also go to its writer.
  const deed = { objectId: "deed", holder: to, templateId: templates[1]!.body.id, properties: "{}" };
  expect((await send(await typedAction(remote, ada, "Mint", deed))).status).toBe(200);
  for (const member of members) {
    const asked = await call<Bundle>(at(member), "GET", "/objects/deed/proof", { headers: ada.headers });
    expect([asked.status, asked.body.action.primaryType]).toEqual([200, "Ask"]);
  }

  // A form in many pieces, which one process streams to the process that writes the log.
  const content = `--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${"a".repeat(2_000_000)}\r\n--b--\r\n`;
  const form = { content, headers: { "content-type": "multipart/form-data; boundary=b" } };
  for (const _ of members) {
    const stored = await sign<{ size: number }>(remote, ada, "POST", "/storage/upload", form);
    expect([stored.status, stored.body.size]).toEqual([201, 2_000_000]);
  }
  // Refused because of its head while the rest still arrives, as much as the server still reads after a refusal.
  for (const member of members) {
    const headers = { ...ada.headers, ...form.headers };
    const half = content.slice(0, 1_000_000) + content.slice(-10);
    const unsigned = await call<Refused>(at(member), "POST", "/storage/upload", { content: half, headers });
    expect([unsigned.status, unsigned.body.error.details[0]!.reason]).toEqual([401, "missing_action"]);
  }
  // A refusal by the writer is passed on with its own text and with the request id that both processes log.
  const refused = await Promise.all([
    send({ ...one, signature: two.signature }),
    send({ ...one, signature: two.signature }),
  ]);
  for (const { status, headers, body } of refused) {
    expect([status, body.x_request_id]).toEqual([401, headers.get("x-request-id")]);
  }

  const store = await openPostgresStore({ connectionString: env["DATABASE_URL"]!, leader: "test" });
  const { lease } = await store.claim!(logId(remote.parts.operator, ada.log));
  await store.close();
  const [leader, other] = members.toSorted((a) => (a.url === lease!.leader ? -1 : 1)) as [Member, Member];
  expect(leader.url).toBe(lease!.leader);
  // A forwarded request is marked with the server's secret: other marks are refused, and no request goes in a circle.
  const marked = (secret: string, target: string) => {
    const rawHeaders = Object.entries({ ...ada.headers, "content-type": "application/json" }).flat();
    const request = { method: "POST", url: target, rawHeaders };
    const mark = { id: crypto.randomUUID(), address: "192.0.2.1", isCounted: true };
    return { [MARK]: formatMark(createSecrets(Buffer.from(secret, "hex")), request, mark, Date.now()) };
  };
  const sendMarked = async (mark: Record<string, string>) => {
    const headers = { ...ada.headers, ...mark };
    const answer = await call<Done>(at(other), "POST", "/ebus/execute", { headers, body: await issue("never") });
    return [answer.status, answer.body.error.details[0]!.reason, answer.headers.get("x-ratelimit-limit")];
  };
  expect(await sendMarked(marked("00".repeat(32), "/ebus/execute"))).toEqual([400, "forged_mark", "50"]);
  expect(await sendMarked(marked(SECRET, "/objects"))).toEqual([400, "forged_mark", "50"]);
  // This prolongs its lease.
  expect((await send(await issue("seven"))).status).toBe(200);
  expect(await sendMarked(marked(SECRET, "/ebus/execute"))).toEqual([503, "not_the_writer", "2000"]);

  leader.server.child.kill("SIGKILL");
  await leader.server.ended;
  const five = await issue("five");
  const tried = async () => (await send(five)).status;
  // The balancer closes the connections of the killed process.
  await expect.poll(tried).toBe(503);
  // Ends its lease.
  await queryDatabase(env["DATABASE_URL"]!, "UPDATE anchorlog_heads SET lease_until = 0");
  await expect.poll(tried).toBe(200);
  expect((await call<Done>(at(other), "POST", "/ebus/execute", { headers: ada.headers, body: one })).body).toEqual(
    answers[0]!.body,
  );
  members.forEach(({ server }) => assertQuiet(server));
});
