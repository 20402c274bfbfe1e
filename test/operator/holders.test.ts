import { createPublicClient, createTestClient, http } from "viem";
import { describe, expect, it } from "vitest";
import { objectKeyOf, toHex, type AnchorlogOptions, type Hex, type SignedAction } from "anchorlog";
import { ANYBODY, hashDomain, verifyAction, type VerifiedAction, type WalletVerifier } from "anchorlog/action";
import { connectWallets, depositStake, registerOperator } from "anchorlog/chain";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { confirmedClient } from "../../src/chain/endpoints.ts";
import { createHolders } from "../../src/operator/accept/holders.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { startNode } from "../../scripts/node.ts";
import {
  keys,
  NOW,
  openTestOperator,
  operator,
  signAction,
  signActionFor,
  types,
  wallets,
  type TestOperator,
} from "../operator.ts";

const LOG = "a.example";
const account = wallets[0]!;
const policy = { chainId: LOCAL_CHAIN_ID, clock: () => NOW, maxBlockAge: Infinity, timeout: 600_000 };
const [CONTRACT, PERSON, DELEGATE] = ["c0", "d0", "de"].map((byte) => `0x${byte.repeat(20)}`) as [Hex, Hex, Hex];
const NOBODY: Hex = `0x${"00".repeat(20)}`;

const setCode = (address: Hex, bytecode: Hex): Promise<void> =>
  createTestClient({ mode: "hardhat", chain: LOCAL_CHAIN, transport: http(node.url) }).setCode({ address, bytecode });
const node = closing(await startNode(NOW));
await node.advance(1);
await setCode(CONTRACT, "0x00");
await setCode(DELEGATE, `0xef0100${CONTRACT.slice(2)}`);

let nonce = 1;
const handTo = (holder: Hex, objectId = `object ${nonce}`): Promise<SignedAction> =>
  signAction(account, LOG, nonce++, { kind: "Hand", payload: { objectId, holder } });

/** Returns the verified action. @throws Error if the action is not valid. */
function verifiedOf(action: SignedAction): VerifiedAction {
  const { registry: verifyingContract } = operator;
  const domainSeparator = hashDomain({ ...operator, verifyingContract });
  const verdict = verifyAction(action, { kinds: types.kinds, domainSeparator, hasLog: () => true });
  if (verdict.verdict !== "valid") throw new Error(verdict.message);
  return verdict.action;
}

/** Asks the node, and counts the questions. */
function counted(verifier = connectWallets(node.url, policy)): WalletVerifier & { asked: Hex[] } {
  const asked: Hex[] = [];
  return { asked, chainId: verifier.chainId, ask: (question) => (asked.push(question.actor), verifier.ask(question)) };
}

async function operate(own: Partial<AnchorlogOptions>): Promise<TestOperator["anchorlog"]> {
  return (await openTestOperator(undefined, undefined, own)).anchorlog;
}
type Answers = Awaited<ReturnType<TestOperator["anchorlog"]["submitMany"]>>;
const said = (answers: Answers): string[] =>
  answers.map((answer) => ("code" in answer ? `${answer.status} ${answer.code}` : answer.status));

