import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { getAddress } from "viem";
import { logId, toTypedData, type Domain, type Kind, type Message, type SignedAction } from "../../src/action/index.ts";
import { bytesToUint, uintToBytes, utf8 } from "../../src/base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../src/base/hex.ts";
import { AUTHORITY, ORGANIZATIONS, PLATFORM, types } from "../../examples/platform.ts";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "../development.ts";
import { exampleClock, exampleOperator } from "../examples.ts";
import type { Generated } from "./generated.ts";

const OBJECTS_PER_ORGANIZATION = 110;
const TRANSFERS_PER_ORGANIZATION = 260;
const UPDATES_PER_ORGANIZATION = 100;
const REQUESTS_PER_ORGANIZATION = 60;

type Draft = {
  kind: string;
  log: string;
  actor: number;
  payload: Record<string, string>;
  deadline?: number;
  nonce?: bigint;
};

const wallets = Array.from({ length: ROLES.wallets }, (_, i) =>
  developmentAccount(ROLES.firstWallet + i, LOCAL_CHAIN_ID),
);
const start = Math.floor(exampleClock().start / 1000);
const domain: Domain = {
  name: PLATFORM.name,
  version: PLATFORM.version,
  chainId: exampleOperator.chainId,
  verifyingContract: exampleOperator.registry,
};

/** Draws a number below `below` from the SHA-256 of a label, so every run draws the same. */
function draw(label: string, below: number): number {
  return Number(bytesToUint(sha256(utf8(label)).subarray(0, 6)) % BigInt(below));
}

function addressOf(wallet: number): Hex {
  return wallets[wallet]!.address.toLowerCase() as Hex;
}

/** Renders good actions of both organizations, then bad ones. */
async function renderExamples(): Promise<string> {
  const drafts = ORGANIZATIONS.map(organizationDrafts);
  const lines: string[] = [];
  // The organizations' actions arrive interleaved.
  for (let i = 0; drafts.some((list) => i < list.length); i++) {
    for (const list of drafts) if (list[i] !== undefined) lines.push(JSON.stringify(await sign(list[i]!)));
  }
  lines.push(...(await badLines(lines)));
  return `${lines.join("\n")}\n`;
}

function organizationDrafts(log: string): Draft[] {
  const owners: number[] = [];
  const mints: Draft[] = [];
  const rest: Draft[] = [];
  const objectId = (i: number): string => `${log}/object/${String(i).padStart(4, "0")}`;
  for (let i = 0; i < OBJECTS_PER_ORGANIZATION; i++) {
    owners[i] = draw(`${log} owner ${i}`, wallets.length);
    mints.push({
      kind: "Mint",
      log,
      actor: owners[i]!,
      payload: {
        objectId: objectId(i),
        to: addressOf(owners[i]!),
        templateId: `${log}/template/${i % 7}`,
        edition: String(i + 1),
      },
    });
  }
  for (let i = 0; i < TRANSFERS_PER_ORGANIZATION; i++) {
    const [sale] = rest;
    if (i === 1 && sale !== undefined) {
      rest.push(soldAgain(sale));
      continue;
    }
    const object = draw(`${log} object of transfer ${i}`, OBJECTS_PER_ORGANIZATION);
    const from = owners[object]!;
    const to = (from + 1 + draw(`${log} buyer ${i}`, wallets.length - 1)) % wallets.length;
    const price = String(1_000_000 + draw(`${log} price ${i}`, 900_000_000));
    owners[object] = to;
    rest.push({
      kind: "Transfer",
      log,
      actor: from,
      payload: { objectId: objectId(object), to: addressOf(to), price, salt: toHex(sha256(utf8(`${log} salt ${i}`))) },
    });
  }
  for (let i = 0; i < UPDATES_PER_ORGANIZATION; i++) {
    const object = draw(`${log} object of update ${i}`, OBJECTS_PER_ORGANIZATION);
    const payload = {
      objectId: objectId(object),
      property: "title",
      value: `No. ${i + 1}, “${log}” \u2014 édition spéciale`,
    };
    rest.splice(draw(`${log} place of update ${i}`, rest.length), 0, {
      kind: "Update",
      log,
      actor: owners[object]!,
      payload,
    });
  }
  for (let i = 0; i < REQUESTS_PER_ORGANIZATION; i++) {
    const body = JSON.stringify({ name: `hook ${i}`, url: `https://${log}.example/hooks/${i}` });
    const payload = {
      authority: AUTHORITY,
      method: i % 3 === 0 ? "POST" : "PUT",
      target: i % 3 === 0 ? "/webhooks" : `/webhooks/${i}?notify=true`,
      contentType: "application/json",
      contentDigest: toHex(sha256(utf8(body))),
    };
    rest.splice(draw(`${log} place of request ${i}`, rest.length), 0, {
      kind: "HttpRequest",
      log,
      actor: i % wallets.length,
      payload,
    });
  }
  return [...mints, ...rest].map((draft, i) => ({ ...draft, nonce: nonceOf(log, i) }));
}

