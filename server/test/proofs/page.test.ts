import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Hex } from "anchorlog";
import { developmentAccount, LOCAL_CHAIN_ID } from "anchorlog/development";
import { parseBundle, parseTrust, type BundleVerdict } from "anchorlog/verify/bundle";
import { parseCheckpoint } from "anchorlog/batch";
import { actionIdOf } from "../../src/actions/planning.ts";
import { ITEMS } from "../../src/objects/positions.ts";
import { deedOf, deedsIn } from "../../../src/page/deed.ts";
import { isCalled, isContent, timeOf, visible } from "../../../src/page/facts.ts";
import {
  formatFragment,
  MAX_BYTES,
  namedIn,
  readDocument,
  readFragment,
  readLink,
  readText,
} from "../../../src/page/input.ts";
import { judgeOther, otherHeadline } from "../../../src/page/other.ts";
import { judge, type PageVerdict, type PageQuestion } from "../../../src/page/judge.ts";
import { checksOf, headline, ownerOf, standing, trusted } from "../../../src/page/words.ts";
import { startServer } from "../harness.ts";
import { mint } from "./minted.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const server = await startServer();
const minted = await mint(server);

describe("a visitor's input to the verification page", () => {
  it("is recognized by its content", () => {
    const { bundle, link, trust, note } = minted;
    expect(readText(trust)).toEqual({ kind: "trust", trust: parseTrust(trust) });
    expect(readText(note)).toEqual({ kind: "checkpoint", checkpoint: parseCheckpoint(note) });
    expect(readDocument(bytesOf(bundle))).toEqual({ kind: "bundle", bundle: bytesOf(bundle) });
    const compact = { kind: "bundle", bundle: Uint8Array.from(Buffer.from(link, "base64url")) };
    expect(readText(` https://api.example/verify/${minted.id}#${link}\n`)).toEqual(compact);
    expect(readText(link)).toEqual(compact);
  });

  it("in a link may be any proof, and never a trust file or checkpoint", () => {
    const { bundle, trust, note } = minted;
    const linked = (text: string) => readLink(formatFragment(bytesOf(text)));
    expect(linked(bundle)).toEqual({ kind: "bundle", bundle: bytesOf(bundle) });
    const { entry, receipt } = parseBundle(bundle);
    const others = [{ entry, ...receipt }, { format: "anchorlog.proof/1" }].map((one) => JSON.stringify(one));
    for (const text of others) expect(linked(text)).toEqual({ kind: "other", text });
    expect(() => linked(trust)).toThrow("A link cannot bring a trust file. Choose it as a file.");
    expect(() => linked(note)).toThrow("A link cannot bring a checkpoint. Choose it as a file.");
    expect(() => readText(`https://api.example/verify#${formatFragment(bytesOf(trust))}`)).toThrow("a trust file");
    expect(() => readLink("A".repeat(4 * Math.ceil(MAX_BYTES / 3) + 4))).toThrow(/No proof has over/);
  });

  it.each([
    ["a damaged trust file", () => readText(minted.trust.replace('"31337"', "31337")), /The trust file .*chainId/],
    ["a note without a signature", () => readText(minted.note.split("\n\n")[0]!), /The checkpoint cannot be read/],
    ["an address without a proof", () => readText("https://api.example/verify/act_1"), /nor a complete link/],
    ["a truncated character", () => readFragment("A"), /nor a complete link/],
    ["base64 instead of base64url", () => readFragment("ab+/"), /nor a complete link/],
    ["blank", () => readText(" "), /empty/],
    ["packed", () => readDocument(Uint8Array.of(0x50, 0x4b, 3, 4)), /Unpack it/],
    ["too large", () => readDocument(new Uint8Array(MAX_BYTES + 1)), /4194305 bytes/],
  ])("is refused if it is %s", (_, read, why) => {
    expect(read).toThrow(why);
  });

  it("may be a path that names an action, nothing, or an invalid name", () => {
    const action = `act_${"0a".repeat(16)}`;
    expect(["", "/", `/${action}`, "/x", `/${action}0`, "/act_1"].map((end) => namedIn(`/verify${end}`))).toEqual([
      {},
      {},
      { action },
      { isNone: true },
      { isNone: true },
      { isNone: true },
    ]);
    expect(namedIn("/home/ada/verify.html")).toEqual({});
  });

  it("is encoded in a link byte for byte", () => {
    for (const bytes of [[], [255], [251, 255], [0, 1, 2, 254]].map((list) => Uint8Array.from(list))) {
      expect(readFragment(formatFragment(bytes))).toEqual(bytes);
      expect(formatFragment(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
    }
  });
});

describe("the text of the verification page", () => {
  it("says what a typed action does, and what a signed request asks for", () => {
    const [holder, nobody] = [`0x${"a1".repeat(20)}`, `0x${"00".repeat(20)}`];
    expect(deedOf("Transfer", { objectId: "seat-12", holder })).toBe(`Transfer of seat-12 to ${holder}`);
    expect(deedOf("Burn", { objectId: "seat-12", holder: nobody })).toBe("Burn of seat-12");
    expect(deedOf("SetAttributes", { objectId: "seat-12", properties: "{}" })).toBe("Set attributes of seat-12");
    const asked = (body: unknown): string[] => deedsIn(bytesOf(JSON.stringify(body)));
    const transfer = { transfer: { id: "seat-12", to: holder } };
    expect(asked({ action: transfer })).toEqual([`Transfer of seat-12 to ${holder}`]);
    expect(asked({ actions: [transfer, { set_attributes: { id: "seat-12", properties: {} } }] })).toEqual([
      `Transfer of seat-12 to ${holder}`,
      "Set attributes of seat-12",
    ]);
    const others = [asked({ name: "ticket" }), asked(null), asked({ action: "mint" }), deedsIn(Uint8Array.of(255))];
    expect(others).toEqual([[], [], [], []]);
  });

  it("uses bytes as a request's content only if the signed digest matches", () => {
    const content = bytesOf('{"action":{}}');
    const contentDigest = `0x${createHash("sha256").update(content).digest("hex")}`;
    const facts = { kind: "HttpRequest", fields: [{ name: "contentDigest", type: "bytes32", value: contentDigest }] };
    expect(isContent(content, facts)).toBe(true);
    expect(isContent(bytesOf('{"action": {}}'), facts)).toBe(false);
    expect(isContent(content, { ...facts, kind: "Note" })).toBe(false);
  });

  it("names the holder when the log was asked, or after an action", () => {
    const [key, holder] = [`0x${"0b".repeat(32)}`, `0x${"a1".repeat(20)}`] as const;
    const said = (isAsked: boolean, prior: number | undefined, by: Hex) =>
      standing({ isAsked, key, prior, holder: by }, 812);
    const [anybody, nobody] = [`0x${"ff".repeat(20)}`, `0x${"00".repeat(20)}`] as const;
    expect([
      said(true, 640, holder),
      said(true, 640, nobody),
      said(true, 0, anybody),
      said(true, undefined, anybody),
      said(false, 640, holder),
      said(false, undefined, anybody),
      said(false, 0, nobody),
    ]).toEqual([
      `When asked at entry 812, ${holder} held the object. The last act upon it is entry 640.`,
      "When asked at entry 812, nobody could act upon the object. The last act upon it is entry 640.",
      "When asked at entry 812, anybody could act upon the object. The last act upon it is entry 0.",
      "When asked at entry 812, nothing had been done with the object.",
      `From entry 812 on, ${holder} holds the object, and only this account may act upon it. The act before is entry 640.`,
      "From entry 812 on, anybody may act upon the object. Nothing was done with the object before.",
      "From entry 812 on, nobody may act upon the object. The act before is entry 0.",
    ]);
  });

  it("names an action as the server does, also one of many in a request", () => {
    const digest = `0x${"5a".repeat(32)}` as const;
    const text = digest.slice(2);
    const [typed, request] = [
      { kind: "Mint", digest },
      { kind: "HttpRequest", digest },
    ];
    expect([isCalled(actionIdOf(text), typed), isCalled(actionIdOf(text), request)]).toEqual([true, true]);
    expect(isCalled(actionIdOf(text, ITEMS - 1), request)).toBe(true);
    expect(isCalled(actionIdOf(text, 0), typed)).toBe(false);
    expect(isCalled(actionIdOf(text, ITEMS), request)).toBe(false);
    expect(isCalled(actionIdOf("5b".repeat(32)), request)).toBe(false);
  });

  it("escapes invisible characters", () => {
    expect(visible("a\u202eb\u0000c\u200bd\ue000e\u2028\nf")).toBe(
      String.raw`a\u{202e}b\u{0}c\u{200b}d\u{e000}e\u{2028}` + "\nf",
    );
    // Letters that are blank.
    expect(visible("a\u3164b\u115fc\u2800")).toBe(String.raw`a\u{3164}b\u{115f}c\u{2800}`);
    expect(visible("Zauberflöte 東京 🎟")).toBe("Zauberflöte 東京 🎟");
  });

  it("shows times that no calendar has", () => {
    expect(timeOf(Date.UTC(2026, 0, 5, 9))).toBe("2026-01-05 09:00:00 UTC");
    expect(timeOf(1_000 * Number(2n ** 64n - 1n))).toMatch(/^second 184467/);
  });
});

describe("a verdict of the verification page", () => {
  const ask = (more: Partial<PageQuestion> = {}): Promise<PageVerdict> =>
    judge({ bundle: bytesOf(minted.bundle), ...more });
  const shown = (judged: PageVerdict): string[] =>
    checksOf(judged, judged.facts!).map(({ holds, name }) => `${holds ? "+" : "-"} ${name}`);
  const alone = ["+ Signature", "+ Log", "+ Receipt", "+ Batch", "+ Checkpoint"];

  it("names the operator of the proof, and says if it is not the host's", async () => {
    const facts = (await ask()).facts!;
    const { chainId, registry, address, name } = facts.bundle.operator;
    const who = `The operator of this proof is ${address}, which calls itself “${name}”.`;
    const ours = { host: "api.example", operator: `${chainId}/${registry}/${address}` };
    expect(ownerOf(facts, ours)).toBe(`${who} It runs api.example, whose page this is.`);
    expect(ownerOf(facts, { host: "", operator: "" })).toBe(who);
    for (const operator of [`1/${registry}/${address}`, `${chainId}/${registry}/0x${"a1".repeat(20)}`]) {
      expect(ownerOf(facts, { ...ours, operator })).toBe(
        `${who} It is not the operator of api.example, whose page this is: api.example does not answer for it.`,
      );
    }
  });

  it("lists what was checked, and what was not", async () => {
    const operator = parseTrust(minted.trust);
    const checkpoint = parseCheckpoint(minted.note);
    expect(shown(await ask())).toEqual([...alone, "- Chain"]);
    expect(shown(await ask({ operator }))).toEqual([...alone, "+ Trust file", "- Chain"]);
    const included = await ask({ operator, checkpoint });
    expect(shown(included)).toEqual([...alone, "+ Trust file", "+ Your checkpoint", "- Chain"]);
    expect(headline(included)).toMatchObject({ tone: "valid", title: "Included" });
    const other = {
      ...operator,
      operator: developmentAccount(7, LOCAL_CHAIN_ID).address.toLowerCase() as `0x${string}`,
    };
    const doubted = await ask({ operator: other });
    expect(shown(doubted)).toEqual([...alone, "- Trust file", "- Chain"]);
    expect(headline(doubted)).toMatchObject({ tone: "indeterminate", title: "Another operator" });
  });

  it("hides a broken bundle, and accuses nobody if a receipt key is not in the trust file", async () => {
    // The page does not ask the node about the broken bundle: no node answers at this address.
    const node = "http://127.0.0.1:9";
    const broken = await ask({ bundle: bytesOf(minted.bundle.replace("ticket-12", "ticket-13")), node });
    expect(broken).toMatchObject({ verdict: { code: "signature_mismatch" }, isBroken: true, facts: undefined });
    expect(headline(broken).title).toBe("Not a proof");
    expect(headline(broken).text).toMatch(
      /^The action was changed .*\. So the file does not show that the actor signed/,
    );
    expect(headline(broken).text).toMatch(/It does not show who changed the file, or what the log has\.$/);
    // A trust file may be older or newer.
    const operator = { ...parseTrust(minted.trust), receiptKey: `0x${"11".repeat(20)}` as const };
    const doubted = await ask({ operator });
    expect(doubted).toMatchObject({ verdict: { code: "unknown_receipt_key" }, isBroken: false });
    expect(headline(doubted)).toMatchObject({ tone: "indeterminate", title: "Another receipt key" });
  });

  it("includes the checkpoint, whatever the node answers", async () => {
    const node = "http://127.0.0.1:9";
    const checkpoint = parseCheckpoint(minted.note);
    const silent = await ask({ checkpoint, node });
    expect(silent.verdict).toMatchObject({ verdict: "indeterminate", code: "rpc_unavailable" });
    expect(shown(silent)).toEqual([...alone, "+ Your checkpoint", "- Chain"]);
    const contradicted = await ask({ checkpoint: { ...checkpoint, root: new Uint8Array(32) }, node });
    expect(contradicted).toMatchObject({ verdict: { code: "checkpoint_mismatch" }, facts: undefined });
    expect(headline(contradicted).title).toBe("Contradicted");
    expect(headline(contradicted).text).toMatch(/So this is another history .* It does not show who made it: /);
  });

  it("is indeterminate if the node does not answer, and says so", async () => {
    const silent = await ask({ node: "http://127.0.0.1:9" });
    expect(silent.verdict).toMatchObject({ verdict: "indeterminate", code: "rpc_unavailable" });
    expect(headline(silent).title).toBe("No answer");
    expect(shown(silent)).toEqual([...alone, "- Chain"]);
    expect(trusted(silent, silent.facts!, 0).at(-1)).toEqual({
      name: "Node",
      value: "127.0.0.1:9",
      note: "It gave no answer.",
    });
  });

  it("says that a contract wallet's signature was not checked here", async () => {
    const { facts, ...judged } = await ask();
    const wallet = { ...facts!, walletBlock: 7 };
    const [signature] = checksOf({ ...judged, facts: wallet }, wallet);
    expect(signature).toMatchObject({ holds: false, text: expect.stringContaining("at block 7") });
  });

  it("warns of a registry that no release has, and of a development chain", async () => {
    const { facts, ...judged } = await ask();
    const noteOf = (registry: `0x${string}`, question: PageQuestion): string | undefined => {
      const { bundle } = facts!;
      const changed = { ...facts!, bundle: { ...bundle, operator: { ...bundle.operator, registry } } };
      return trusted({ ...judged, question, facts: changed }, changed, 0).find(({ name }) => name === "Registry")?.note;
    };
    const { registry } = facts!.bundle.operator;
    expect(noteOf(registry, judged.question)).toMatch(/code of a release/);
    expect(noteOf(`0x${"22".repeat(20)}`, judged.question)).toMatch(/No release/);
    const operator = { ...parseTrust(minted.trust), registry: `0x${"22".repeat(20)}` as const };
    expect(noteOf(`0x${"22".repeat(20)}`, { ...judged.question, operator })).toMatch(/Your trust file/);
    expect(trusted({ ...judged, facts }, facts!, 0).find(({ name }) => name === "Chain")?.note).toMatch(/development/);
  });

  it("on a later version shows none of its contents", async () => {
    const later = await ask({ bundle: bytesOf('{"format":"anchorlog.bundle/2"}') });
    expect(later).toMatchObject({
      verdict: { code: "newer_format" } satisfies Partial<BundleVerdict>,
      facts: undefined,
    });
    expect(headline(later)).toMatchObject({ tone: "indeterminate", title: "A later version" });
  });
});

describe("a verdict on another document", () => {
  it("on a receipt needs a trust file, and is indeterminate without one", async () => {
    const { entry, receipt } = parseBundle(minted.bundle);
    const text = JSON.stringify({ entry, ...receipt });
    expect(readDocument(bytesOf(text))).toEqual({ kind: "other", text });
    const alone = await judgeOther(text, {}, undefined);
    expect(otherHeadline(alone)).toMatchObject({ tone: "indeterminate", title: "Nobody was asked" });
    const operator = parseTrust(minted.trust);
    const trusted = await judgeOther(text, { operator }, undefined);
    expect(otherHeadline(trusted)).toMatchObject({ tone: "valid", title: "Promised" });
    const forged = JSON.stringify({ entry, ...receipt, key: operator.operator });
    expect(otherHeadline(await judgeOther(forged, { operator }, undefined)).tone).toBe("invalid");
  });

  it("is indeterminate if the document is not evidence", async () => {
    const manifest = '{"format":"anchorlog.export/1"}';
    expect(otherHeadline(await judgeOther(manifest, {}, undefined)).title).toBe("Not evidence");
  });
});