describe("the next holder that an action names", () => {
  it("may not be a contract, which could never act", async () => {
    const wallets = counted();
    const anchorlog = await operate({ wallets });
    const toContract = await handTo(CONTRACT);
    const calls = [toContract, await handTo(PERSON), await handTo(DELEGATE), await handTo(PERSON)];
    const accepted = ["accepted", "accepted", "accepted"];
    expect(said(await anchorlog.submitMany(calls))).toEqual(["refused holder_cannot_act", ...accepted]);
    expect(wallets.asked.toSorted()).toEqual([CONTRACT, PERSON, DELEGATE]);
    const wrong = { verdict: "invalid", code: "holder_cannot_act" };
    expect(await anchorlog.judge(toContract)).toMatchObject(wrong);
    expect(await anchorlog.verify(toContract)).toMatchObject(wrong);
    expect(JSON.stringify(await anchorlog.judge(toContract))).toContain(CONTRACT);
    // The operator does not ask again about an account that can act. A refused action refuses its whole atomic call.
    expect(wallets.asked.filter((address) => address === PERSON)).toEqual([PERSON]);
    const atomic = await anchorlog.submitMany([await handTo(PERSON), await handTo(CONTRACT)], { atomic: true });
    expect(said(atomic)).toEqual(["refused not_appended", "refused holder_cannot_act"]);
  });

  it("is not looked up if it is anybody, nobody or the signer, or if the action names no holder", async () => {
    const wallets = counted();
    const anchorlog = await operate({ wallets });
    const self = account.address.toLowerCase() as Hex;
    const actions = await Promise.all([
      ...[toHex(ANYBODY), NOBODY, self].map((holder) => handTo(holder)),
      signAction(account, LOG, nonce++, { kind: "Vote", payload: { yes: true } }),
      signAction(account, LOG, nonce++),
      signAction(account, LOG, nonce++, { kind: "Ask", payload: { objectKey: `0x${"0b".repeat(32)}` } }),
    ]);
    expect(new Set(said(await anchorlog.submitMany(actions)))).toEqual(new Set(["accepted"]));
    expect(wallets.asked).toEqual([]);
  });

  it("is unknown if the node does not answer; an action in the log still gets its receipt", async () => {
    let verifier = connectWallets(node.url, policy);
    const anchorlog = await operate({
      wallets: { chainId: policy.chainId, ask: (question) => verifier.ask(question) },
    });
    const entered = await handTo(PERSON);
    expect(said(await anchorlog.submitMany([entered]))).toEqual(["accepted"]);
    const later: Hex = `0x${"d1".repeat(20)}`;
    const action = await handTo(later);
    verifier = connectWallets("http://127.0.0.1:9", policy);
    expect(said(await anchorlog.submitMany([action]))).toEqual(["indeterminate chain_unavailable"]);
    expect(await anchorlog.verify(action)).toMatchObject({ verdict: "indeterminate", retryable: true });
    verifier = connectWallets(node.url, policy);
    expect(said(await anchorlog.submitMany([action]))).toEqual(["accepted"]);
    // An action that was judged before causes no second question.
    const judged = await anchorlog.judge(await handTo(`0x${"d2".repeat(20)}`));
    if (judged.verdict !== "valid") throw new Error(judged.message);
    verifier = connectWallets("http://127.0.0.1:9", policy);
    expect(said(await anchorlog.submitMany([judged.action]))).toEqual(["accepted"]);
  });

  it("may have become a contract if the action is in the log already", async () => {
    const wallets = counted();
    const test = await openTestOperator(undefined, undefined, { wallets });
    const becomes: Hex = `0x${"d3".repeat(20)}`;
    const action = await handTo(becomes);
    expect(said(await test.anchorlog.submitMany([action]))).toEqual(["accepted"]);
    await test.anchorlog.close();
    await setCode(becomes, "0x00");
    const again = await openTestOperator(test.folder, undefined, { wallets });
    expect(said(await again.anchorlog.submitMany([action, await handTo(becomes)]))).toEqual([
      "retry",
      "refused holder_cannot_act",
    ]);
    await again.anchorlog.close();
  });

  it("may be a contract if the option allows that for the kind", async () => {
    const wallets = counted();
    const anchorlog = await operate({ wallets, contractHolders: ["Hand"] });
    expect(said(await anchorlog.submitMany([await handTo(CONTRACT)]))).toEqual(["accepted"]);
    expect(wallets.asked).toEqual([]);
  });

  it("may be any address if there is no node", async () => {
    const anchorlog = await operate({});
    expect(said(await anchorlog.submitMany([await handTo(CONTRACT)]))).toEqual(["accepted"]);
  });
});