/** A second sale of an object by the same seller, to another buyer: for a dispute. */
function soldAgain(sale: Draft): Draft {
  const buyer = wallets.findIndex((_, i) => i !== sale.actor && addressOf(i) !== sale.payload["to"]);
  const { objectId } = sale.payload;
  const salt = toHex(sha256(utf8(`${sale.log} salt of a second sale`)));
  return { ...sale, payload: { objectId: objectId!, to: addressOf(buyer), price: "1250000", salt } };
}

/** Nonces may be any unused numbers: these alternate between small and 256-bit ones. */
function nonceOf(log: string, i: number): bigint {
  return i % 2 === 0 ? BigInt(i) : bytesToUint(sha256(utf8(`${log} nonce ${i}`)));
}

async function sign(draft: Draft, under: Domain = domain): Promise<SignedAction> {
  const kind = kindOf(draft.kind);
  const message = {
    log: logId(exampleOperator, draft.log),
    actor: addressOf(draft.actor),
    nonce: String(draft.nonce),
    deadline: String(draft.deadline ?? start + 3_600),
    payload: draft.payload,
  } as Message;
  const data = toTypedData(kind, message, under);
  const signature = await wallets[draft.actor]!.signTypedData(data);
  return { primaryType: draft.kind, message, signature };
}

function kindOf(name: string): Kind {
  return types.kinds.get(name)!;
}

/** Lines that must be refused, each for its own reason. Only the retry is not refused. */
async function badLines(good: readonly string[]): Promise<string[]> {
  const [log] = ORGANIZATIONS;
  const payload = { objectId: `${log}/object/0001`, to: addressOf(2), price: "5", salt: toHex(sha256(utf8("bad"))) };
  const draft = (nonce: number, more: Partial<Draft> = {}): Draft => ({
    kind: "Transfer",
    log,
    actor: 1,
    payload,
    nonce: BigInt(nonce) + 1_000_000n,
    ...more,
  });
  const fresh = await sign(draft(0));
  const change = (message: object): string => JSON.stringify({ ...fresh, message: { ...fresh.message, ...message } });
  const withSignature = (signature: string): string => JSON.stringify({ ...fresh, signature });
  const forger = developmentAccount(ROLES.forger, LOCAL_CHAIN_ID);
  const forged = await forger.signTypedData(toTypedData(kindOf("Transfer"), fresh.message, domain));
  const replayed = { ...draft(0), nonce: 0n, actor: await firstActor(good) };
  const bytes = fromHex(fresh.signature);
  const highS = toHex(
    Uint8Array.from([
      ...bytes.subarray(0, 32),
      ...uintToBytes(secp256k1.Point.CURVE().n - bytesToUint(bytes.subarray(32, 64)), 32),
      55 - bytes[64]!,
    ]),
  );
  const elsewhere = await sign(draft(1), { ...domain, chainId: 1 });
  return [
    good[0]!, // an honest retry: answered with the first receipt
    withSignature(forged),
    change({ payload: { ...payload, to: addressOf(7) } }),
    JSON.stringify(await sign(replayed)),
    JSON.stringify(elsewhere),
    JSON.stringify(await sign(draft(2, { deadline: start - 1 }))),
    JSON.stringify(await sign(draft(3, { deadline: start + 30 * 86_400 }))),
    JSON.stringify(await sign(draft(4, { log: "another-organization" }))),
    JSON.stringify({ ...fresh, primaryType: "Burn" }),
    change({ comment: "just this once" }),
    JSON.stringify({
      ...fresh,
      message: { log: fresh.message.log, actor: fresh.message.actor, nonce: fresh.message.nonce, payload },
    }),
    change({ nonce: "0x0" }),
    change({ nonce: "007" }),
    change({ actor: getAddress(fresh.message.actor) }),
    change({ payload: { ...payload, price: "340282366920938463463374607431768211456" } }),
    JSON.stringify(fresh).replace('"price":"5"', '"price":"5","price":"6"'),
    withSignature(highS),
    withSignature(fresh.signature.slice(0, -2) + (bytes[64] === 27 ? "00" : "01")),
    withSignature(fresh.signature.slice(0, -2)),
    JSON.stringify(fresh).slice(0, -20),
  ];
}

async function firstActor(good: readonly string[]): Promise<number> {
  const { message } = JSON.parse(good[0]!) as SignedAction;
  return wallets.findIndex(({ address }) => address.toLowerCase() === message.actor);
}

export const generated: readonly Generated[] = [{ path: "examples/actions.jsonl", render: renderExamples }];
