import { expect, it } from "vitest";
import { formatMark, MARK, readMark, requestIdOf } from "../../src/http/forwarding/mark.ts";
import { createSecrets } from "../../src/foundation/secrets.ts";

const NOW = Date.UTC(2026, 0, 5, 9);
const secrets = createSecrets(Buffer.alloc(32, 1));
const fields = {
  "Anchorlog-Action": "log=:AA==:",
  authorization: "Bearer one",
  "content-digest": "sha-256=:AA==:",
  "content-type": "application/json",
  "idempotency-key": "one",
  "if-match": '"one"',
  "x-api-key": "alk_one",
};
const request = { method: "POST", url: "/ebus/execute?a=1", rawHeaders: Object.entries(fields).flat() };
const mark = { id: "0f6d0a35-6f0a-4b6c-9d5e-7b8f1c2d3e4f", address: "fe80::1%eth0;x", isCounted: false };
const text = formatMark(secrets, request, mark, NOW);
const received = (value: string, other: Partial<typeof request> = {}) => ({
  ...request,
  ...other,
  headers: { [MARK]: value },
});

it("accepts a mark of a process with the same secret for the request that it forwarded", () => {
  expect(readMark(secrets, received(text), NOW + 60_000)).toMatchObject(mark);
  expect(requestIdOf(secrets, received(text))).toBe(mark.id);
  expect(readMark(secrets, { ...request, headers: {} }, NOW)).toBeUndefined();
  // Proxies may add headers on the way.
  const among = ["host", "a", ...request.rawHeaders, MARK, text, "Via", "1.1 a"];
  expect(readMark(secrets, received(text, { rawHeaders: among }), NOW)).toMatchObject(mark);
});

it.each(Object.keys(fields))("refuses a mark if the request's %s is changed, missing or repeated", (name) => {
  const at = request.rawHeaders.indexOf(name);
  const other = request.rawHeaders.with(at + 1, `${request.rawHeaders[at + 1]!}2`);
  const twice = [...request.rawHeaders, name, request.rawHeaders[at + 1]!];
  for (const rawHeaders of [other, request.rawHeaders.toSpliced(at, 2), twice]) {
    expect(() => readMark(secrets, received(text, { rawHeaders }), NOW)).toThrow("leave it out");
  }
});

it.each([
  ["another method", received(text, { method: "PUT" })],
  ["another target", received(text, { url: "/ebus/execute" })],
  ["another secret", received(formatMark(createSecrets(Buffer.alloc(32, 2)), request, mark, NOW))],
  ["another address", received(text.replace("eth0", "eth1"))],
  ["another count", received(text.replace(";0;", ";1;"))],
  ["another time", received(text.replace(String(NOW), String(NOW + 1)))],
  ["nothing", received("")],
  ["a mark cut off", received(text.slice(0, -1))],
])("refuses a mark with %s", (_, forged) => {
  expect(() => readMark(secrets, forged, NOW)).toThrow("leave it out");
  expect(requestIdOf(secrets, forged)).toBeUndefined();
});

it.each([-60_001, 60_001])("refuses a mark whose clock is %d ms off", (apart) => {
  expect(() => readMark(secrets, received(text), NOW + apart)).toThrow(
    expect.objectContaining({
      status: 503,
      message: expect.stringContaining("the clocks of two processes"),
      headers: { "Retry-After": "5" },
    }),
  );
});