describe("the option contractHolders", () => {
  it.each<[string, unknown]>([
    ["a name", "Hand"],
    ["an unknown kind", ["Hold"]],
    ["a kind that names no holder", ["Transfer"]],
    ["a built-in kind", ["Ask"]],
    ["a hole", [undefined]],
  ])("is refused if it is %s", async (_, contractHolders) => {
    const bad = openTestOperator(undefined, undefined, { contractHolders } as Partial<AnchorlogOptions>);
    await expect(bad).rejects.toMatchObject({ code: "bad_option", details: { option: "contractHolders" } });
  });
});

describe("the operator's own chain", () => {
  it("refuses contracts as holders, except for kinds that allow these", async () => {
    const { registry } = await deployLocally({ provider: node.provider });
    const owner = developmentAccount(1, LOCAL_CHAIN_ID);
    const identity = { ...operator, registry, operator: owner.address.toLowerCase() as Hex };
    const chain = node.writer(owner);
    await registerOperator(chain, identity, { ...identity, maxAnchorDelay: 3_600, ...keys });
    await depositStake(chain, identity);
    const now = 1_000 * Number((await node.client.getBlock()).timestamp);
    const over = { operator: identity, chain, maxAnchorDelay: 3_600 };
    const hand = (holder: Hex, objectId: string): Promise<SignedAction> =>
      signActionFor(identity, account, LOG, nonce++, {
        kind: "Hand",
        payload: { objectId, holder },
        deadline: now / 1_000 + 60,
      });
    const test = await openTestOperator(undefined, () => now, over);
    const { anchorlog } = test;
    const seat = { log: LOG, objectKey: objectKeyOf(types.kinds.get("Hand")!, { objectId: "seat", holder: PERSON }) };
    const toRegistry = await hand(registry, "seat");
    expect(said(await anchorlog.submitMany([toRegistry, await hand(CONTRACT, "another")]))).toEqual([
      "refused holder_cannot_act",
      "refused holder_cannot_act",
    ]);
    expect(await anchorlog.newest(seat)).toBeUndefined();
    expect(said(await anchorlog.submitMany([await hand(PERSON, "seat"), await hand(DELEGATE, "third")]))).toEqual([
      "accepted",
      "accepted",
    ]);
    expect(await anchorlog.newest(seat)).toEqual({ index: 0, holder: PERSON });
    await anchorlog.close();
    const lenient = await openTestOperator(test.folder, () => now, { ...over, contractHolders: ["Hand"] });
    const allowed = await hand(registry, "fourth");
    expect(said(await lenient.anchorlog.submitMany([allowed, toRegistry]))).toEqual(["accepted", "refused not_holder"]);
    const objectKey = objectKeyOf(types.kinds.get("Hand")!, allowed.message.payload);
    expect(await lenient.anchorlog.newest({ log: LOG, objectKey })).toEqual({ index: 2, holder: registry });
    await lenient.anchorlog.close();
  });

  const holdersOver = (url: string) => {
    const { walletClient } = node.writer(developmentAccount(0, LOCAL_CHAIN_ID));
    const publicClient = createPublicClient({ chain: LOCAL_CHAIN, transport: http(url, { retryCount: 0 }) });
    return createHolders({ kinds: types.kinds, client: confirmedClient({ publicClient, walletClient }) })!;
  };

  it("is asked for the code at the holder's address", async () => {
    const { judge, isChecked } = holdersOver(node.url);
    expect([...types.kinds.keys()].filter(isChecked)).toEqual(["Hand"]);
    const standing = async (holder: Hex) => (await judge(verifiedOf(await handTo(holder))))?.code;
    expect(await standing(CONTRACT)).toBe("holder_cannot_act");
    expect(await standing(PERSON)).toBeUndefined();
    expect(await standing(DELEGATE)).toBeUndefined();
    expect(await Promise.all([standing(CONTRACT), standing(CONTRACT)])).toEqual([
      "holder_cannot_act",
      "holder_cannot_act",
    ]);
  });

  it("gives no verdict if it does not answer", async () => {
    const { judge } = holdersOver("http://127.0.0.1:9");
    expect(await judge(verifiedOf(await handTo(PERSON)))).toMatchObject({
      verdict: "indeterminate",
      code: "chain_unavailable",
    });
  });
});
