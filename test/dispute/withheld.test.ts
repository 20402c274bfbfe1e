/** An act in the holder's name that the holder never signed, in an export without payloads. */
import { describe, expect, it } from "vitest";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { fromHex, toHex, type Hex } from "anchorlog";
import { logId, recoverSigner, type SignedForm } from "anchorlog/action";
import { auditExport } from "anchorlog/verify/audit";
import { findEntryFaults, findFaults, freezeOf, makeAnswer, readHeldExport } from "../../src/dispute/index.ts";
import { decodeEntry } from "../../src/log/entry.ts";
import { NOW, operator, signAction, wallets } from "../operator.ts";
import { held, makeHistory, type Dishonest, type Lies } from "./dishonest.ts";
import { withholding, type EditSigned } from "./exported.ts";
import { forgeSignature } from "./forgery.ts";
import { objectPlan, W1 } from "./object-plan.ts";

const LOG = "a.example";
const FILE = `logs/${LOG}.jsonl`;
const log = logId(operator, LOG);
/** The act by the object's holder that gives the object away. */
const SALE = 3;

const storedOf = (made: Dishonest) =>
  made.anchors.map((anchor, sequence) => ({ ...anchor, sequence, time: NOW / 1000 + 60 }));

const only =
  (change: (signed: SignedForm) => SignedForm | undefined): EditSigned =>
  (signed, index, name) =>
    name === LOG && index === SALE ? change(signed) : signed;

/** The honest history of an object. */
const honest = await makeHistory(operator, { plan: objectPlan() });

async function look(lies: Lies | Dishonest, edit?: EditSigned) {
  const made = "read" in lies ? lies : await makeHistory(operator, lies);
  const read = withholding(made.read, edit);
  const { faults, questions } = await findFaults(read, storedOf(made));
  const brief = ({ proof }: { proof: Parameters<typeof freezeOf>[0] }) => ({ fault: proof.fault, ...freezeOf(proof) });
  const audit = await auditExport(read, {});
  const published = async (name: string) => ((await read(`logs/${name}.jsonl`)) ?? "").split("\n");
  const lines: Record<string, string[]> = { [LOG]: await published(LOG), "b.example": await published("b.example") };
  const signature = ({ batch, position }: { batch: number; position: number }) => {
    const { log: name, entries } = made.batches[batch]!;
    const { index } = decodeEntry(entries[position]!.bytes);
    return (JSON.parse(lines[name]![index]!) as { signed?: SignedForm }).signed?.signature;
  };
  return {
    byEntries: findEntryFaults(held(made, storedOf(made))).map(brief),
    bySignatures: findEntryFaults(held(made, storedOf(made)), { signature }).map(brief),
    byExport: faults.map(brief),
    questions: questions.map(({ about, challenge, position, entry }) => ({ about, challenge, position, entry })),
    audit: {
      ...audit,
      // The receipt was signed before the lie about its entry, so findings about receipts are ignored.
      findings: audit.findings.filter(({ code }) => code !== "bad_receipt" && code !== "wrong_prior"),
    },
  };
}

const nothing = { byEntries: [], bySignatures: [], byExport: [], questions: [] };
const forged = { fault: "ForgedAction", log, from: SALE };
const asked = { about: "signature", challenge: "action", position: 2, entry: 0 };
const finding = (code: string) => [{ code, where: `${FILE}:${SALE + 1}`, message: expect.any(String) as string }];

