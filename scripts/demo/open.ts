import { checkpointOrigin } from "anchorlog/action";
import { depositStake, registerOperator } from "anchorlog/chain";
import { formatEther } from "viem";
import { ed25519NoteKey } from "anchorlog/tlog";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import { openAnchorlog, type Anchorlog, type AnchorlogOptions, type Hex } from "anchorlog";
import { ORGANIZATIONS, PLATFORM } from "../../examples/platform.ts";
import { deployLocally } from "../deploy.ts";
import type { ContractAddresses } from "../../src/chain/addresses.ts";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "../development.ts";
import { exampleClock, exampleOperator, exampleOptions, type Clock } from "../examples.ts";
import { startNode, type LocalNode } from "../node.ts";
import { count, line, short, soft, step, timed } from "./print.ts";

/** The state that the steps of the demonstration share. */
export type Demo = {
  readonly folder: string;
  readonly node: LocalNode;
  readonly deployment: ContractAddresses;
  readonly options: AnchorlogOptions;
  readonly anchorlog: Anchorlog;
  readonly operator: AnchorlogOptions["operator"];
  readonly trusted: TrustedOperator;
  readonly deployGas: string;
  readonly registerGas: string;
  readonly stakeGas: string;
  /** The demonstration's clock, in Unix milliseconds. */
  readonly clock: Clock;
  close(): Promise<void>;
};

/** Starts a node, deploys the contracts, registers the operator, opens its store. */
export async function openDemo(folder: string): Promise<Demo> {
  step("0", "A local chain, its contracts, an operator");
  const { start } = exampleClock();
  const [node, startMs] = await timed(() => startNode(start));
  line(`Hardhat node on ${node.url}, its chain beginning ${new Date(start).toISOString()} ${soft(`${startMs} ms`)}`);
  try {
    return await openOn(node, folder);
  } catch (error) {
    await node.close();
    throw error;
  }
}

async function openOn(node: LocalNode, folder: string): Promise<Demo> {
  const account = (index: number) => developmentAccount(index, LOCAL_CHAIN_ID);
  const [deployment, deployMs] = await timed(() => deployLocally({ provider: node.provider }));
  const deployGas = await node.gasSoFar();
  line(`deployed AnchorRegistry at ${deployment.registry},`);
  line(`OperatorStake at ${deployment.stake}`);
  line(
    `and DisclosureVerifier at ${deployment.disclosureVerifier} ${soft(`${count(deployGas)} gas in all, ${deployMs} ms`)}`,
  );
  if (deployment.registry !== exampleOperator.registry) {
    throw new Error(`the examples are signed for the registry ${exampleOperator.registry}: run npm run generate`);
  }

  const { hands, ...example } = await exampleOptions(`${folder}/anchorlog.sqlite`);
  const { operator, keys } = example;
  const chain = node.writer(account(ROLES.operator));
  const { gasUsed: registerGas } = await registerOperator(chain, operator, { ...PLATFORM, ...keys });
  line(
    `operator ${short(operator.operator)} registered with an anchor key and a receipt key ${soft(`${count(registerGas)} gas`)}`,
  );
  const { amount, gasUsed: stakeGas } = await depositStake(chain, operator);
  line(
    `and staked ${formatEther(amount)} ether, which it loses if it is caught lying ${soft(`${count(stakeGas)} gas`)}`,
  );

  const options: AnchorlogOptions = { ...example, chain };
  const anchorlog = await openAnchorlog(options);
  line(`two logs, ${ORGANIZATIONS.join(" and ")}, in a SQLite file that is fsync'd at every commit`);
  return {
    folder,
    node,
    deployment,
    options,
    anchorlog,
    operator,
    trusted: {
      ...exampleOperator,
      anchorKey: keys.anchorKey.address.toLowerCase() as Hex,
      receiptKey: keys.receiptKey.address.toLowerCase() as Hex,
      noteKey: ed25519NoteKey(checkpointOrigin(operator), keys.noteKey.publicKey),
    },
    deployGas: String(deployGas),
    registerGas: String(registerGas),
    stakeGas: String(stakeGas),
    clock: hands,
    close: async () => {
      await anchorlog.close();
      await node.close();
    },
  };
}
