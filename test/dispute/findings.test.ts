import { describe, expect, it } from "vitest";
import { toHex } from "anchorlog";
import {
  askForAction,
  askForHeader,
  askForLeaf,
  findFaults,
  findReceiptFaults,
  findReceiptsAhead,
  type OpenQuestion,
  type StoredCheckpoint,
} from "../../src/dispute/index.ts";
import { logId } from "anchorlog/action";
import { decodeEntry, encodeEntry } from "anchorlog/log";
import { signReceipt } from "anchorlog/log/receipt";
import { keys, NOW, operator, signActionFor, wallets } from "../operator.ts";
import { held, makeHistory, type Dishonest, type Lies } from "./dishonest.ts";

/** The checkpoints that the registry would store. */
const storedOf = ({ anchors }: Dishonest): StoredCheckpoint[] =>
  anchors.map(({ size, root }, sequence) => ({ sequence, size, root, time: NOW / 1000 + 60 + sequence }));

async function questionsOf(lies: Lies, edit: (row: string, log: string) => string = (row) => row) {
  const made = await makeHistory(operator, lies);
  const read = async (name: string) => {
    const text = await made.read(name);
    return name.startsWith("logs/")
      ? text
          ?.split("\n")
          .map((row) => edit(row, name))
          .join("\n")
      : text;
  };
  const { questions } = await findFaults(read, storedOf(made));
  return { questions, history: held(made, storedOf(made)) };
}

const told = (questions: readonly OpenQuestion[]) =>
  questions.map(({ about, challenge, position }) => ({ about, challenge, position }));

describe("unreadable lines of an export", () => {
  // Entry 2 is older than entry 1.
  const lies: Lies = {
    entry: (entry, index, log) => (log === "a.example" && index === 2 ? { ...entry, acceptedAt: NOW - 1_000 } : entry),
  };
  const scan = async (file: string, line: number, edit: (text: string) => string) => {
    const made = await makeHistory(operator, lies);
    const read = async (name: string) => {
      const text = await made.read(name);
      if (name !== file || text === undefined) return text;
      const lines = text.split("\n");
      return lines.with(line, edit(lines[line]!)).join("\n");
    };
    const { faults, questions } = await findFaults(read, storedOf(made));
    return { faults: faults.map(({ message }) => message), questions: told(questions) };
  };
  const fault = "entry 2 of the batch at 0 does not follow the one before";

  it("hide no fault that the entry's bytes show", async () => {
    const edits: ((text: string) => string)[] = [
      (text) => text.replace(/,"receipt":"\w+"/, ""),
      (text) => text.replace(/"action":\{.*\},"receipt"/, '"action":null,"receipt"'),
      (text) => text.slice(0, -1),
    ];
    for (const edit of edits) {
      const { faults, questions } = await scan("logs/a.example.jsonl", 0, edit);
      expect(faults).toEqual([fault]);
      expect(questions).toEqual([
        { about: "signature", challenge: "action", position: 0 },
        { about: "payload", challenge: undefined, position: 0 },
      ]);
    }
    const unknown = await scan("logs/a.example.jsonl", 0, () => "{");
    expect(unknown).toEqual({ faults: [], questions: [{ about: "entries", challenge: "entry", position: 0 }] });
  });

  it("end the batch log, and hide no fault before them", async () => {
    const { faults, questions } = await scan("batches.jsonl", 2, () => "{");
    expect(faults).toEqual([fault]);
    expect(questions).toEqual([{ about: "header", challenge: "header", position: 2 }]);
  });

  it("do not hide faults of other receipts: a receipt of a malformed entry is skipped", async () => {
    const { logs } = await makeHistory(operator);
    const [first, second] = logs.get("a.example")!.entries;
    const other = encodeEntry({ ...decodeEntry(first!.bytes), acceptedAt: NOW + 5 });
    const lying = await signReceipt(operator, other, keys.receiptKey);
    const malformed = { ...second!.receipt, entry: toHex(second!.bytes.with(0, 9)) };
    const names = new Map([[logId(operator, "a.example"), "a.example"]]);
    const found = findReceiptFaults(operator, [malformed, first!.receipt, lying], names);
    expect(found.map(({ message }) => message)).toEqual(["two receipts name different entries 0 of a.example"]);
    expect(findReceiptsAhead(operator, [malformed, lying], names, 1)).toHaveLength(1);
  });
});

describe("open questions about an export", () => {
  it("do not exist if the export shows everything", async () => {
    expect((await questionsOf({})).questions).toEqual([]);
  });

  it("name the challenge that asks for the missing part", async () => {
    const commitment = await questionsOf({
      commitment: (value, index, log) => (log === "b.example" && index === 0 ? value + 1n : value),
    });
    expect(told(commitment.questions)).toEqual([{ about: "commitment", challenge: "entry", position: 1 }]);
    expect(askForLeaf(commitment.history, { batch: 1, position: 0 }).kind).toBe("entry");

    const root = await questionsOf({
      header: (h, position) => (position === 1 ? { ...h, root: new Uint8Array(32) } : h),
    });
    expect(told(root.questions)).toEqual([{ about: "entries", challenge: "entry", position: 1 }]);

    const signature = await questionsOf({}, (row, log) =>
      log.includes("b.example") ? row.replace(/("signature":"0x)..(?=[^}]*}[^}]*"receipt")/, "$1ff") : row,
    );
    expect(told(signature.questions)).toEqual([{ about: "signature", challenge: "action", position: 1 }]);
    expect(askForAction(signature.history, { batch: 1, position: 0 }).kind).toBe("action");
  });

  it("name no challenge if only a holder of the action can answer", async () => {
    const other = await signActionFor(operator, wallets[0]!, "b.example", 77);
    const { questions, history } = await questionsOf({}, (row, log) =>
      log.includes("b.example") && row !== "" ? JSON.stringify({ ...JSON.parse(row), action: other }) : row,
    );
    const payload = questions.find(({ about }) => about === "payload");
    expect(payload).toMatchObject({ challenge: undefined, position: 1 });
    expect(payload?.message).toMatch(/actions of 1 entry of the batch at 1: .* no challenge asks for them/);
    // The entry at a position can be challenged.
    expect(askForLeaf(history, { batch: 1, position: 0 }).kind).toBe("entry");
  });

  it("ask for a header if the export's batches do not lead to the anchored root", async () => {
    const made = await makeHistory(operator);
    const stored = storedOf(made).map((one) => (one.size === 3 ? { ...one, root: toHex(new Uint8Array(32)) } : one));
    const { questions } = await findFaults(made.read, stored);
    expect(told(questions)).toContainEqual({ about: "header", challenge: "header", position: 2 });
    expect(askForHeader(operator, stored, 2).kind).toBe("header");
  });
});
