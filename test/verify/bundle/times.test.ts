import { describe, expect, it, vi } from "vitest";
import { decodeHeader, encodeHeader, parseCheckpoint } from "anchorlog/batch";
import {
  encodeBundle,
  formatBundle,
  verifyBundle,
  type Bundle,
  type BundleVerdict,
  type IndeterminateCode,
} from "anchorlog/verify/bundle";
import { fromHex, toHex } from "anchorlog";
import { openFilledOperator, NOW, signAction, trusted, wallets } from "../../operator.ts";
import { fakeChain } from "./chain.ts";
import { promise } from "./promise.ts";

const test = await openFilledOperator();
const { note } = await test.anchorlog.checkpoint();
const checkpoint = parseCheckpoint(note);
const bundle = await test.anchorlog.bundle({ log: "a.example", index: 3 });

/** A bundle of an operator that accepts an action at any time. */
async function promiseAt(acceptedAt: number, deadline: bigint | number = NOW / 1000 + 3600): Promise<Bundle> {
  const action = await signAction(wallets[0]!, "a.example", 9, { deadline: deadline as number });
  return promise("a.example", action, { acceptedAt });
}
const brief = ({ verdict, state, code }: BundleVerdict) => `${verdict} ${state} ${code}`;

describe("an action entered after its deadline", () => {
  const last = 2 ** 53 - 1;
  it.each([
    ["in the last millisecond of its deadline's second", NOW + 60_999, NOW / 1000 + 60, "valid promised ok"],
    ["a millisecond later", NOW + 61_000, NOW / 1000 + 60, "invalid null deadline_passed"],
    ["where doubles have no thousandths, in time", last, BigInt(last) / 1000n, "valid promised ok"],
    [
      "where doubles have no thousandths, late",
      8_999_999_999_999_000,
      8_999_999_999_998n,
      "invalid null deadline_passed",
    ],
    ["under the deadline 0", 0, 0, "valid promised ok"],
    ["under the last deadline of all", last, 2n ** 64n - 1n, "valid promised ok"],
  ])("is no evidence of a lawful one: accepted %s", async (_, acceptedAt, deadline, expected) => {
    const given = await promiseAt(acceptedAt, deadline);
    for (const form of [formatBundle(given), encodeBundle(given)])
      expect(brief(await verifyBundle(form, { operator: trusted, receivedAt: acceptedAt }))).toBe(expected);
  });
});

describe("a receipt without a time of arrival", () => {
  const century = 100 * 365 * 86_400_000;

  it("promises nothing if it is dated ahead of this machine's clock, by over five minutes", async () => {
    const judge = async (acceptedAt: number) => {
      const given = await promiseAt(acceptedAt, Math.floor(acceptedAt / 1_000));
      return verifyBundle(formatBundle(given), { operator: trusted });
    };
    vi.spyOn(Date, "now").mockReturnValue(NOW);
    const late = await judge(NOW + century);
    expect(brief(late)).toBe("indeterminate null receipt_misdated");
    expect(late.message).toContain("ahead of this machine's clock");
    expect(brief(await judge(NOW - century / 2))).toBe("valid promised ok");
    expect(brief(await judge(NOW + 300_000))).toBe("valid promised ok");
    expect(brief(await judge(NOW + 300_001))).toBe("indeterminate null receipt_misdated");
    vi.restoreAllMocks();
  });

  it("does not weaken the verdict by a checkpoint", async () => {
    vi.spyOn(Date, "now").mockReturnValue(0);
    expect(brief(await verifyBundle(formatBundle(bundle), { checkpoint, operator: trusted }))).toBe(
      "valid included ok",
    );
    vi.restoreAllMocks();
  });
});

