import hre from "hardhat";
import { describe, expect, it } from "vitest";
import { coreCreations, proofCreations } from "../../src/chain/addresses.ts";
import { presets } from "../../src/chain/presets.ts";

/** Opcodes that a Cancun EVM may lack, or that return different values on rollups. */
const AVOIDED: Readonly<Record<number, string>> = {
  0x1e: "CLZ",
  0x40: "BLOCKHASH",
  0x41: "COINBASE",
  0x43: "NUMBER",
  0x44: "PREVRANDAO",
  0x45: "GASLIMIT",
  0x49: "BLOBHASH",
  0x4a: "BLOBBASEFEE",
  0xf2: "CALLCODE",
  0xf4: "DELEGATECALL",
  0xff: "SELFDESTRUCT",
};
/** The newest opcodes that the contracts use, from Shanghai and Cancun. */
const YOUNGEST = { MCOPY: 0x5e, PUSH0: 0x5f };
const INVALID = 0xfe;

/** Opcodes from 0 to Cancun's last, by their ranges. */
const isOfCancun = (opcode: number): boolean =>
  [
    [0x00, 0x0b],
    [0x10, 0x1d],
    [0x20, 0x20],
    [0x30, 0x4a],
    [0x50, 0xa4],
    [0xf0, 0xf5],
    [0xfa, 0xfa],
    [0xfd, 0xff],
  ].some(([from, to]) => opcode >= from! && opcode <= to!);

/** The opcodes of a code. The compiler ends it by INVALID where data follow. */
function opcodesOf(code: string): Set<number> {
  const bytes = Buffer.from(code.slice(2), "hex");
  const found = new Set<number>();
  for (let i = 0; i < bytes.length && bytes[i] !== INVALID; i++) {
    const opcode = bytes[i]!;
    found.add(opcode);
    if (opcode > YOUNGEST.PUSH0 && opcode <= 0x7f) i += opcode - YOUNGEST.PUSH0;
  }
  return found;
}

const names = [...coreCreations(presets.local), ...proofCreations(presets.local)].map(({ contract }) => contract);
const codes = await Promise.all(
  names.map(async (name) => {
    const { bytecode, deployedBytecode } = await hre.artifacts.readArtifact(name);
    return { name, bytecode, deployedBytecode };
  }),
);

describe("the released contracts", () => {
  it("need an EVM of Cancun, no later opcode, and none that rollups answer differently", () => {
    const used = new Set<number>();
    for (const { name, bytecode, deployedBytecode } of codes) {
      for (const opcode of [...opcodesOf(bytecode), ...opcodesOf(deployedBytecode)]) {
        expect({ name, opcode, is: isOfCancun(opcode) }).toEqual({ name, opcode, is: true });
        expect({ name, opcode: AVOIDED[opcode] }).toEqual({ name, opcode: undefined });
        used.add(opcode);
      }
    }
    // An older EVM would not suffice either.
    expect(Object.values(YOUNGEST).filter((opcode) => !used.has(opcode))).toEqual([]);
  });

  it("use only opcodes that the scan knows", () => {
    const code = codes.find(({ name }) => name === "Challenges")!.deployedBytecode;
    const [TIMESTAMP, BASEFEE] = [0x42, 0x48];
    expect([TIMESTAMP, BASEFEE].map((opcode) => opcodesOf(code).has(opcode))).toEqual([true, true]);
    // PUSH2 NUMBER NUMBER, PUSH0, NUMBER, INVALID, TIMESTAMP
    expect([...opcodesOf("0x6143435f43fe42")]).toEqual([0x61, 0x5f, 0x43]);
  });

  it("fit the limits of EIP-170 and EIP-3860", () => {
    for (const { name, bytecode, deployedBytecode } of codes) {
      expect((deployedBytecode.length - 2) / 2, name).toBeLessThanOrEqual(24_576);
      expect((bytecode.length - 2) / 2, name).toBeLessThanOrEqual(2 * 24_576);
    }
  });
});

describe("the preset for rollups", () => {
  it("leaves time for a sequencer that holds a transaction back for a day", () => {
    const day = 24 * 3600;
    const { challengeWindow, responseTime, margin } = presets.l2.timing;
    for (const time of [challengeWindow, responseTime, margin]) expect(time).toBeGreaterThan(day);
  });
});
