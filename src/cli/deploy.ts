/** `anchorlog deploy`: puts the contracts on a chain. */
import { resolve } from "node:path";
import { formatUnits } from "viem";
import { coreCreations, proofCreations } from "../chain/addresses.ts";
import {
  createMissing,
  planDeployment,
  readDeploymentCost,
  type Created,
  type DeploymentCost,
  type Planned,
} from "../chain/deploy.ts";
import { presets } from "../chain/presets.ts";
import { inEther } from "../daemon/config/amount.ts";
import type { Account } from "../daemon/config/keys.ts";
import { connectAccount } from "../daemon/config/open.ts";
import type { Hex } from "../base/hex.ts";
import { toJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertKeyServes } from "../proof/keys.ts";
import { openGivenAccount } from "./account.ts";
import type { Call } from "./command.ts";
import { assertMayKeep, keepDeployment } from "./deploymentFile.ts";
import { readPreset, type Preset } from "./init.ts";
import { openNode, type Node } from "./node.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { print, shellWord } from "./print.ts";
import { formatRows, type Row } from "./table.ts";

type Values = {
  readonly [N in "preset" | "rpc" | "key" | "password" | "output"]?: string;
} & { readonly yes?: boolean; readonly json?: boolean };

type Target = {
  readonly what: "core" | "proofs";
  readonly preset: Preset;
  readonly chainId: number;
  /** The file for the addresses; undefined for the proofs, which no configuration names. */
  readonly output: string | undefined;
};

/** Returns the exit code: 1 if contracts are missing, and nothing was sent. */
export async function runDeploy({ values, positionals }: Call): Promise<number> {
  const given = values as Values;
  const { what, preset } = readTarget(given, positionals);
  const node = await openNode(given.rpc, process.env, "deploy");
  const chainId = Number(await node.request({ method: "eth_chainId" }));
  const output = what === "core" ? resolve(given.output ?? "deployment.json") : undefined;
  const target: Target = { what, preset, chainId, output };
  if (output !== undefined) await assertMayKeep(output, target);
  const account = await openPayer(given, chainId);
  const planned = await plan(node, target);
  const missing = planned.filter(({ isThere }) => !isThere);
  const cost = missing.length === 0 ? undefined : await readDeploymentCost(node, planned);
  const survey = { target, planned, cost, payer: account && (await readPayer(node, account)) };
  const isJson = given.json === true;
  if (given.yes !== true && missing.length > 0) {
    await report(isJson, survey, `nothing was sent: add ${account === undefined ? "--key REFERENCE and " : ""}--yes`);
    return EXIT_CODES.invalid;
  }
  const created: Created[] = [];
  if (missing.length > 0) {
    assertPays(survey.payer!, totalOf(missing, cost!).most);
    if (!isJson) await print(describe(survey));
    const chain = await connectAccount(chainId, [{ url: node.url }], account!, NO_PLACE);
    await createMissing(chain, planned, async (one) => {
      created.push(one);
      if (!isJson) await print(progress(one));
    });
  }
  const after = await plan(node, target);
  const lost = after.find(({ isThere }) => !isThere);
  if (lost !== undefined) {
    throw new AnchorlogError("no_contract", `${lost.contract} is not at ${lost.address} any more`, {
      fix: "call it again: the chain was reorganized, or another node answered",
    });
  }
  if (output !== undefined) await keepDeployment(output, target);
  await report(isJson, { ...survey, planned: after, created }, nextOf(target));
  return EXIT_CODES.valid;
}

/** Never read, because the URL itself is given. */
const NO_PLACE = { config: { folder: "" }, env: {}, name: "--rpc" };

/** @throws UsageError */
function readTarget(given: Values, [what = "core", extra]: readonly string[]): Pick<Target, "what" | "preset"> {
  if ((what !== "core" && what !== "proofs") || extra !== undefined) {
    throw new UsageError("deploy takes core or proofs, by default core", "deploy");
  }
  if (given.key === undefined && given.password !== undefined)
    throw new UsageError("--password opens the keystore of --key: give --key too", "deploy");
  if (given.key === undefined && given.yes === true)
    throw new UsageError("--yes sends transactions from an account: give --key", "deploy");
  if (what === "proofs" && given.output !== undefined)
    throw new UsageError("--output is about the core: no configuration names the proofs' contracts", "deploy");
  return { what, preset: readPreset(given.preset ?? "mainnet", "deploy") };
}

function openPayer({ key, password }: Values, chainId: number): Promise<Account> | undefined {
  return key === undefined
    ? undefined
    : openGivenAccount({ key, password }, { env: process.env, chainId, command: "deploy" });
}

