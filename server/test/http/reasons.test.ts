import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../src/http/answer.ts";
import { REASONS, statusesOf } from "../../src/http/reasons.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const source = `${root}server/src/`;
const text = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && name !== "http/reasons.ts")
  .map((name) => readFileSync(source + name, "utf8"))
  .join("\n");

// The compiler checks that the codes of the server's own errors are in the table, and `contract.ts` checks each answer.
describe("the documented reasons of refusals", () => {
  it("have the status codes of the source code", () => {
    const made = [...text.matchAll(/new ApiError\(\s*([0-9]{3}),\s*"(\w+)"/g)].map(([, status, reason]) => ({
      status: Number(status),
      reason: reason!,
    }));
    const refusals = [...text.matchAll(/code: "(\w+)",\s*message(?::[^,]*?(?:"|`))?,\s*status: ([0-9]{3})/g)].map(
      ([, reason, status]) => ({ status: Number(status), reason: reason! }),
    );
    const asked = [...text.matchAll(/badRequest\(\s*[^,]+,\s*"(\w+)"/g)].map(([, reason]) => ({
      status: 400,
      reason: reason!,
    }));
    const forbidden = [...text.matchAll(/forbidden\(\s*"(\w+)"/g)].map(([, reason]) => ({
      status: 403,
      reason: reason!,
    }));
    expect([made, refusals, asked, forbidden].map(({ length }) => length >= 8)).toEqual([true, true, true, true]);
    const all = [...made, ...refusals, ...asked, ...forbidden];
    expect(all.filter(({ status, reason }) => !statusesOf(reason).includes(status))).toEqual([]);
  });

  it("include all codes of the package, with the same status", () => {
    const missing = Object.entries(RULES).filter(([code, { status }]) => !statusesOf(code).includes(status));
    expect(missing).toEqual([]);
  });

  it("are all in use", () => {
    const unused = Object.keys(REASONS).filter((code) => !text.includes(`"${code}"`) && !Object.hasOwn(RULES, code));
    expect(unused).toEqual([]);
  });
});
