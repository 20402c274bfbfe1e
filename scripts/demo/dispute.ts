import { writeFile } from "node:fs/promises";
import { formatEther, parseEventLogs } from "viem";
import type { Hex } from "anchorlog";
import { disputesAbi, presets, withdrawCredit, type ChainWriter } from "anchorlog/chain";
import type { Bundle } from "anchorlog/verify/bundle";
import {
  disputeDocument,
  disputeLead,
  disputeQuestion,
  findLeads,
  formatDispute,
  leadRequest,
  openDispute,
  proofHeaderEvidence,
  readDispute,
  readOpenDisputes,
  readStoredCheckpoints,
  settleDispute,
  takeLead,
  type DisputeQuestion,
} from "anchorlog/dispute";
import { openProver, proveOrder, type Prover } from "anchorlog/proof/prover";
import { ORGANIZATIONS } from "../../examples/platform.ts";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "../development.ts";
import type { Demo } from "./open.ts";
import { bad, bold, count, good, line, short, soft, step, timed } from "./print.ts";
import type { Accepted } from "./waves.ts";

/** A buyer, with its bundle from the operator. */
type Buyer = { readonly address: Hex; readonly bundle: Bundle; readonly chain: ChainWriter };

/**
 * Step 7: somebody sold one object twice, and both buyers hold a receipt for a Transfer to them. A contract settles on
 * chain, by proofs, which Transfer came first. The operator takes no part, and the rest of both sales stays hidden.
 */
export async function settleDoubleSale(demo: Demo, accepted: readonly Accepted[]) {
  step("7", "Settle a dispute: one object was sold to two buyers");
  const sale = await findDoubleSale(demo, accepted);
  const { objectId, payloadType, log } = sale;
  const [first, second] = sale.bundles.map((bundle) => buyerOf(demo, bundle)) as [Buyer, Buyer];
  line(`${objectId} was sold to ${short(first.address)}, and once more to ${short(second.address)}`);

  const boughtBy = ({ address }: Buyer) => ({ payloadType, where: { objectId, to: address } });
  const predicates = [boughtBy(second), boughtBy(first)] as const;
  const question = disputeQuestion(demo.operator, log, predicates);
  const { disputes } = demo.deployment;
  const { id, bond, gasUsed: openGas } = await openDispute(second.chain, disputes, question);
  line(
    `the second buyer asks the chain whose Transfer is the earlier one, for a bond of ${formatEther(bond)} ether ${soft(`${count(openGas)} gas`)}`,
  );

  const prover = await openProver();
  try {
    const late = await lead(demo, prover, question, second);
    line(`it proves its own, entry ${late.index} of ${log}, and leads ${soft(late.cost)}`);
    // The first buyer watches for questions about its own objects.
    const { open } = await readOpenDisputes(demo.node.client, disputes, demo.operator, { fromBlock: 0n, known: [] });
    const [found] = findLeads(open, [first.bundle]);
    if (found === undefined) throw new Error("the first buyer did not find the question");
    const early = await lead(demo, prover, found.dispute.question, first);
    line(`the first buyer, who watches the chain, proves entry ${early.index}, which is earlier ${soft(early.cost)}`);
    const refused = await takeLead(second.chain, disputes, late.taking).catch((error: Error) => error);
    if (!(refused instanceof Error && refused.message.includes("NotEarlier"))) throw new Error("a later entry leads");
    line(`the second buyer's proof again: ${bad("refused")} by the contract ${soft("NotEarlier")}`);

    await demo.node.advance(presets.local.disputes.responseTime + 1);
    const { gasUsed: settleGas } = await settleDispute(first.chain, disputes, id);
    const { winner, creditor } = await readDispute(demo.node.client, disputes, id);
    if (winner !== found.side || creditor !== first.address) throw new Error("the first sale did not win");
    await withdrawCredit(first.chain, demo.operator, first.address);
    line(
      `nobody shows an earlier one in time: ${good("settled")}; it went to ${bold(short(first.address))} first, who gets the bond ${soft(`${count(settleGas)} gas`)}`,
    );

    const seen = await whatTheChainSaw(demo, id, [late.input, early.input], sale.bundles);
    const gas = { open: openGas, leads: [late.gas, early.gas], settle: settleGas };
    const leads = [late.document, early.document];
    await writeFile(
      `${demo.folder}/dispute.json`,
      formatDispute(disputeDocument(demo.operator, log, predicates, leads)),
    );
    return {
      id,
      object: objectId,
      log,
      winner: first.address,
      index: early.index,
      loser: second.address,
      seen,
      gas: JSON.parse(JSON.stringify(gas, bigintText)) as object,
    };
  } finally {
    await prover.close();
  }
}

