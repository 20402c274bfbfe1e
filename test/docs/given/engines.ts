/** For snippets about engines. */
import { expect } from "vitest";

export const nothing = undefined;

export function check(left: { sha256: { engine: string; why: string } }): void {
  expect(left.sha256.engine).toBe(process.env["ANCHORLOG_ENGINE"] === "javascript" ? "javascript" : "wasm");
}
