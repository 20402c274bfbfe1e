/**
 * A local chain for development: a Hardhat node with every contract deployed, an operator that is registered and
 * staked, and a few anchors. `npm run node` runs it until it is stopped. `npm run node -- --help` lists its options.
 *
 * It replaces the output folder. The folder then holds deployment.json (addresses and keys), store.sqlite (the
 * operator's log, which a server can continue) and bundle.json (the proof bundle of one entry).
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { openAnchorlog, toHex, type Anchorlog, type AnchorlogOptions, type Hex } from "anchorlog";
import { logId, toTypedData } from "anchorlog/action";
import { depositStake, registerOperator, type ChainWriter } from "anchorlog/chain";
import { formatBundle } from "anchorlog/verify/bundle";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { ORGANIZATIONS, PLATFORM, types } from "../examples/platform.ts";
import { deployLocally } from "./deploy.ts";
import type { ContractAddresses } from "../src/chain/addresses.ts";
import { readOptions } from "./arguments.ts";
import { developmentAccount, developmentNoteKey, developmentSigner, LOCAL_CHAIN_ID, ROLES } from "./development.ts";
import { bold, line, soft } from "./demo/print.ts";
import { startNode } from "./node.ts";

const ANCHORS = 3;
/** Milliseconds from one block to the next if no transaction arrives. */
const BLOCK_MS = 12_000;
const ACTIONS_PER_ANCHOR = 4;

const values = readOptions({
  command: "npm run node --",
  about: "A local chain with everything deployed, an operator registered and staked, and a few anchors.",
  options: {
    port: { value: "PORT", about: "where JSON-RPC is served", byDefault: "8545", form: /^\d{1,5}$/ },
    hostname: { value: "HOST", about: "the address that it listens at", byDefault: "127.0.0.1" },
    output: { value: "FOLDER", about: "written anew, whatever is in it", byDefault: "deployments/local" },
  },
});
const folder = resolve(values.output);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const node = await startNode(undefined, { hostname: values.hostname, port: Number(values.port) });
const contracts = await deployLocally({ provider: node.provider });
const chain = node.writer(account(ROLES.operator));
const options = await operatorOptions(contracts, chain);
await registerOperator(chain, options.operator, { ...PLATFORM, ...options.keys });
const { amount } = await depositStake(chain, options.operator);
const anchorlog = await openAnchorlog(options);
const anchors = await anchorSamples(anchorlog, options.operator);
await writeFile(`${folder}/bundle.json`, formatBundle(await anchorlog.bundle({ log: ORGANIZATIONS[0], index: 0 })));
await anchorlog.close();

const accounts = [
  person("deployer", ROLES.deployer),
  person("operator", ROLES.operator),
  person("anchorKey", ROLES.anchorKey),
  person("receiptKey", ROLES.receiptKey),
  ...Array.from({ length: ROLES.wallets }, (_, i) => person(`wallet ${i}`, ROLES.firstWallet + i)),
];
const deployment = {
  rpc: node.url,
  chainId: LOCAL_CHAIN_ID,
  contracts,
  operator: { ...options.operator, maxAnchorDelay: PLATFORM.maxAnchorDelay, stake: String(amount) },
  logs: ORGANIZATIONS.map((name) => ({ name, log: logId(options.operator, name) })),
  anchors,
  accounts,
};
await writeFile(`${folder}/deployment.json`, `${JSON.stringify(deployment, undefined, 2)}\n`);
report();
// Blocks keep the chain's time up to date even if no transaction arrives.
await node.provider.request({ method: "evm_setIntervalMining", params: [BLOCK_MS] });

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void node.close().then(() => process.exit(0)));
}

function account(index: number) {
  return developmentAccount(index, LOCAL_CHAIN_ID);
}

/** A development account. Its private key is public. */
function person(role: string, index: number): { role: string; address: Hex; privateKey: Hex } {
  const { address, getHdKey } = account(index);
  return { role, address, privateKey: toHex(getHdKey().privateKey!) };
}

async function operatorOptions(at: ContractAddresses, writer: ChainWriter) {
  return {
    store: await openSqliteStore(`${folder}/store.sqlite`),
    operator: {
      chainId: LOCAL_CHAIN_ID,
      registry: at.registry,
      operator: account(ROLES.operator).address.toLowerCase() as Hex,
      name: PLATFORM.name,
      version: PLATFORM.version,
    },
    logs: ORGANIZATIONS,
    types,
    keys: {
      anchorKey: account(ROLES.anchorKey),
      receiptKey: developmentSigner(ROLES.receiptKey, LOCAL_CHAIN_ID),
      noteKey: developmentNoteKey(LOCAL_CHAIN_ID),
    },
    chain: writer,
  } as const satisfies AnchorlogOptions;
}

/** Anchors a few times. Submits a few actions of each organization before each anchor. */
async function anchorSamples(log: Anchorlog, operator: AnchorlogOptions["operator"]) {
  const done: { size: number; root: Hex; transaction: Hex | undefined }[] = [];
  for (let i = 0; i < ANCHORS; i++) {
    for (const organization of ORGANIZATIONS) {
      for (let j = 0; j < ACTIONS_PER_ANCHOR; j++) {
        const answer = await log.submit(await mint(operator, organization, BigInt(i * ACTIONS_PER_ANCHOR + j)));
        if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
      }
    }
    await log.closeBatches();
    const { root } = await log.checkpoint();
    const { size, transactionHash } = await log.anchor();
    done.push({ size, root: toHex(root), transaction: transactionHash });
  }
  return done;
}

/** Signs an action in which one of the wallets mints an object for itself. */
async function mint(operator: AnchorlogOptions["operator"], organization: string, nonce: bigint) {
  const wallet = account(ROLES.firstWallet + (Number(nonce) % ROLES.wallets));
  const { name, version, chainId, registry } = operator;
  const message = {
    log: logId(operator, organization),
    actor: wallet.address.toLowerCase() as Hex,
    nonce: `${nonce}` as const,
    deadline: `${BigInt(Math.floor(Date.now() / 1000) + 3_600)}` as const,
    payload: {
      objectId: `${organization}/object/${nonce}`,
      to: wallet.address.toLowerCase() as Hex,
      templateId: `${organization}/template/0`,
      edition: `${nonce + 1n}` as const,
    },
  };
  const domain = { name, version, chainId, verifyingContract: registry };
  const signature = await wallet.signTypedData(toTypedData(types.kinds.get("Mint")!, message, domain));
  return { primaryType: "Mint", message, signature } as const;
}

function report(): void {
  process.stdout.write(`${bold("anchorlog")}: a local chain, ${bold(node.url)}, chain id ${LOCAL_CHAIN_ID}\n\n`);
  for (const [name, address] of Object.entries(contracts)) line(`${name.padEnd(20)}${address}`);
  process.stdout.write("\n");
  line(`operator            ${options.operator.operator} ${soft(`${PLATFORM.name}, stake ${amount} wei`)}`);
  for (const { name, log } of deployment.logs) line(`${`log ${name}`.padEnd(20)}${log}`);
  for (const { size, root } of anchors) line(`${`anchored ${size}`.padEnd(20)}${root}`);
  process.stdout.write("\nDEVELOPMENT ACCOUNTS: everybody knows their keys\n\n");
  for (const { role, address, privateKey } of accounts) line(`${role.padEnd(20)}${address} ${soft(privateKey)}`);
  process.stdout.write(`\nAll of it is in ${values.output}/. Stop it with Ctrl-C.\n`);
}
