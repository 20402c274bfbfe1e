/** Programs that `anchorlog dev` writes beside its configuration: examples, and tools for a rehearsal. */
import { DEVELOPMENT_MNEMONIC } from "../../development/keys.ts";

/** The development accounts that act and that challenge. `anchorlog dev` uses them for nothing else. */
const [WALLET, CHALLENGER] = [9, 8];

const CONFIG = `// An error of anchorlog has its remedy in its message.
process.on("uncaughtException", (error) => {
  console.error(error.name === "AnchorlogError" ? error.message : error);
  process.exit(1);
});
// By the configuration beside this file, or the one that ANCHORLOG_CONFIG names.
const config = await loadConfig(process.env.ANCHORLOG_CONFIG ?? fileURLToPath(new URL("anchorlog.jsonc", import.meta.url)));
`;

const account = (index: number): string =>
  `// This account's key is publicly known: use it on local chains only.
const account = mnemonicToAccount("${DEVELOPMENT_MNEMONIC}", { addressIndex: ${index} });
`;

const ACT = `// Signs an action as a wallet, sends it to the operator, and keeps its proof bundle.
//
//     node act.mjs [OBJECT]
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { defineActions, logId, toTypedData } from "anchorlog/action";
import { identityOf, loadConfig } from "anchorlog/daemon/config";
import { mnemonicToAccount } from "viem/accounts";

${CONFIG}const { name, version, ...operator } = identityOf(config);
const domain = { name, version, chainId: operator.chainId, verifyingContract: operator.registry };
const { kinds } = defineActions(config["operator.kinds"]);
${account(WALLET)}
const message = {
  log: logId(operator, config["operator.logs"][0]),
  actor: account.address.toLowerCase(),
  nonce: String(Date.now()),
  deadline: String(Math.floor(Date.now() / 1000) + 600),
  payload: { objectId: process.argv[2] ?? "my first object", to: account.address.toLowerCase() },
};
const signature = await account.signTypedData(toTypedData(kinds.get("Transfer"), message, domain));

const ask = async (method, path, body) => {
  const url = \`http://127.0.0.1:\${config["http.port"]}\${path}\`;
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const json = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(json));
  return json;
};
const { log, index } = await ask("POST", "/actions", { primaryType: "Transfer", message, signature });
console.log("accepted: entry " + index + " of log " + log);
const { status, size, from } = await ask("POST", "/anchor");
if (status === "too_soon") console.log("anchored later: the registry takes it from " + new Date(1000 * from).toISOString() + " on");
else console.log("anchored: the chain holds a checkpoint of size " + size);
const file = new URL("bundle-" + index + ".json", import.meta.url);
await writeFile(file, JSON.stringify(await ask("GET", "/bundles/" + log + "/" + index)));
console.log("its bundle: " + fileURLToPath(file));
`;

const CHALLENGE = `// Asks the operator for the newest header that it has anchored, as anybody may, and waits for its answer.
//
//     node challenge.mjs
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";
import { challengesAbi, releasedContracts } from "anchorlog/chain";
import { identityOf, loadConfig } from "anchorlog/daemon/config";
import { askForHeader, CHALLENGE_STATUSES, openChallenge, readStoredCheckpoints } from "anchorlog/dispute";
import { createPublicClient, createWalletClient, http } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { hardhat } from "viem/chains";

${CONFIG}const operator = identityOf(config);
const { challenges: address } = Object.values(releasedContracts).find(({ registry }) => registry === operator.registry);
${account(CHALLENGER)}
const shared = { chain: hardhat, transport: http(config["chain.rpc"][0].url), cacheTime: 0 };
const publicClient = createPublicClient(shared);
const walletClient = createWalletClient({ ...shared, account });

const checkpoints = await readStoredCheckpoints(publicClient, operator);
const opening = askForHeader(operator, checkpoints, checkpoints.at(-1).size - 1);
const { id, deadline } = await openChallenge({ publicClient, walletClient }, address, opening).catch((error) => {
  const [, from, until] = /^NotOpenable\\((\\d+), (\\d+)\\)$/.exec(error.details?.revert) ?? [];
  if (until === undefined) throw error;
  const [first, end] = [from, until].map((time) => new Date(Number(time)).toISOString());
  console.error("the newest header can be asked for from " + first + " until " + end + ". Act, and wait until that is anchored, for a newer one.");
  process.exit(1);
});
console.log("opened: " + id + ", to be answered by " + new Date(1000 * deadline).toISOString() + " of the chain's time");
const call = { address, abi: challengesAbi, functionName: "challenge", args: [id] };
const read = async () => CHALLENGE_STATUSES[(await publicClient.readContract(call)).status];
const isOver = async () => (await publicClient.getBlock()).timestamp > deadline;
while ((await read()) === "open" && !(await isOver())) await wait(500);
console.log((await read()) === "open" ? "not answered in time: anyone who settles it takes the stake" : await read());
`;

const CHAIN = `// Gives an account ether, and lets the chain's time pass.
//
//     node chain.mjs fund ADDRESS [ETHER]
//     node chain.mjs pass SECONDS
import { fileURLToPath } from "node:url";
import { loadConfig } from "anchorlog/daemon/config";
import { createTestClient, formatEther, http, isAddress, parseEther, publicActions } from "viem";
import { hardhat } from "viem/chains";

${CONFIG}const chain = createTestClient({ chain: hardhat, mode: "hardhat", transport: http(config["chain.rpc"][0].url) }).extend(publicActions);
const [, , what, given, more = "10"] = process.argv;

if (what === "fund" && isAddress(given, { strict: false })) {
  const value = (await chain.getBalance({ address: given })) + parseEther(more);
  await chain.setBalance({ address: given, value });
  console.log(given + " has " + formatEther(value) + " ether");
} else if (what === "pass" && /^[0-9]+$/.test(given)) {
  await chain.increaseTime({ seconds: Number(given) });
  await chain.mine({ blocks: 1 });
  const { timestamp } = await chain.getBlock();
  console.log("it is " + new Date(1000 * Number(timestamp)).toISOString() + " on the chain");
} else {
  console.error("node chain.mjs fund ADDRESS [ETHER], or node chain.mjs pass SECONDS");
  process.exitCode = 3;
}
`;

const SERVER = `// A server that embeds the operator: it takes signed actions, and does all that \`anchorlog operate\` does.
//
//     node server.mjs
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { answerRefusal } from "anchorlog/http";
import { loadConfig } from "anchorlog/daemon/config";
import { createLog, startOperation } from "anchorlog/daemon";

${CONFIG}
const route = (anchorlog) => async (request, path) => {
  if (path === "/actions" && request.method === "POST") {
    const [answer] = await anchorlog.submitMany([JSON.parse(await text(request))]);
    return "receipt" in answer ? { status: 201, body: answer } : answerRefusal(answer);
  }
  const [, log, index] = /^\\/bundles\\/([a-z0-9.-]+)\\/([0-9]+)$/.exec(path) ?? [];
  return log && { status: 200, body: await anchorlog.bundle({ log, index: Number(index) }) };
};
const operation = await startOperation(config, { log: createLog("info"), route });
console.log("operating at " + operation.url);
process.once("SIGTERM", () => operation.stop()).once("SIGINT", () => operation.stop());
`;

/** The programs by their file names in the folder. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  "act.mjs": ACT,
  "challenge.mjs": CHALLENGE,
  "chain.mjs": CHAIN,
  "server.mjs": SERVER,
};
