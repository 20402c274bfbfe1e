import { describe, expect, it } from "vitest";
import { actionObject, objectMismatch } from "../../src/action/object.ts";
import { ANYBODY, PART_ACT, PART_ASK, PART_NONE } from "../../src/action/part.ts";
import { keccak256 } from "../../src/action/engine.ts";
import { concat } from "../../src/base/bytes.ts";
import { toHex } from "../../src/base/hex.ts";

const word = (byte: number) => new Uint8Array(32).fill(byte);
const memberHash = word(9);
const somebody = new Uint8Array(20).fill(3);

describe("the object of an action", () => {
  it("is empty if the kind has no object", () => {
    const object = { part: PART_NONE, memberHash, namesHolder: false };
    const nothing = { part: PART_NONE, objectKey: word(0), named: undefined };
    expect(actionObject({ object }, [word(1), word(2)])).toEqual(nothing);
  });

  it("is made from the first member, and the second names its holder", () => {
    const words = [word(1), concat(new Uint8Array(12), somebody)];
    const objectKey = keccak256(concat(memberHash, word(1)));
    const act = { part: PART_ACT, memberHash, namesHolder: true };
    expect(actionObject({ object: act }, words)).toEqual({ part: PART_ACT, objectKey, named: somebody });
    const unnamed = { ...act, namesHolder: false };
    expect(actionObject({ object: unnamed }, words)).toEqual({ part: PART_ACT, objectKey, named: undefined });
  });

  it("is the key itself in an Ask", () => {
    const object = { part: PART_ASK, memberHash, namesHolder: false };
    expect(actionObject({ object }, [word(1)])).toEqual({ part: PART_ASK, objectKey: word(1), named: undefined });
  });
});

describe("an entry's holder", () => {
  const entry = { part: PART_ACT, objectKey: word(1), prior: undefined, holder: somebody };
  const unnamed = { part: PART_ACT, objectKey: word(1), named: undefined };

  it("is anybody, twenty bytes of 0xff, after a first act that names nobody", () => {
    expect(toHex(ANYBODY)).toBe(`0x${"ff".repeat(20)}`);
    expect(objectMismatch({ ...entry, holder: ANYBODY }, unnamed)).toBeUndefined();
    for (const holder of [somebody, new Uint8Array(20)])
      expect(objectMismatch({ ...entry, holder }, unnamed)).toBe("holder");
  });

  it("is carried over after a later act that names nobody", () => {
    expect(objectMismatch({ ...entry, prior: 0 }, unnamed)).toBeUndefined();
  });

  it("is the wallet that the act names", () => {
    const named = { ...unnamed, named: somebody };
    expect(objectMismatch({ ...entry, prior: 0 }, named)).toBeUndefined();
    expect(objectMismatch({ ...entry, holder: ANYBODY }, named)).toBe("holder");
  });

  it("is compared after the part and the object", () => {
    expect(objectMismatch({ ...entry, part: PART_ASK }, unnamed)).toBe("part");
    expect(objectMismatch({ ...entry, objectKey: word(2) }, unnamed)).toBe("objectKey");
  });
});