describe("an export without payloads", () => {
  it("raises no question about an honest history, and the audit lists the unchecked payloads", async () => {
    const { audit, ...found } = await look(honest);
    expect(found).toEqual(nothing);
    expect(audit).toMatchObject({ findings: [], unjudged: [], unchecked: { payloads: 6, signatures: 0, wallets: 0 } });
    expect(audit.message).toMatch(/Not checked: the payloads of 6 entries, which the export withholds/);
  });

  it("shows that the holder did not sign an act, which entries alone do not show", async () => {
    const { signature } = await signAction(wallets[0]!, LOG, 1);
    const { audit, ...found } = await look({
      plan: objectPlan(),
      action: (action, i, name) => (name === LOG && i === SALE ? { ...action, signature } : action),
    });
    expect(found).toEqual({ byEntries: [], bySignatures: [forged], byExport: [forged], questions: [] });
    expect(audit).toMatchObject({ verdict: "invalid", findings: finding("bad_signature") });
    expect(audit.findings[0]!.message).toMatch(/did not sign it, and the entry records exactly this action/);
  });

  it("accuses nobody of a missing signature, and names the challenge that asks for it", async () => {
    const { audit, ...found } = await look(
      honest,
      only(() => undefined),
    );
    expect(found).toEqual({ ...nothing, questions: [asked] });
    expect(audit).toMatchObject({
      verdict: "indeterminate",
      findings: [],
      unjudged: [
        {
          where: `${FILE}:${SALE + 1}`,
          message: expect.stringContaining("The challenge `action` asks for it") as string,
        },
      ],
      unchecked: { payloads: 6, signatures: 1, wallets: 0 },
    });
  });

  it.each<[string, (signed: SignedForm) => SignedForm, string]>([
    ["a flipped byte of the signature", (s) => ({ ...s, signature: flip(s.signature) }), "entry_mismatch"],
    ["another payload hash", (s) => ({ ...s, payloadHash: flip(s.payloadHash) }), "entry_mismatch"],
    ["another deadline", (s) => ({ ...s, deadline: `${BigInt(s.deadline) + 1n}` }), "entry_mismatch"],
    ["another kind", (s) => ({ ...s, primaryType: "Transfer" }), "entry_mismatch"],
    ["a kind that the manifest does not name", (s) => ({ ...s, primaryType: "Unknown" }), "unknown_kind"],
  ])("with %s does not show its entry's action: a finding, and a question", async (_, change, code) => {
    const { audit, ...found } = await look(honest, only(change));
    expect(found).toEqual({ ...nothing, questions: [asked] });
    expect(audit).toMatchObject({ verdict: "invalid", findings: finding(code) });
  });

  it("convicts for each entry that names a signature in a non-strict form", async () => {
    const forms: readonly ((signature: Hex) => Hex)[] = [
      (signature) => signature.slice(0, -2) as Hex,
      (signature) => `${signature}00`,
      highS,
      (signature) => withV(signature, (v) => v - 27),
      (signature) => withV(signature, (v) => 55 - v),
      (signature) => withV(signature, (v) => v + 10),
      () => `0x${"00".repeat(65)}`,
    ];
    const nonces = [...forms.keys()];
    const actions = await Promise.all(nonces.map((nonce) => signAction(wallets[nonce % 3]!, LOG, nonce)));
    const signatures = actions.map(({ signature }, i) => forms[i]!(signature));
    const { audit, ...found } = await look(
      {
        plan: [{ log: LOG, nonces }],
        entry: (e, i) => ({ ...e, signatureHash: keccak_256(fromHex(signatures[i]!)) }),
      },
      (signed, i) => ({ ...signed, signature: signatures[i]! }),
    );
    const all = nonces.map((from) => ({ ...forged, from }));
    expect(found).toEqual({ byEntries: [], bySignatures: all, byExport: all, questions: [] });
    const codes = audit.findings.map(({ code, where }) => [code, where]);
    expect(codes).toEqual(nonces.map((i) => ["bad_signature", `${FILE}:${i + 1}`]));
  });

  it("does not count a digest and a signature, which need only a public key, as a signed action", async () => {
    const { bytes, action } = honest.logs.get(LOG)!.entries[SALE]!;
    const { digest, signature } = forgeSignature({ digest: decodeEntry(bytes).digest, signature: action.signature });
    expect(recoverSigner(digest, signature)).toEqual({ address: W1 });
    const signatureHash = keccak_256(fromHex(signature));
    const { audit, ...found } = await look(
      {
        plan: objectPlan(),
        entry: (e, i, name) => (name === LOG && i === SALE ? { ...e, digest, signatureHash } : e),
      },
      only((signed) => ({ ...signed, signature })),
    );
    expect(found).toEqual({ ...nothing, questions: [asked] });
    expect(audit).toMatchObject({ verdict: "invalid", findings: finding("entry_mismatch") });
  });

  it("counts contract wallets' signatures, and refuses a wallet entry that its actor's own key signed", async () => {
    const plan = [{ log: LOG, nonces: [0, 1], actors: [3, 1] }];
    const { audit, ...found } = await look({
      plan,
      entry: (e, i) => (i === 1 ? { ...e, scheme: 1, verifiedBlock: 7 } : e),
    });
    expect(found).toEqual(nothing);
    expect(audit.unchecked).toEqual({ payloads: 2, signatures: 0, wallets: 2 });
    expect(audit.findings.filter(({ code }) => code !== "malformed")).toMatchObject(
      finding("bad_signature").map((one) => ({ ...one, where: `${FILE}:2` })),
    );
  });

  it("shows by its types an act entered as an ask, and a holder that was not carried over", async () => {
    const { audit } = await look({
      plan: objectPlan(),
      entry: (e, i, name) => {
        if (name !== LOG) return { ...e, part: 2 };
        return i === 4 ? { ...e, holder: new Uint8Array(20).fill(0xe8) } : e;
      },
    });
    const codes = audit.findings.map(({ code, where }) => [code, where]);
    expect(codes).toEqual([
      ["wrong_carry", `${FILE}:5`],
      ["object_mismatch", "logs/b.example.jsonl:1"],
    ]);
  });

  it("answers the challenge for an action, and reports that it cannot answer for an entry", async () => {
    const question = { operator: operator.operator, kind: "action", log, index: SALE } as const;
    const full = await readHeldExport(honest.read, storedOf(honest));
    const open = await readHeldExport(withholding(honest.read), storedOf(honest));
    expect(makeAnswer(open, question)).toEqual(makeAnswer(full, question));
    expect(() => makeAnswer(open, { ...question, kind: "entry" })).toThrow(/action of entry 3 .* cannot be read/);
  });
});

const flip = <T extends Hex>(hex: T): T => `${hex.slice(0, -2)}${hex.endsWith("00") ? "01" : "00"}` as T;

const withV = (signature: Hex, change: (v: number) => number): Hex => {
  const bytes = fromHex(signature);
  return toHex(bytes.with(64, change(bytes[64]!)));
};

function highS(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
  return withV(`${signature.slice(0, 66)}${s}${signature.slice(130)}` as Hex, (v) => 55 - v);
}
