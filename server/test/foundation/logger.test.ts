import { expect, it } from "vitest";
import { createLogger, logTo, sparing } from "../../src/foundation/logger.ts";
import { call, startServer, type Refused } from "../harness.ts";

function told(value: object): Record<string, unknown> {
  const lines: string[] = [];
  createLogger("trace", { write: (line: string) => void lines.push(line) }).error(value, "failed");
  return JSON.parse(lines[0]!) as Record<string, unknown>;
}

it("logs an error and its causes without the details that libraries attach", () => {
  const secret = {
    detail: "Key (email)=(ada@example.com) exists",
    rawPacket: "authorization: x",
    rejected: ["ada@example.com"],
  };
  const cause = Object.assign(new Error("inner"), { code: "23505", parameters: ["ada@example.com"] });
  const err = Object.assign(new Error("outer", { cause }), secret);
  const both = new AggregateError([cause], "both");
  const inner = { type: "Error", message: "inner", code: "23505", stack: expect.stringContaining("inner") };
  expect(told({ err })["err"]).toEqual({
    type: "Error",
    message: "outer",
    stack: expect.stringContaining("logger.test.ts"),
    cause: inner,
  });
  expect(told({ err: both })["err"]).toMatchObject({ message: "both", errors: [inner] });
  expect(JSON.stringify([told({ err }), told({ err: both })])).not.toContain("ada@");
  expect(told({ err: "ada@example.com" })["err"]).toEqual({ type: "string" });
});

it("logs an error whose causes form a cycle", () => {
  const err = new Error("round");
  err.cause = err;
  expect(JSON.stringify(told({ err }))).toContain("round");
});

it("writes one time, level and message on each line, for any event of the operator", () => {
  const lines: string[] = [];
  const log = logTo(createLogger("info", { write: (line: string) => void lines.push(line) }));
  log("warn", "watch_begins", { time: 1, level: "x", msg: "y", message: "from block 0" });
  log("info", "closed");
  expect(lines[0]).toMatch(/^\{"level":40,"time":\d{13},"message":"from block 0","msg":"watch_begins"\}\n$/);
  expect(lines[1]).toMatch(/^\{"level":30,"time":\d{13},"msg":"closed"\}\n$/);
});

it("logs a request with its route and an answer with its status", () => {
  const req = { method: "GET", url: "/api-keys/key_1", ip: "192.0.2.1", routeOptions: { url: "/api-keys/:id" } };
  expect(told({ req, res: { statusCode: 200, headers: { x: 1 } } })).toMatchObject({
    req: { method: "GET", route: "/api-keys/:id" },
    res: { status: 200 },
  });
  expect(JSON.stringify(told({ req }))).not.toMatch(/key_1|192\.0\.2\.1/);
});

it("logs a database's own error message, and does not send it to the client", async () => {
  const server = await startServer();
  await server.parts.database.across.accounts.schema.dropTable("one_time_code").execute();
  const { status, body } = await call<Refused>(server, "POST", "/auth/otp", { body: { email: "ada@example.com" } });
  expect([status, body.error.details[0]!.reason]).toEqual([500, "internal_error"]);
  expect(JSON.stringify(body)).not.toContain("one_time_code");
  const line = server.logged.find((each) => each.includes("a request failed"));
  expect(JSON.parse(line!)).toMatchObject({ err: { message: "no such table: one_time_code" } });
  await server.close();
  // Both log lines of the request contain its id exactly once.
  const named = server.logged.filter((each) => each.includes(body.x_request_id));
  expect(named.map((each) => each.split(body.x_request_id).length - 1)).toEqual([1, 1]);
  expect(named.map((each) => (JSON.parse(each) as Refused).x_request_id)).toEqual(Array(2).fill(body.x_request_id));
});

it("logs a repeated event once a minute, with its count", () => {
  const clock = { now: 0 };
  const told: unknown[] = [];
  const log = sparing(
    (...line) => void told.push(line),
    () => clock.now,
  );
  const fail = (message = "no answer") => log("warn", "watch_node", { message });
  for (; clock.now < 60_000; clock.now += 20_000) fail();
  fail("another");
  log("info", "anchored");
  log("info", "anchored");
  fail();
  fail();
  clock.now += 60_000;
  fail();
  expect(told).toEqual([
    ["warn", "watch_node", { message: "no answer" }],
    ["warn", "watch_node", { message: "another" }],
    ["info", "anchored", {}],
    ["info", "anchored", {}],
    ["warn", "watch_node", { message: "no answer", times: 3 }],
    ["warn", "watch_node", { message: "no answer", times: 2 }],
  ]);
});
