import { beforeAll, describe, expect, it } from "vitest";
import { checkpointOrigin, privateKeySigner, type Hex } from "anchorlog/action";
import { formatTrust, parseTrust, signSuccessor, type TrustedOperator } from "anchorlog/verify/bundle";
import { ed25519NoteKey } from "anchorlog/tlog";
import { startServer } from "../../server/test/harness.ts";
import { judgeDescription, type Description } from "../src/operator.ts";
import { clientOf, describedBy, newWallet, ownerOf } from "./served.ts";

const server = await startServer();
const ada = await ownerOf(server, "ada@example.com");

const stranger = privateKeySigner(`0x${"5e".repeat(32)}`);
const lower = ({ address }: { readonly address: Hex }) => address.toLowerCase() as Hex;
const holder = lower(newWallet());

/** Tries to get a request and a typed action signed for the API at this address. */
async function tryOn(url: string, fetch: (request: Request) => Promise<Response>, operator?: TrustedOperator) {
  let asked = 0;
  const { account: wallet } = ada;
  const account: typeof wallet = {
    ...wallet,
    signTypedData: async (data) => {
      asked++;
      return wallet.signTypedData(data);
    },
  };
  const client = clientOf(server, { url, fetch, account, operator, tokens: ada.tokens()! });
  const reasons: unknown[] = [];
  for (const call of [
    () => client.sign("Transfer", { objectId: "deed-1", holder }),
    () => client.POST("/templates", { body: { name: "x" } }),
  ])
    await call().catch((error: unknown) => reasons.push((error as { reason?: unknown }).reason));
  expect(asked).toBe(0);
  return reasons;
}

/** A service that answers like the API, except for its description of itself. */
const service = (said: (real: Description) => Promise<object>) => async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const response = await server.heldFetch(new Request(`http://api.example${pathname}${search}`, request));
  if (pathname !== "/.well-known/anchorlog") return response;
  return Response.json(await said((await response.json()) as Description));
};

describe("a made-up service gets no signature", () => {
  const url = "https://made-up.example";
  const authority = "made-up.example";

  it.each<[string, string, (real: Description) => Promise<object>]>([
    [
      "if it signs with its own key",
      "unknown_receipt_key",
      ({ domain }) => describedBy(stranger, { ...server.trusted, receiptKey: lower(stranger) }, { authority, domain }),
    ],
    [
      "if it lists its own key before the operator's",
      "unknown_receipt_key",
      ({ domain }) => {
        const own = { role: "receipt", key: lower(stranger), until: Date.UTC(2100, 0) / 1000 } as const;
        return describedBy(stranger, { ...server.trusted, earlier: [own] }, { authority, domain });
      },
    ],
    [
      "if it names the operator's key",
      "bad_description",
      ({ domain }) =>
        describedBy(stranger, server.trusted, { authority, domain, receipt_key: server.trusted.receiptKey }),
    ],
    [
      "if it is another operator's",
      "other_operator",
      ({ domain }) => {
        const id = { ...server.trusted, operator: holder };
        const noteKey = ed25519NoteKey(checkpointOrigin(id), server.trusted.noteKey.publicKey);
        return describedBy(stranger, { ...id, noteKey, receiptKey: lower(stranger) }, { authority, domain });
      },
    ],
    ["if it has no domain", "bad_description", async (real) => ({ ...real, authority, domain: undefined })],
    ["if it does not describe its keys", "bad_description", async (real) => ({ ...real, authority, trust: undefined })],
  ])("%s", async (_, reason, said) => {
    expect(await tryOn(url, service(said), server.trusted)).toEqual([reason, reason]);
    // Without a pinned operator, nothing is signed for any description.
    for (const found of await tryOn(url, service(said))) expect(["not_pinned", "bad_description"]).toContain(found);
  });
});

describe("a relay of the real API gets no signature", () => {
  const url = "https://relay.example";

  it("if it passes on the API's answers unchanged", async () => {
    const relayed = service(async (real) => real);
    expect(await tryOn(url, relayed, server.trusted)).toEqual(["other_authority", "other_authority"]);
    expect(await tryOn(url, relayed)).toEqual(["other_authority", "other_authority"]);
  });

  it("if it gives the API its own name", async () => {
    const renaming = service(async (real) => ({ ...real, authority: "relay.example" }));
    expect(await tryOn(url, renaming, server.trusted)).toEqual(["bad_description", "bad_description"]);
  });
});

it("the API itself gets signatures only for a pinned operator", async () => {
  const direct = service(async (real) => real);
  expect(await tryOn("http://api.example", direct)).toEqual(["not_pinned", "not_pinned"]);
  const client = clientOf(server, { account: ada.account, tokens: ada.tokens()!, fetch: direct });
  await client.POST("/templates", { body: { name: "pinned" } });
});

describe("a rotated receipt key", () => {
  const NOW = Date.UTC(2026, 0, 5);
  const [first, second] = [privateKeySigner(`0x${"a1".repeat(32)}`), privateKeySigner(`0x${"a2".repeat(32)}`)];
  const until = NOW / 1000 - 3_600;
  let before: TrustedOperator;
  beforeAll(() => void (before = { ...server.trusted, receiptKey: lower(first) }));
  const after = (endorsement?: Hex): TrustedOperator => ({
    ...before,
    receiptKey: lower(second),
    earlier: [{ role: "receipt", key: lower(first), until, ...(endorsement && { endorsement }) }],
  });
  const endorsed = (by = first) => signSuccessor(before, { key: lower(second), from: until }, by);
  const judge = async (operator: TrustedOperator, said: object, now = NOW) => {
    const rules = { origin: "https://api.example", now, pin: { operator } };
    return (await judgeDescription(said as Description, rules)).trusted;
  };

  it("is replaced only by a key that it has endorsed", async () => {
    const next = after(await endorsed());
    expect(await judge(before, await describedBy(second, next))).toEqual(next);
    for (const endorsement of [undefined, await endorsed(second)]) {
      const said = await describedBy(second, after(endorsement));
      await expect(judge(before, said)).rejects.toMatchObject({ reason: "unknown_receipt_key" });
    }
  });

  it("keeps its place among older keys that the client learns, so that the operator can be stored", async () => {
    const older = { role: "receipt", key: lower(stranger), until: until - 3_600 } as const;
    const known = after();
    const found = await judge(known, await describedBy(second, { ...known, earlier: [older, ...known.earlier!] }));
    expect(found.earlier).toEqual([older, ...known.earlier!]);
    expect(parseTrust(formatTrust(found))).toEqual(found);
  });

  it("is refused after its end, and its end cannot be withdrawn", async () => {
    const known = after();
    const said = await describedBy(first, before);
    await expect(judge(known, said)).rejects.toMatchObject({ reason: "key_ended" });
    await expect(judge(before, await describedBy(first, after()))).rejects.toMatchObject({ reason: "key_ended" });
    // Before that time, both keys are known, and the first still signs.
    expect(await judge(known, said, 1000 * until)).toEqual(known);
  });
});