/** @throws AnchorlogError `development_key`; `no_contract` if the proofs' core is missing; as `planDeployment`. */
async function plan(node: Node, { what, preset, chainId }: Target): Promise<Planned[]> {
  const parameters = presets[preset];
  if (what === "core") return planDeployment(node, coreCreations(parameters));
  for (const circuit of ["disclosure", "order"] as const) assertKeyServes(circuit, chainId);
  const core = await planDeployment(node, coreCreations(parameters));
  const missing = core.find(({ isThere }) => !isThere);
  if (missing === undefined) return planDeployment(node, proofCreations(parameters));
  const { contract, address } = missing;
  throw new AnchorlogError("no_contract", `the core is not there: ${contract} has no code at ${address}`, {
    fix: `deploy it first: npx anchorlog deploy --preset ${preset}`,
  });
}

type Payer = { readonly address: Hex; readonly balance: bigint };

async function readPayer(node: Node, { address }: Account): Promise<Payer> {
  const balance = await node.request({ method: "eth_getBalance", params: [address, "latest"] });
  return { address, balance: BigInt(balance as Hex) };
}

/** @throws AnchorlogError `transaction_failed` */
function assertPays({ address, balance }: Payer, most: bigint): void {
  if (balance >= most) return;
  const message = `the account ${address} has ${inEther(balance)}, and this may cost up to ${inEther(most)}`;
  throw new AnchorlogError("transaction_failed", `${message}: nothing was sent`, {
    fix: `send it at least ${inEther(most - balance)}`,
  });
}

/** The sums over contracts: gas; wei at the present fee, and if the base fee doubles. */
function totalOf(missing: readonly Planned[], cost: DeploymentCost) {
  const sums = { gas: 0n, wei: 0n, most: 0n };
  for (const { name, gas } of missing) {
    const data = cost.dataFees.get(name) ?? 0n;
    sums.gas += gas;
    sums.wei += gas * cost.feePerGas + data;
    sums.most += gas * cost.maxFeePerGas + data;
  }
  return sums;
}

type Survey = {
  readonly target: Target;
  readonly planned: readonly Planned[];
  /** Undefined if nothing was missing. */
  readonly cost: DeploymentCost | undefined;
  readonly payer: Payer | undefined;
  readonly created?: readonly Created[];
};

function nextOf({ output }: Target): string {
  if (output === undefined) return "nothing: users claim and dispute now";
  return `npx anchorlog init --deployment ${shellWord(output)}`;
}

async function report(isJson: boolean, survey: Survey, next: string): Promise<void> {
  if (isJson) return print(`${JSON.stringify(toJson(inMembers(survey, next)))}\n`);
  if (survey.created === undefined || survey.created.length === 0) await print(describe(survey));
  else await print("the code of all contracts is this release's\n");
  await print(`next: ${next}\n`);
}

function inMembers({ target, planned, cost, payer, created = [] }: Survey, next: string) {
  const contracts = planned.map(({ name, contract, address, gas, isThere }) => {
    const { transactionHash, gasUsed } = created.find((one) => one.planned.name === name)?.mined ?? {};
    return { name, contract, address, isThere, gas, transactionHash, gasUsed };
  });
  const missing = planned.filter(({ isThere }) => !isThere);
  const total = cost === undefined ? undefined : totalOf(missing, cost);
  const { what, preset, chainId, output } = target;
  return {
    deployment: what,
    preset,
    chainId,
    contracts,
    account: payer?.address.toLowerCase(),
    balanceWei: payer?.balance,
    feePerGasWei: cost?.feePerGas,
    costWei: total?.wei,
    mostWei: total?.most,
    output,
    next,
  };
}

/** Describes the plan, for people. */
function describe({ target, planned, cost, payer }: Survey): string {
  const { what, preset, chainId } = target;
  const rows: Row[] = [
    ["chain", String(chainId)],
    [what, `of the preset ${preset}`],
    ...(payer === undefined ? [] : [["account", `${payer.address}, has ${inEther(payer.balance)}`] as const]),
  ];
  for (const { name, contract, address, gas, isThere } of planned) {
    const wei = cost === undefined ? 0n : gas * cost.feePerGas + (cost.dataFees.get(name) ?? 0n);
    rows.push([contract, `${address}  ${isThere ? "is there" : `${grouped(gas)} gas, ${inEther(wei)}`}`]);
  }
  if (cost === undefined) return `${formatRows(rows)}all contracts are there, with the code of this release\n`;
  const { gas, wei, most } = totalOf(
    planned.filter(({ isThere }) => !isThere),
    cost,
  );
  const fee = `${formatUnits(cost.feePerGas, 9)} gwei`;
  rows.push(["together", `${grouped(gas)} gas, ${inEther(wei)} at ${fee}; up to ${inEther(most)} if fees double`]);
  return formatRows(rows);
}

function progress({ planned: { contract, address }, mined }: Created): string {
  if (mined === undefined) return `${contract} is at ${address} now: somebody else has created it\n`;
  return `created ${contract} at ${address}: ${grouped(mined.gasUsed)} gas, transaction ${mined.transactionHash}\n`;
}

const grouped = (amount: bigint): string => amount.toLocaleString("en-US");
