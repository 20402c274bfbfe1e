/** For snippets that verify a bundle by a checkpoint. */
import { formatBundle } from "anchorlog/verify/bundle";
import { expect } from "vitest";
import { openFilledOperator } from "../../operator.ts";

const { anchorlog, close } = await openFilledOperator();
export const text = formatBundle(await anchorlog.bundle({ log: "a.example", index: 3 }));
export const checkpoint = (await anchorlog.checkpoint()).note;
await close();

export function check(left: { verdict: string; state: string | undefined }): void {
  expect(left).toMatchObject({ verdict: "valid", state: "included" });
}
