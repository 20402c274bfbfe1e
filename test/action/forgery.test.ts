import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  defineActions,
  encodeMessage,
  hashDomain,
  useEngine,
  verifyAction,
  type Domain,
  type MemberType,
  type Message,
} from "anchorlog/action";
import { fromHex, toHex, type Hex } from "anchorlog";
import { envelope, struct } from "./arbitraries.ts";

const wallet = privateKeyToAccount(`0x${"42".repeat(32)}`);
const actor = wallet.address.toLowerCase() as Hex;
const domain: Domain = {
  name: "Test platform",
  version: "1",
  chainId: 31_337,
  verifyingContract: `0x${"cd".repeat(20)}`,
};

const flip = (hex: string, bit: number): Hex => {
  const bytes = fromHex(hex);
  const at = bit % (8 * bytes.length);
  return toHex(bytes.map((byte, i) => (i === at >> 3 ? byte ^ (1 << (at & 7)) : byte)));
};

/** Another canonical value of the same type, or undefined if the type has only one. */
function otherValue(type: string, value: unknown, bit: number): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return [type.startsWith("bool") ? false : emptyElement(type)];
    const at = bit % value.length;
    return value.map((one, i) => (i === at ? otherValue(type.slice(0, -2), one, bit) : (one as unknown)));
  }
  if (typeof value === "boolean") return !value;
  const text = value as string;
  if (type === "string") {
    const points = Array.from(text);
    points[bit % (points.length + 1)] = points[bit % (points.length + 1)] === "x" ? "y" : "x";
    return points.join("");
  }
  if (type === "bytes" && text === "0x") return "0x00";
  if (type.startsWith("bytes") || type === "address") return flip(text, bit);
  const bits = Number(/\d+/.exec(type)![0]);
  const changed = BigInt.asUintN(bits, BigInt(text)) ^ (1n << BigInt(bit % bits));
  return String(type.startsWith("int") ? BigInt.asIntN(bits, changed) : changed);
}

const emptyElement = (type: string): string =>
  type.includes("int") ? "0" : toHex(new Uint8Array(type === "address[]" ? 20 : Number(/\d+/.exec(type)![0])));

// "uint8" and "int8" have the same word for most values: the type string alone tells them apart.
const otherType = (type: MemberType): MemberType => {
  if (type.startsWith("uint")) return type.slice(1) as MemberType;
  if (type.startsWith("int")) return `u${type}` as MemberType;
  return type === "string" ? "bytes" : "string";
};

describe.each(["wasm"] as const)("a signed action, judged by the %s engine", (engine) => {
  beforeAll(() => useEngine(engine));
  afterAll(() => useEngine("javascript"));

  it("is valid, and has another signer or none if any one bit is flipped", async () => {
    await fc.assert(
      fc.asyncProperty(
        struct,
        envelope,
        fc.infiniteStream(fc.nat(10_000)),
        async ({ members, value }, { log, nonce, deadline }, bits) => {
          const next = (): number => bits.next().value as number;
          const types = defineActions({ Kind: members });
          const message = { log, actor, nonce, deadline, payload: value } as Message;
          const kind = types.kinds.get("Kind")!;
          const rules = { kinds: types.kinds, domainSeparator: hashDomain(domain), hasLog: () => true };
          const hash = toHex(encodeMessage(kind, message, rules.domainSeparator).digest);
          const signature = await wallet.sign({ hash });
          const verdict = (change: object, under: object = {}) =>
            verifyAction({ primaryType: "Kind", message, signature, ...change }, { ...rules, ...under });
          expect(verdict({})).toMatchObject({ verdict: "valid" });

          const changed: [what: string, change: object, under?: object][] = [
            ["log", { message: { ...message, log: flip(log, next()) } }],
            ["actor", { message: { ...message, actor: flip(actor, next()) } }],
            ["nonce", { message: { ...message, nonce: otherValue("uint256", nonce, next()) } }],
            ["deadline", { message: { ...message, deadline: otherValue("uint64", deadline, next()) } }],
            ["signature", { signature: flip(signature, next()) }],
            ["signature", { signature: flip(signature, next()) }],
          ];
          for (const [name, type] of Object.entries(members)) {
            const payload = { ...value, [name]: otherValue(type, value[name], next()) };
            changed.push([name, { message: { ...message, payload } }]);
          }
          const otherDomains = [
            { name: otherValue("string", domain.name, next()) },
            { version: "2" },
            { chainId: domain.chainId ^ (1 << (next() % 20)) },
            { verifyingContract: flip(domain.verifyingContract, next()) },
          ];
          for (const other of otherDomains) {
            const domainSeparator = hashDomain({ ...domain, ...other } as Domain);
            changed.push([`domain ${Object.keys(other)[0]}`, {}, { domainSeparator }]);
          }
          const names = Object.keys(members);
          const at = next() % names.length;
          const retyped = Object.fromEntries(
            Object.entries(members).map(([name, type], i) => [name, i === at ? otherType(type) : type]),
          );
          const renamed = Object.fromEntries(
            Object.entries(members).map(([name, type], i) => [i === at ? "other" : name, type]),
          );
          const renamedPayload = Object.fromEntries(
            Object.entries(value).map(([name, each]) => [name === names[at] ? "other" : name, each]),
          );
          changed.push(
            ["type", {}, { kinds: defineActions({ Kind: retyped }).kinds }],
            [
              "member's name",
              { message: { ...message, payload: renamedPayload } },
              { kinds: defineActions({ Kind: renamed }).kinds },
            ],
            ["kind's name", { primaryType: "Kine" }, { kinds: defineActions({ Kine: members }).kinds }],
          );
          for (const [what, change, under] of changed) {
            expect(verdict(change, under).verdict, what).toBe("invalid");
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
