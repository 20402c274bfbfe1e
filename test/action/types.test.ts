import { describe, expectTypeOf, it } from "vitest";
import { defineActions, type Message, type SignedAction } from "anchorlog/action";
import type { Hex } from "anchorlog";

// tsc checks this file's expectations of types, with the other tests.
const types = defineActions({
  Transfer: { objectId: "string", to: "address", price: "uint256", delta: "int64", salt: "bytes32", data: "bytes" },
  Vote: { yes: "bool" },
});
type Definitions = typeof types.definitions;
type Action = SignedAction<Definitions>;

describe("the types of actions", () => {
  it("follow from the definitions", () => {
    expectTypeOf<Message<Definitions["Transfer"]>["payload"]>().toEqualTypeOf<{
      readonly objectId: string;
      readonly to: Hex;
      readonly price: `${bigint}`;
      readonly delta: `${bigint}`;
      readonly salt: Hex;
      readonly data: Hex;
    }>();
    expectTypeOf<Message<Definitions["Vote"]>["payload"]["yes"]>().toEqualTypeOf<boolean>();
    expectTypeOf<Action["message"]["log"]>().toEqualTypeOf<Hex>();
    expectTypeOf<Action["primaryType"]>().toEqualTypeOf<"Transfer" | "Vote" | "HttpRequest" | "Ask">();
  });

  it("are told apart by primaryType", () => {
    const readIt = (action: Action): string | boolean => {
      if (action.primaryType === "Transfer") {
        // @ts-expect-error a transfer has no vote in it
        void action.message.payload.yes;
        return action.message.payload.objectId;
      }
      if (action.primaryType === "Vote") {
        // @ts-expect-error a vote has no object
        void action.message.payload.objectId;
        return action.message.payload.yes;
      }
      if (action.primaryType === "Ask") return action.message.payload.objectKey;
      return action.message.payload.target;
    };
    expectTypeOf(readIt).returns.toEqualTypeOf<string | boolean>();
  });

  it("refuse values that are not canonical, and unknown kinds", () => {
    const envelope = { log: "0x", actor: "0x", nonce: "1", deadline: "1" } as const;
    const votes = [
      { primaryType: "Vote", message: { ...envelope, payload: { yes: true } }, signature: "0x" },
      // @ts-expect-error a bool is not a string
      { primaryType: "Vote", message: { ...envelope, payload: { yes: "true" } }, signature: "0x" },
      // @ts-expect-error an integer is not a number
      { primaryType: "Vote", message: { ...envelope, nonce: 1, payload: { yes: true } }, signature: "0x" },
      // @ts-expect-error an integer is decimal digits
      { primaryType: "Vote", message: { ...envelope, nonce: "one", payload: { yes: true } }, signature: "0x" },
      // @ts-expect-error bytes begin with 0x
      { primaryType: "Vote", message: { ...envelope, log: "ab", payload: { yes: true } }, signature: "0x" },
      // @ts-expect-error a member is missing
      { primaryType: "Vote", message: { ...envelope, payload: {} }, signature: "0x" },
      // @ts-expect-error the kind does not exist
      { primaryType: "Veto", message: { ...envelope, payload: { yes: true } }, signature: "0x" },
    ] satisfies Action[];
    expectTypeOf(votes).toBeArray();
  });

  it("have no members that circuits and wallets could not agree on", () => {
    const never = () => {
      // @ts-expect-error there is no uint7
      defineActions({ A: { a: "uint7" } });
      // @ts-expect-error there is no uint264
      defineActions({ A: { a: "uint264" } });
      // @ts-expect-error EIP-712 has no aliases
      defineActions({ A: { a: "uint" } });
      // @ts-expect-error there is no bytes33
      defineActions({ A: { a: "bytes33" } });
      // @ts-expect-error arrays of texts are not members
      defineActions({ A: { a: "string[]" } });
      // @ts-expect-error arrays of arrays are not members
      defineActions({ A: { a: "uint8[][]" } });
      // @ts-expect-error arrays of one length are not members
      defineActions({ A: { a: "uint8[2]" } });
      // @ts-expect-error structs are not members
      defineActions({ A: { a: "Person" } });
      // @ts-expect-error nor are nested objects
      defineActions({ A: { a: { b: "bool" } } });
    };
    expectTypeOf(never).toBeFunction();
  });
});
