import { describe, expect, it } from "vitest";
import { EMPTY_ROOT } from "anchorlog/crypto/merkle";
import { checkPolicy, formatCheckpointText, parseLogCheckpoint } from "anchorlog/tlog";
import { ORIGIN, policy, signCheckpointOf } from "./logs.ts";

const root = new Uint8Array(32).fill(5);
const note = signCheckpointOf(123, root);
const base64 = Buffer.from(root).toString("base64");

describe("checkpoints of any log", () => {
  it("have an origin, a size, a root, and opaque lines", () => {
    expect(parseLogCheckpoint(note)).toMatchObject({ origin: ORIGIN, size: 123, root, extensions: [] });
    const extended = note.replace("\n\n\u2014", "\n6086d1a9\nWaxing gibbous\n\n\u2014");
    const checkpoint = parseLogCheckpoint(extended);
    expect(checkpoint.extensions).toEqual(["6086d1a9", "Waxing gibbous"]);
    // The signature covers them.
    expect(checkPolicy(policy, checkpoint)).toMatchObject({ satisfied: false, code: "bad_signature" });
    expect(parseLogCheckpoint(note.replace(ORIGIN, "an origin + spaces")).origin).toBe("an origin + spaces");
    expect(formatCheckpointText({ origin: "Log", size: 0, root: EMPTY_ROOT })).toBe(
      "Log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
    );
    expect(parseLogCheckpoint(signCheckpointOf(0, EMPTY_ROOT)).size).toBe(0);
    expect(parseLogCheckpoint(signCheckpointOf(Number.MAX_SAFE_INTEGER, root)).size).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([
    ["two lines", note.replace(`${base64}\n`, "")],
    ["an empty origin", note.replace(ORIGIN, "")],
    ["a size that is no number", note.replace("\n123\n", "\nbananas\n")],
    ["a negative size", note.replace("\n123\n", "\n-34\n")],
    ["a size with a leading zero", note.replace("\n123\n", "\n0123\n")],
    ["a size with a sign", note.replace("\n123\n", "\n+123\n")],
    ["an empty size", note.replace("\n123\n", "\n\n")],
    ["a size over 2^53 - 1", note.replace("\n123\n", "\n9007199254740992\n")],
    ["a size of 31 digits", note.replace("\n123\n", "\n3438945738945739845734895735000\n")],
    ["a root that is no base64", note.replace(base64, "ThisIsn'tBase64")],
    ["a root of 33 bytes", note.replace(base64, Buffer.alloc(33).toString("base64"))],
    ["an empty extension line", note.replace("\n\n\u2014", "\n\none\n\n\u2014")],
    ["an extension line that is empty at the end", note.replace("\n\n\u2014", "\n\n\n\u2014")],
    ["an empty tree's size and another root", note.replace("\n123\n", "\n0\n")],
    ["a carriage return", note.replace("\n123\n", "\r\n123\r\n")],
  ])("are refused with %s", (_, text) => {
    expect(() => parseLogCheckpoint(text)).toThrow(expect.objectContaining({ code: "bad_note" }) as Error);
  });
});