describe("a receipt that is dated back or ahead", () => {
  const receivedAt = NOW;
  const judge = async (given: Bundle, trust: Parameters<typeof verifyBundle>[1]) =>
    brief(await verifyBundle(formatBundle(given), { ...trust, receivedAt }));
  const chain = () => fakeChain(checkpoint);

  it.each([
    [-300_001, "indeterminate null receipt_misdated"],
    [-300_000, "valid promised ok"],
    [0, "valid promised ok"],
    [300_000, "valid promised ok"],
    [300_001, "indeterminate null receipt_misdated"],
    [2 ** 53 - 1 - NOW, "indeterminate null receipt_misdated"],
  ])("is no promise to who got it now: by %s ms", async (by, expected) => {
    const dated = await promiseAt(NOW + by, 2n ** 64n - 1n);
    expect(await judge(dated, { operator: trusted })).toBe(expected);
    expect(await judge(dated, { chain: chain() })).toBe(expected);
  });

  it("keeps the verdict without the receipt, and says why it does not count", async () => {
    const later = { receivedAt: NOW + 300_001 };
    const json = formatBundle(bundle);
    const verdicts: [Parameters<typeof verifyBundle>[1], string, IndeterminateCode | "ok"][] = [
      [{ operator: trusted }, "null", "ok"],
      [{ checkpoint }, "included", "ok"],
      [{ chain: chain() }, "anchored", "ok"],
      [{ chain: fakeChain(checkpoint, { finalSize: 3 }) }, "final", "ok"],
      [{ chain: fakeChain(undefined) }, "null", "not_anchored"],
      [{}, "null", "no_trust"],
    ];
    for (const [trust, state, but] of verdicts) {
      const verdict = await verifyBundle(json, { ...trust, ...later });
      expect(brief(verdict)).toBe(`indeterminate ${state} receipt_misdated`);
      expect(verdict.message).toContain(`(${but}): `);
      expect(verdict.message).toContain("dated 2026-01-05T09:00:00.000Z, it arrived at 2026-01-05T09:05:00.001Z");
    }
    const forged = formatBundle({ ...bundle, log: "b.example" });
    expect((await verifyBundle(forged, { checkpoint, ...later })).code).toBe("log_mismatch");
  });

  it("is not judged by an invalid time", async () => {
    for (const receivedAt of [Number.NaN, -1, 1.5, "now", new Date(), null]) {
      await expect(verifyBundle(formatBundle(bundle), { receivedAt: receivedAt as number })).rejects.toMatchObject({
        code: "bad_option",
      });
    }
  });
});

describe("the checkpoint that a verifier brings", () => {
  it("may be the text that the operator publishes, as the README has it", async () => {
    expect(brief(await verifyBundle(formatBundle(bundle), { checkpoint: note }))).toBe("valid included ok");
    expect(brief(await verifyBundle(formatBundle(bundle), { checkpoint: note, operator: trusted }))).toBe(
      "valid included ok",
    );
  });

  it("is the caller's mistake if it cannot be read, not the bundle's fault", async () => {
    const stored = await test.anchorlog.checkpoint();
    for (const given of ["", "{}", note.slice(0, -1), stored, null, 3, new Uint8Array(9)]) {
      await expect(verifyBundle(formatBundle(bundle), { checkpoint: given as string })).rejects.toMatchObject({
        code: "bad_option",
        message: expect.stringContaining("the trusted checkpoint cannot be read") as string,
      });
    }
  });
});

describe("an honest bundle", () => {
  it("is not called forged by a node of another chain", async () => {
    const elsewhere = { ...fakeChain({ size: 3, root: new Uint8Array(32) }), chainId: 1 };
    const others = { ...trusted, receiptKey: trusted.anchorKey };
    const verdict = await verifyBundle(formatBundle(bundle), { chain: elsewhere, operator: others });
    expect(brief(verdict)).toBe("indeterminate null wrong_chain");
    expect(verdict.message).toContain("the RPC serves chain 1, the bundle is of chain 31337");
  });
});

describe("the order of checks", () => {
  it("names a bundle's inclusion before the time of its batch, as the protocol does", async () => {
    const header = decodeHeader(fromHex(bundle.inclusion!.header));
    const early = toHex(encodeHeader({ ...header, closedAt: 1 }));
    const inclusion = { ...bundle.inclusion!, header: early };
    const codeOf = async (given: Bundle["inclusion"]) =>
      (await verifyBundle(formatBundle({ ...bundle, inclusion: given }), { checkpoint })).code;
    expect(await codeOf({ ...inclusion, path: [] })).toBe("inclusion_mismatch");
    expect(await codeOf(inclusion)).toBe("header_mismatch");
    expect(await codeOf({ ...inclusion, zkPath: inclusion.zkPath.toReversed() })).toBe("header_mismatch");
  });
});
