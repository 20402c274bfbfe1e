/** What a newcomer finds: a log with a few actions, and a program that adds one. */
import { logId } from "../../action/domain.ts";
import { toTypedData } from "../../action/envelope.ts";
import { defineActions, type Message, type SignedAction } from "../../action/kinds.ts";
import type { RegisteredIdentity } from "../../anchor/registration.ts";
import { developmentAccount } from "../../development/keys.ts";
import { inLowerCase } from "../../encoding/hex.ts";

export const SAMPLE_LOG = "sample";
export const SAMPLE_KINDS = {
  Mint: { objectId: "string", to: "address" },
  Transfer: { objectId: "string", to: "address" },
} as const;

/** The development accounts that are wallets here. */
const FIRST_WALLET = 4;
const WALLETS = 3;
const types = defineActions(SAMPLE_KINDS);

/** An action that one of the sample's wallets signs: each mints an object, or transfers the one before to the next. */
export async function sampleAction(operator: RegisteredIdentity, number: number): Promise<SignedAction> {
  const wallet = (i: number) => developmentAccount(FIRST_WALLET + (i % WALLETS), operator.chainId);
  const isMint = number % 2 === 0;
  const turn = Math.floor(number / 2);
  const to = inLowerCase(wallet(isMint ? turn : turn + 1).address);
  const message: Message = {
    log: logId(operator, SAMPLE_LOG),
    actor: inLowerCase(wallet(turn).address),
    nonce: `${BigInt(number)}`,
    deadline: `${BigInt(Math.floor(Date.now() / 1000) + 3_600)}`,
    payload: { objectId: `object/${turn + 1}`, to },
  };
  const { name, version, chainId, registry } = operator;
  const primaryType = isMint ? "Mint" : "Transfer";
  const data = toTypedData(types.kinds.get(primaryType)!, message, {
    name,
    version,
    chainId,
    verifyingContract: registry,
  });
  return { primaryType, message, signature: await wallet(turn).signTypedData(data) };
}

/** A program that signs an action as a development wallet, sends it to the operator, and keeps its bundle. */
export function actProgram(operator: RegisteredIdentity, url: string): string {
  const { name, version, chainId, registry } = operator;
  const given = {
    operator: { chainId, registry, operator: operator.operator },
    domain: { name, version, chainId, verifyingContract: registry },
  };
  return `// Signs an action as a wallet, sends it to the operator of \`anchorlog dev\`, and keeps its proof bundle.
//
//     node act.mjs [OBJECT]
import { writeFile } from "node:fs/promises";
import { defineActions, logId, toTypedData } from "anchorlog/action";
import { mnemonicToAccount } from "viem/accounts";

const { operator, domain } = ${JSON.stringify(given, undefined, 2)};
const { kinds } = defineActions(${JSON.stringify(SAMPLE_KINDS)});
// Everybody knows this wallet's key: it is for local chains only.
const wallet = mnemonicToAccount("test test test test test test test test test test test junk", { addressIndex: 9 });
const actor = wallet.address.toLowerCase();

const message = {
  log: logId(operator, ${JSON.stringify(SAMPLE_LOG)}),
  actor,
  nonce: String(Date.now()),
  deadline: String(Math.floor(Date.now() / 1000) + 600),
  payload: { objectId: process.argv[2] ?? "my first object", to: actor },
};
const signature = await wallet.signTypedData(toTypedData(kinds.get("Mint"), message, domain));

const ask = async (method, path, body) => {
  const answer = await fetch("${url}" + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const json = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(json));
  return json;
};
const { log, index } = await ask("POST", "/actions", { primaryType: "Mint", message, signature });
console.log("accepted: entry " + index + " of log " + log);
const { size } = await ask("POST", "/anchor");
console.log("anchored: the chain holds " + size + " batches");
const file = new URL("bundle-" + index + ".json", import.meta.url);
await writeFile(file, JSON.stringify(await ask("GET", "/bundles/" + log + "/" + index)));
console.log("its bundle: " + file.pathname);
`;
}
