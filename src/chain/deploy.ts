/**
 * Puts the contracts on a chain. Their addresses follow from their bytes, so the chain itself says what is missing.
 * A deployment that stopped half-way is continued by the next call, from any account.
 *
 * @module
 */
import { decodeFunctionResult, encodeFunctionData, keccak256, parseAbi } from "viem";
import { fromHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { DEPLOYMENT_PROXY, PROXY_CODE, type Creation } from "./addresses.ts";
import { answerOf, type ChainClient, type ChainWriter, type MinedTransaction } from "./client.ts";
import { DEPLOYED } from "./generated/deployed.ts";
import { deploymentAbi } from "./generated/Deployment.ts";
import { askOf, readBlock, shaped, type Ask } from "./questions.ts";
import { MAX_GAS } from "./transactions/calls.ts";
import { suggestFees } from "./transactions/fees.ts";
import { openTransactions } from "./transactions/open.ts";
import { checkSettings } from "./transactions/settings.ts";
import { memoryPendingStore } from "./transactions/store.ts";
import { ChainUnavailableError } from "./view.ts";

/** Seconds for an answer of the node. */
const TIMEOUT = 10;
/** After this many failed looks in a row at the chain, sending ends with an error. */
const PATIENCE = 5;

/** A contract of a deployment, whether it is on the chain already or not. */
export type Planned = Creation & {
  /** The most gas that its creation takes, without what a rollup charges for data as gas. */
  readonly gas: bigint;
  readonly isThere: boolean;
};

/**
 * Finds out which contracts are on the chain.
 *
 * @throws AnchorlogError `no_contract` if the deployment proxy is not there; `wrong_code` if the code at an address is
 *   not this release's.
 * @throws ChainUnavailableError
 */
export async function planDeployment(
  client: Pick<ChainClient, "request">,
  creations: readonly Creation[],
): Promise<Planned[]> {
  const ask = asking(client);
  const proxy = await readCode(ask, DEPLOYMENT_PROXY);
  if (proxy === "0x") {
    throw new AnchorlogError("no_contract", `the deterministic deployment proxy ${DEPLOYMENT_PROXY} is not there`, {
      fix: "put it on this chain first, as github.com/Arachnid/deterministic-deployment-proxy says",
    });
  }
  if (proxy !== PROXY_CODE) throw wrongCode("the deterministic deployment proxy", DEPLOYMENT_PROXY);
  const planned: Planned[] = [];
  for (const creation of creations) {
    planned.push({ ...creation, gas: DEPLOYED[creation.contract]!.gas, isThere: await isThere(ask, creation) });
  }
  return planned;
}

/** The price of the missing contracts. Amounts in wei. */
export type DeploymentCost = {
  /** The price of a unit of gas in the next block, the tip included. */
  readonly feePerGas: bigint;
  /** The same if the base fee doubles. */
  readonly maxFeePerGas: bigint;
  /** The most that a rollup of the OP Stack charges for the data of each contract, by its name. */
  readonly dataFees: ReadonlyMap<string, bigint>;
};

/**
 * Reads what the chain asks for at present.
 *
 * @throws AnchorlogError `unsupported` if a transaction of this chain has too little gas for one of the contracts.
 * @throws ChainUnavailableError
 */
export async function readDeploymentCost(
  client: Pick<ChainClient, "request">,
  planned: readonly Planned[],
): Promise<DeploymentCost> {
  const ask = asking(client);
  const head = await readBlock(ask, "latest");
  if (head === undefined) throw new ChainUnavailableError("the node has no block");
  const missing = planned.filter(({ isThere }) => !isThere);
  const limit = head.gasLimit < MAX_GAS ? head.gasLimit : MAX_GAS;
  const tooLarge = missing.find(({ gas }) => gas > limit);
  if (tooLarge !== undefined) {
    const { contract, gas } = tooLarge;
    throw new AnchorlogError(
      "unsupported",
      `${contract} takes ${gas} gas, and a transaction here has at most ${limit}`,
      {
        fix: "deploy to a chain with a higher limit",
      },
    );
  }
  const fees = await suggestFees(ask, head.baseFeePerGas, checkSettings());
  const feePerGas = head.baseFeePerGas + fees.maxPriorityFeePerGas;
  const dataFees = new Map<string, bigint>();
  if ((await readCode(ask, GAS_PRICE_ORACLE)) !== "0x") {
    for (const { name, data } of missing) dataFees.set(name, await readDataFee(ask, fromHex(data).length));
  }
  return { feePerGas, maxFeePerGas: fees.maxFeePerGas, dataFees };
}

/** The OP Stack's predeploy that knows what data costs. */
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000f";
const oracleAbi = parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]);
/** Bytes of a transaction beside its calldata, with room. */
const OTHER_BYTES = 150;

