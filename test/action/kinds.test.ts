import { describe, expect, it } from "vitest";
import { defineActions, objectKeyOf, parseKind } from "anchorlog/action";

describe("defineActions", () => {
  it("writes the type strings that wallets sign", () => {
    const { kinds } = defineActions({ Transfer: { objectId: "string", to: "address" } });
    expect(kinds.get("Transfer")!.payloadType).toBe("TransferPayload(string objectId,address to)");
    expect([...kinds.keys()]).toEqual(["Transfer", "HttpRequest", "Ask"]);
  });

  it.each([
    ["a kind in lower case", { transfer: { a: "bool" } }],
    ["a built-in kind", { HttpRequest: { a: "bool" } }],
    ["the other built-in kind, as it is", { Ask: { objectKey: "bytes32" } }],
    ["no members", { Transfer: {} }],
    ["17 members", { Transfer: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`m${i}`, "bool"])) }],
    ["an array of texts", { Transfer: { ids: "string[]" } }],
    ["an array of arrays", { Transfer: { ids: "uint256[][]" } }],
    ["an array of one length", { Transfer: { ids: "uint256[2]" } }],
    ["a struct", { Transfer: { person: "Person" } }],
    ["uint7", { Transfer: { a: "uint7" } }],
    ["bytes33", { Transfer: { a: "bytes33" } }],
    ["bytes0", { Transfer: { a: "bytes0" } }],
    ["a member named with a space", { Transfer: { "a b": "bool" } }],
    ["a member in upper case", { Transfer: { Amount: "bool" } }],
  ])("refuses %s", (_, definitions) => {
    expect(() => defineActions(definitions as never)).toThrow(
      expect.objectContaining({ code: "bad_definition" }) as Error,
    );
  });
});

it("names the types that a member can have", () => {
  const define = () => defineActions({ Buy: { price: "float" } } as never);
  expect(define).toThrow(/Buy\.price: "float" is not a type of a member\nTo fix it: use bool, address, string/);
});

describe("parseKind", () => {
  it("reads back what defineActions wrote", () => {
    const kind = defineActions({ Vote: { id: "bytes32", yes: "bool", weight: "int64" } }).kinds.get("Vote")!;
    expect(parseKind("Vote", kind.payloadType)).toEqual(kind);
  });

  it("are an object of objects", () => {
    expect(() => defineActions(undefined as never)).toThrow(/the kinds: expected an object, got undefined/);
    expect(() => defineActions([] as never)).toThrow(/got an array/);
    expect(() => defineActions({ Burn: null } as never)).toThrow(/action type Burn: expected an object, got null/);
    expect(() => objectKeyOf(undefined as never, {})).toThrow(/objectKeyOf got no kind/);
  });

  it("names the kind whose type is wrong", () => {
    const why = "action type Vote: its payload type must read VotePayload(...)";
    expect(() => parseKind("Vote", "OtherPayload(bool yes)")).toThrow(why);
  });

  it.each([
    "VotePayload(bytes32 id, bool yes)",
    "VotePayload(bytes32 id,bool yes) ",
    "VotePayload()",
    "VotePayload(uint id)",
    "OtherPayload(bool yes)",
    "VotePayload(bool yes)Other(bool no)",
    "VotePayload(bool yes,bool yes)",
    "VotePayload(bool  yes)",
    "VotePayload(bool yes extra)",
  ])("refuses %j", (text) => {
    expect(() => parseKind("Vote", text)).toThrow(expect.objectContaining({ code: "bad_definition" }) as Error);
  });
});
