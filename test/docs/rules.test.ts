import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { FormatError } from "anchorlog";
import { parseStrictJson, type Hex } from "anchorlog";
import { ChainUnavailableError, finalityDelay, presets } from "anchorlog/chain";
import { parseCheckpoint, type CheckpointNote } from "anchorlog/batch";
import { formatBundle, verifyBundle, type Trust } from "anchorlog/verify/bundle";
import manifest from "../../circuits/artifacts/manifest.json" with { type: "json" };
import { fakeChain } from "../verify/bundle/chain.ts";
import { openFilledOperator, openTestOperator, signAction, trusted, wallets } from "../operator.ts";
import { ROOT } from "./snippets.ts";

const read = (name: string): string => readFileSync(`${ROOT}docs/protocol/${name}.md`, "utf8");

/** The rows of the first table below a heading of a document, cell by cell, without the table's head. */
function tableOf(name: string, heading: string): string[][] {
  const [, section = ""] = read(name).split(`# ${heading}\n`);
  const table = /(?:^\|.*\|\n)+/m.exec(section)![0].trimEnd().split("\n").slice(2);
  return table.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const code = (cell: string): string => cell.replaceAll("`", "");

describe("the rule of strict JSON", () => {
  it.each(tableOf("1-verify", "3.1 Strict JSON"))("reads %s as %s", (text, kind) => {
    let found: string;
    try {
      parseStrictJson(text.slice(1, -1));
      found = "";
    } catch (error) {
      found = (error as FormatError).code;
    }
    expect(found).toBe(code(kind));
  });
});

describe("the verifying keys", () => {
  type Key = { vk_alpha_1: string[]; IC: string[][]; nPublic: number } & Record<
    "vk_beta_2" | "vk_gamma_2" | "vk_delta_2",
    string[][]
  >;
  const word = (value: string | undefined): Buffer => Buffer.from(BigInt(value!).toString(16).padStart(64, "0"), "hex");
  const g1 = ([x, y]: readonly string[]): Buffer => Buffer.concat([word(x), word(y)]);
  const g2 = ([x, y]: readonly string[][]): Buffer => Buffer.concat([x![1], x![0], y![1], y![0]].map(word));
  const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

  it.each(tableOf("4-proofs", "5.1 Verifying keys"))(
    "are the keys in the files, which the manifest names: %s",
    (circuit, ic, points, file) => {
      const name = code(circuit) as keyof typeof manifest.circuits;
      const bytes = readFileSync(`${ROOT}circuits/artifacts/${name}.vkey.json`);
      const key = JSON.parse(bytes.toString()) as Key;
      expect(key.IC).toHaveLength(Number(ic));
      expect(key.IC).toHaveLength(manifest.circuits[name].publicSignals + 1);
      const twos = [key.vk_beta_2, key.vk_gamma_2, key.vk_delta_2].map(g2);
      expect(`0x${sha256(Buffer.concat([g1(key.vk_alpha_1), ...twos, ...key.IC.map(g1)]))}`).toBe(code(points));
      expect(sha256(bytes)).toBe(code(file));
      expect(manifest.circuits[name].sha256.vkey).toBe(code(file));
    },
  );
});

describe("the parameters of the releases", () => {
  const count = (value: number): string => value.toLocaleString("en-US");
  const ether = (wei: bigint): string => String(Number(wei) / 1e18);
  type Preset = (typeof presets)["mainnet" | "l2" | "local"];
  const rows: Record<string, (preset: Preset) => string> = {
    challengeWindow: ({ timing }) => count(timing.challengeWindow),
    responseTime: ({ timing }) => count(timing.responseTime),
    margin: ({ timing }) => count(timing.margin),
    F: ({ timing }) => count(finalityDelay(timing)),
    minAnchorInterval: ({ timing }) => count(timing.minAnchorInterval),
    ringLength: ({ timing }) => count(timing.ringLength),
    "largest maxAnchorDelay": ({ timing }) =>
      count(timing.ringLength * timing.minAnchorInterval - 2 * finalityDelay(timing)),
    "minimumStake, ether": ({ stake }) => ether(stake.minimumStake),
    "rewardFloor, ether": ({ stake }) => ether(stake.rewardFloor),
    "floor, ether": ({ challenges }) => ether(challenges.floor),
    factor: ({ challenges }) => count(challenges.factor),
    "bytePrice, gwei": ({ challenges }) => String(Number(challenges.bytePrice) / 1e9),
    "disputes: responseTime": ({ disputes }) => count(disputes.responseTime),
    "disputes: totalTime": ({ disputes }) => count(disputes.totalTime),
    "disputes: bondFloor, ether": ({ disputes }) => ether(disputes.bondFloor),
    "disputes: factor": ({ disputes }) => count(disputes.factor),
  };

  it("equal the presets, each in a row", () => {
    const table = tableOf("5-contracts", "8. Addresses and parameters").map(([name, , ...values]) => [name!, values]);
    const { mainnet, l2, local } = presets;
    expect(table).toEqual(Object.entries(rows).map(([name, of]) => [name, [mainnet, l2, local].map(of)]));
  });

  it("are the same in all presets if the page gives one value", () => {
    for (const { stake, challenges, disputes } of Object.values(presets)) {
      const { omission, header, entry, action } = challenges.answerGas;
      const said = [
        `rewardGas ${count(stake.rewardGas)}`,
        `answerGas ${count(omission)} of an omission, ${count(header)} of a header, ${count(entry)} of an entry, ${count(action)} of an action`,
        `leadGas ${count(disputes.leadGas)}`,
        `burnShare ${count(disputes.burnShare)}`,
      ];
      for (const one of said) expect(read("5-contracts")).toContain(one);
    }
  });
});

describe("the tables of faults and questions", () => {
  /** The members of an enum, without its comments. */
  const membersOf = (path: string, name: string): string[] =>
    new RegExp(`enum ${name} \\{([^}]*)\\}`)
      .exec(readFileSync(`${ROOT}contracts/${path}`, "utf8"))![1]!
      .replaceAll(/\/\/.*/g, "")
      .split(",")
      .map((member) => member.trim());
  const section = (from: string, to: string): string =>
    read("5-contracts").split(`## ${from}`)[1]!.split(`## ${to}`)[0]!;

  it("have the contract's numbers: faults", () => {
    const rows = [...section("3. Faults", "4. ").matchAll(/^\| (\d+) +\| `(\w+)`/gm)].map(([, code, name]) => [
      code,
      name,
    ]);
    expect(rows).toEqual(membersOf("FaultProofs.sol", "Fault").map((name, i) => [String(i), name]));
  });

  it("have the contract's numbers: questions", () => {
    const rows = [...section("4. Challenges", "5. ").matchAll(/^\| (\d) (\w+)/gm)].map(([, code, name]) => [
      code,
      name,
    ]);
    expect(rows).toEqual(membersOf("ChallengeBook.sol", "Kind").map((name, i) => [String(i), name.toLowerCase()]));
  });
});

describe("a verifier that is given several kinds of trust", () => {
  let included: string;
  let promised: string;
  let checkpoint: CheckpointNote;
  beforeAll(async () => {
    const filled = await openFilledOperator();
    checkpoint = parseCheckpoint((await filled.anchorlog.checkpoint()).note);
    included = formatBundle(await filled.anchorlog.bundle({ log: "a.example", index: 3 }));
    const fresh = await openTestOperator();
    await fresh.anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
    promised = formatBundle(await fresh.anchorlog.bundle({ log: "a.example", index: 0 }));
  });

  const other: Hex = `0x${"0e".repeat(20)}`;
  const root = new Uint8Array(32).fill(1);
  const chain = (more: object = {}) => ({ ...fakeChain(checkpoint), ...more });
  /** The bundle and the trust of each row, in the order of the table. */
  const rows: (() => [string, Trust])[] = [
    () => [included, { operator: { ...trusted, operator: other }, chain: chain({ chainId: 1 }), checkpoint }],
    () => [included, { operator: { ...trusted, operator: other }, chain: new ChainUnavailableError("away") }],
    () => [included, { operator: trusted, chain: new ChainUnavailableError("away"), checkpoint }],
    () => [included, { chain: chain({ isKnownRegistry: () => false }), checkpoint }],
    () => [included, { chain: chain({ readOperator: async () => undefined }), checkpoint }],
    () => [included, { chain: fakeChain(checkpoint, { name: "Another" }), checkpoint }],
    () => [
      included,
      { chain: { ...fakeChain(checkpoint, { receiptKey: other }), readTime: async () => 1 }, checkpoint },
    ],
    () => [included, { chain: fakeChain(checkpoint, { receiptKey: other }), checkpoint }],
    () => [promised, { chain: chain(), checkpoint }],
    () => [included, { chain: fakeChain(undefined), checkpoint }],
    () => [included, { chain: fakeChain({ ...checkpoint, root }), checkpoint }],
    () => [
      included,
      { chain: chain({ isKnownRegistry: () => false }), operator: trusted, checkpoint: { ...checkpoint, root } },
    ],
    () => [included, { operator: { ...trusted, receiptKey: other }, checkpoint }],
    () => [included, { checkpoint: { ...checkpoint, origin: "elsewhere" }, operator: trusted }],
    () => [included, { checkpoint, operator: { ...trusted, anchorKey: other } }],
    () => [included, { checkpoint: { ...checkpoint, size: checkpoint.size + 1 } }],
    () => [included, { checkpoint: { ...checkpoint, root } }],
    () => [included, { checkpoint, operator: trusted }],
    () => [promised, { checkpoint, operator: trusted }],
    () => [promised, { checkpoint }],
  ];
  const table = tableOf("1-verify", "10.2 Trust");

  it("has a case for each row", () => expect(table).toHaveLength(rows.length));

  it.each(table.map(([given, where, verdict], i) => ({ given, where, verdict: code(verdict!), i })))(
    "$given, $where: $verdict",
    async ({ verdict: wanted, i }) => {
      const { verdict, state, code: found } = await verifyBundle(...rows[i]!());
      const said =
        verdict === "valid" ? `valid, ${state}` : `${verdict}, ${found}${state === null ? "" : ` (${state})`}`;
      expect(wanted.replace("anchored or final", "anchored")).toBe(said);
    },
  );
});