/** Proves a buyer's Transfer and takes the lead with it. */
async function lead(demo: Demo, prover: Prover, question: DisputeQuestion, { bundle, chain, address }: Buyer) {
  const [document, ms] = await timed(() => proveOrder(leadRequest(question, bundle, address), { prover }));
  const checkpoints = await readStoredCheckpoints(demo.node.client, demo.operator);
  const taking = disputeLead(question, document, proofHeaderEvidence(document, checkpoints));
  const { gasUsed, transactionHash } = await takeLead(chain, demo.deployment.disputes, taking);
  const { input } = await demo.node.client.getTransaction({ hash: transactionHash });
  return {
    document,
    taking,
    index: taking.index,
    gas: gasUsed,
    input,
    cost: `proved in ${ms} ms, ${count(gasUsed)} gas`,
  };
}

/** Searches all data that was sent to the contract for the values that must stay hidden. */
async function whatTheChainSaw(demo: Demo, id: Hex, inputs: readonly Hex[], bundles: readonly Bundle[]) {
  const { disputes } = demo.deployment;
  const logs = await demo.node.client.getLogs({ address: disputes, fromBlock: 0n });
  const events = parseEventLogs({ abi: disputesAbi, logs }).filter(({ args }) => "id" in args && args.id === id);
  const everything = [...inputs, ...logs.flatMap(({ data, topics }) => [data, ...topics])].join(" ");
  const hidden = bundles.flatMap(({ entry, action: { message, signature } }) => {
    const { price, salt } = message.payload as { price: string; salt: Hex };
    return [
      message.actor.slice(2),
      BigInt(price).toString(16).padStart(64, "0"),
      salt.slice(2),
      signature.slice(2),
      entry.slice(2),
    ];
  });
  const shown = hidden.find((secret) => everything.includes(secret));
  if (shown !== undefined) throw new Error(`the chain saw ${shown}`);
  line("what the chain saw:");
  for (const { eventName, args } of events) {
    if (eventName === "DisputeOpened") {
      for (const { words } of args.question.predicates)
        line(`  a Transfer of the object with the hash ${short(words[0])} to ${short(toAddress(words[1]))}`);
    } else if (eventName === "LeadTaken") line(`  such a Transfer is entry ${args.index}; the batch, and a proof`);
  }
  line("what it did not see: the seller, the prices, the salts, the signatures, the entries");
  return events.map(({ eventName }) => eventName);
}

/** Two sales of one object by one seller, the earlier one first. */
async function findDoubleSale(demo: Demo, accepted: readonly Accepted[]) {
  const [log] = ORGANIZATIONS;
  const sales = new Map<string, Bundle>();
  for (const at of accepted.filter((one) => one.log === log)) {
    const bundle = await demo.anchorlog.bundle(at);
    const { primaryType, payloadType, message } = bundle.action;
    if (primaryType !== "Transfer") continue;
    const { objectId } = message.payload as { objectId: string };
    const before = sales.get(`${message.actor} ${objectId}`);
    if (before !== undefined) return { log, objectId, payloadType, bundles: [before, bundle] as const };
    sales.set(`${message.actor} ${objectId}`, bundle);
  }
  throw new Error("the examples hold no object that was sold twice");
}

function buyerOf(demo: Demo, bundle: Bundle): Buyer {
  const { to } = bundle.action.message.payload as { to: Hex };
  const accounts = Array.from({ length: ROLES.wallets }, (_, i) =>
    developmentAccount(ROLES.firstWallet + i, LOCAL_CHAIN_ID),
  );
  const account = accounts.find(({ address }) => address.toLowerCase() === to);
  if (account === undefined) throw new Error(`${to} is none of the examples' wallets`);
  return { address: to, bundle, chain: demo.node.writer(account) };
}

const toAddress = (word: Hex): Hex => `0x${word.slice(-40)}`;
const bigintText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
