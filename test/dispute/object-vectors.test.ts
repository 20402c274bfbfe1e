import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actionObject, encodeMessage, objectKeyOf, parseKind, type Message } from "anchorlog/action";
import { fromHex, toHex, type Hex } from "anchorlog";
import { isWrongCarry, isWrongObject, isWrongPrior, readEntry } from "../../src/dispute/index.ts";

type KindVector = Record<"name" | "primaryType" | "payloadType", string> & {
  payload: Message["payload"];
  words: Hex[];
  part: number;
  objectKey: Hex;
  holder?: Hex;
};
/** Read by test/contracts/ObjectVectors.t.sol as well. */
const vectors = JSON.parse(readFileSync(new URL("../vectors/objects.json", import.meta.url), "utf8")) as {
  kinds: KindVector[];
  pairs: { name: string; earlier: Hex; later: Hex; wrongPrior: boolean }[];
  objects: { name: string; kind: string; entry: Hex; deadline: string; wrongObject: boolean }[];
  carries: { name: string; kind: string; earlier: Hex; later: Hex; wrongCarry: boolean }[];
};
const entryOf = (hex: Hex) => readEntry(fromHex(hex))!;
const kindOf = ({ primaryType, payloadType }: KindVector) => parseKind(primaryType, payloadType);
const saidBy = (name: string) => {
  const vector = vectors.kinds.find((kind) => kind.name === name)!;
  return actionObject(
    kindOf(vector),
    vector.words.map((word) => fromHex(word)),
  );
};

describe("the object that an action is about", () => {
  it.each(vectors.kinds)("$name", (vector) => {
    const { payload, words, part, objectKey, holder } = vector;
    const message = {
      log: toHex(new Uint8Array(32)),
      actor: toHex(new Uint8Array(20)),
      nonce: "0",
      deadline: "0",
      payload,
    };
    const { payloadWords } = encodeMessage(kindOf(vector), message, new Uint8Array(32));
    expect(payloadWords.map((word) => toHex(word))).toEqual(words);
    const said = actionObject(kindOf(vector), payloadWords);
    expect(said.part).toBe(part);
    expect(toHex(said.objectKey)).toBe(objectKey);
    expect(said.named && toHex(said.named)).toBe(holder);
    expect(objectKeyOf(kindOf(vector), payload)).toBe(objectKey);
  });
});

describe("the rules of entries about objects", () => {
  it.each(vectors.pairs)("prior of two entries: $name", ({ earlier, later, wrongPrior }) => {
    expect(isWrongPrior(entryOf(earlier), entryOf(later))).toBe(wrongPrior);
  });
  it.each(vectors.objects)("object of an entry and its action: $name", ({ kind, entry, deadline, wrongObject }) => {
    expect(isWrongObject(entryOf(entry), saidBy(kind), deadline)).toBe(wrongObject);
  });
  it.each(vectors.carries)("holder carried over to the next entry: $name", ({ kind, earlier, later, wrongCarry }) => {
    expect(isWrongCarry(entryOf(earlier), entryOf(later), saidBy(kind))).toBe(wrongCarry);
  });
});
