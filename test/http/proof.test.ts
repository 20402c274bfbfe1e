import { expect, it } from "vitest";
import { AnchorlogError } from "anchorlog";
import { answerProof } from "anchorlog/http";
import { placeOf } from "anchorlog/log/receipt";
import { verifyBundle } from "anchorlog/verify/bundle";
import { openFilledOperator, signAction, trusted, wallets } from "../operator.ts";

const test = await openFilledOperator();

it("answers with the bundle of an entry, named by log and index or by its receipt", async () => {
  const answer = await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 77));
  if (!("receipt" in answer)) throw new Error(answer.code);
  const place = placeOf(answer.receipt);
  expect(() => placeOf(undefined as never)).toThrow(/placeOf takes an object of options, not undefined\n.*receipt/);
  expect(place.index).toBe(answer.index);
  const bundles = [
    await answerProof(test.anchorlog, place),
    await answerProof(test.anchorlog, { log: "a.example", index: `${answer.index}` }),
  ];
  for (const { status, body } of bundles) {
    expect(status).toBe(200);
    const verdict = await verifyBundle(JSON.stringify(body), { operator: trusted });
    expect(verdict).toMatchObject({ verdict: "valid", state: "promised" });
  }
});

it("answers 404 for an unknown entry or log, and says which", async () => {
  const reasonOf = async (log: string, index: string | number) => {
    const { status, body } = await answerProof(test.anchorlog, { log, index });
    const { message, details } = (body as { error: { message: string; details: unknown[] } }).error;
    // A client cannot add a log.
    expect(message).not.toMatch(/To fix it|\n/);
    expect(message).not.toContain(String(Number.MAX_SAFE_INTEGER));
    return [status, details[0]];
  };
  await expect(answerProof(test.anchorlog, undefined as never)).rejects.toMatchObject({ code: "bad_option" });
  for (const index of [99, "99", "", "-1", "1.5", "1e3", "01", "one", "9".repeat(16), "9".repeat(400)])
    expect(await reasonOf("a.example", index), String(index)).toEqual([404, { field: "index", reason: "no_entry" }]);
  const id = `0x${"00".repeat(32)}`;
  for (const [log, index] of [
    ["c.example", 0],
    ["../a", "0"],
    [id, 0],
    [id.toUpperCase(), 0],
    ["", "x"],
  ] as const)
    expect(await reasonOf(log, index), log).toEqual([404, { field: "log", reason: "unknown_log" }]);
});

it("answers 503 if a retry may succeed, and throws errors that only the operator can fix", async () => {
  const failing = (code: "archive_unavailable" | "store_damaged") => ({
    bundle: () => Promise.reject(new AnchorlogError(code, "why")),
  });
  const place = { log: "a.example", index: 0 };
  expect((await answerProof(failing("archive_unavailable"), place)).status).toBe(503);
  await expect(answerProof(failing("store_damaged"), place)).rejects.toMatchObject({ code: "store_damaged" });
});