async function readDataFee(ask: Ask, bytes: number): Promise<bigint> {
  const functionName = "getL1FeeUpperBound";
  const data = encodeFunctionData({ abi: oracleAbi, functionName, args: [BigInt(bytes + OTHER_BYTES)] });
  const answer = await ask("eth_call", [{ to: GAS_PRICE_ORACLE, data }, "latest"]);
  return shaped("eth_call", () => decodeFunctionResult({ abi: oracleAbi, functionName, data: answer as Hex }));
}

/** A contract that is on the chain now. `mined` is undefined if somebody else created it meanwhile. */
export type Created = { readonly planned: Planned; readonly mined: MinedTransaction | undefined };

/**
 * Creates what is missing, in order, each contract in a transaction of its own. Compares the code of each with this
 * release's. Nothing is created twice, even if somebody else does the same meanwhile.
 *
 * @throws AnchorlogError `wrong_code`; `no_contract` if a transaction succeeded and created nothing; as `Transactions.send`.
 * @throws ChainUnavailableError
 */
export async function createMissing(
  chain: ChainWriter,
  planned: readonly Planned[],
  onCreated: (created: Created) => void | Promise<void> = () => {},
): Promise<void> {
  const settings = chain.transactions;
  const transactions = openTransactions({ chain, store: memoryPendingStore(), ...(settings && { settings }) });
  const ask = asking(chain.publicClient);
  try {
    for (const one of planned.filter(({ isThere }) => !isThere)) {
      const { contract, address, to, data } = one;
      const call = { name: `create ${contract}`, address: to, data, abi: deploymentAbi };
      const options = { isDone: () => isThere(ask, one), patience: PATIENCE };
      const mined = await transactions.send(call, options).catch(async (error: unknown) => {
        // If somebody else creates it just before, this transaction is refused.
        if (await isThere(ask, one).catch(() => false)) return undefined;
        throw error;
      });
      if (!(await isThere(ask, one))) {
        throw new AnchorlogError("no_contract", `${contract} was not created at ${address}`, {
          fix: "see that the chain derives addresses as Ethereum does",
        });
      }
      await onCreated({ planned: one, mined });
    }
  } finally {
    await transactions.close();
  }
}

/** Asks a node. Its errors are outages, since none of these questions can be refused. */
function asking(client: Pick<ChainClient, "request">): Ask {
  const ask = askOf(client, TIMEOUT);
  return (method, params) => answerOf(() => ask(method, params));
}

async function readCode(ask: Ask, address: Hex): Promise<Hex> {
  const code = await ask("eth_getCode", [address, "latest"]);
  if (typeof code === "string" && /^0x([0-9a-f]{2})*$/i.test(code)) return code.toLowerCase() as Hex;
  throw new ChainUnavailableError("the node's answer to eth_getCode has not its form");
}

/** @throws AnchorlogError `wrong_code` */
async function isThere(ask: Ask, { contract, address }: Pick<Creation, "contract" | "address">): Promise<boolean> {
  const code = await readCode(ask, address);
  if (code === "0x") return false;
  const { codeHash, immutables } = DEPLOYED[contract]!;
  const bytes = fromHex(code);
  for (const [start, length] of immutables) bytes.fill(0, start, start + length);
  if (keccak256(bytes) !== codeHash) throw wrongCode(contract, address);
  return true;
}

function wrongCode(contract: string, address: Hex): AnchorlogError {
  return new AnchorlogError("wrong_code", `the code at ${address} is not ${contract}'s`, {
    fix: "do not use what is there; ask another node, or compare this release with the one that was deployed",
  });
}
