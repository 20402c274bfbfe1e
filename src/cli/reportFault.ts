/** `anchorlog report-fault`: asks the contract about proofs of faults, and sends them. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createPublicClient, type PublicClient } from "viem";
import { faultProofsAbi } from "../chain/generated/FaultProofs.ts";
import { askOf } from "../chain/questions.ts";
import { send } from "../chain/send.ts";
import { encodeCall, estimateGas, MAX_GAS } from "../chain/transactions/calls.ts";
import { wrongChain } from "../chain/wrongChain.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { connectAccount, transportOf } from "../daemon/config/open.ts";
import { parseFault, type FaultDocument } from "../dispute/faults/document.ts";
import { encodeProof } from "../dispute/faults/report.ts";
import { openGivenAccount } from "./account.ts";
import type { Call } from "./command.ts";
import { documentKind } from "./documents.ts";
import { openNode } from "./node.ts";
import { parseDocument, readDocument } from "./options.ts";
import { print, printable } from "./print.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";

type Answered = {
  readonly file: string;
  readonly fault: string;
  readonly answer: "convicts" | "refused" | "sent";
  /** The contract's reason, if it refused. */
  readonly why?: string;
  readonly gas?: bigint;
  readonly transaction?: Hex;
};

/** Returns the exit code: 1 if the contract refuses a proof, 2 if the proofs convict and were not sent. */
export async function runReportFault({ values, positionals }: Call): Promise<number> {
  if (positionals.length === 0) throw usage("report-fault takes the files of `anchorlog audit --evidence`");
  const { rpc, key, password } = values as { readonly [N in "rpc" | "key" | "password"]?: string };
  const isSending = values["yes"] === true;
  if (isSending && key === undefined) throw usage("--yes sends transactions from an account: give --key");
  if (key === undefined && password !== undefined)
    throw usage("--password opens the keystore of --key: give --key too");
  const found = await readFaults(positionals);
  const node = await openNode(rpc, process.env, "report-fault");
  const chainId = Number(await node.request({ method: "eth_chainId" }));
  const other = found.find(({ document: { operator } }) => operator.chainId !== chainId);
  if (other !== undefined) throw wrongChain(other.document.operator.chainId, chainId);
  const account =
    key === undefined
      ? undefined
      : await openGivenAccount({ key, password }, { env: process.env, chainId, command: "report-fault" });
  const chain =
    account && isSending ? await connectAccount(chainId, [{ url: node.url }], account, NO_PLACE) : undefined;
  const client = createPublicClient({ transport: transportOf(node.url), cacheTime: 0 });
  const answers: Answered[] = [];
  for (const { file, document } of found) {
    const call = callOf(document);
    const asked = await ask(client, account?.address ?? NOBODY, file, document);
    const isSent = asked.answer === "convicts" && chain !== undefined;
    const answered = isSent
      ? { ...asked, answer: "sent" as const, transaction: (await send(chain, call)).transactionHash }
      : asked;
    answers.push(answered);
    await print(
      values["json"] === true ? `${JSON.stringify({ ...answered, gas: Number(asked.gas) })}\n` : line(answered),
    );
  }
  if (answers.some(({ answer }) => answer === "refused")) return EXIT_CODES.invalid;
  if (isSending) return EXIT_CODES.valid;
  if (values["json"] !== true) {
    await print(`nothing was sent: add ${key === undefined ? "--key REFERENCE and " : ""}--yes\n`);
  }
  return EXIT_CODES.indeterminate;
}

const usage = (message: string): UsageError => new UsageError(message, "report-fault");

/** Never read, because the URL itself is given. */
const NO_PLACE = { config: { folder: "" }, env: {}, name: "--rpc" };
/** Asks before an account is known. */
const NOBODY: Hex = "0x000000000000000000000000000000000000dead";

type Found = { readonly file: string; readonly document: FaultDocument };

/** Reads the files, and the faults in folders. */
async function readFaults(names: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of names) {
    const isFolder = (await stat(name).catch(() => undefined))?.isDirectory() === true;
    if (isFolder) found.push(...(await readFaultFolder(name)));
    else found.push({ file: name, document: parseDocument(name, await readDocument(name), parseFault, "fault") });
  }
  if (found.length === 0) throw usage(`${names.join(", ")} holds no proofs of faults`);
  return found;
}

/** Reads the proofs of faults in a folder, in the order of their numbers. Other files are left out. */
export async function readFaultFolder(folder: string): Promise<Found[]> {
  const names = (await readdir(folder)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const found: Found[] = [];
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    const file = join(folder, name);
    const content = await readDocument(file);
    if (documentKind(content) !== "fault") continue;
    found.push({ file, document: parseDocument(file, content, parseFault, "fault") });
  }
  return found;
}

const callOf = ({ faultProofs, proof }: FaultDocument) => ({
  name: `prove${proof.fault}`,
  abi: faultProofsAbi,
  address: faultProofs,
  data: encodeProof(proof),
});

/** Asks the contract about a proof without sending it. @throws ChainUnavailableError */
async function ask(client: PublicClient, account: Hex, file: string, document: FaultDocument): Promise<Answered> {
  const { fault } = document.proof;
  try {
    const gas = await estimateGas(askOf(client, 30), account, encodeCall(callOf(document)), MAX_GAS, 20);
    return { file, fault, answer: "convicts", gas };
  } catch (error) {
    if (!(error instanceof AnchorlogError && error.code === "transaction_failed")) throw error;
    return { file, fault, answer: "refused", why: error.message };
  }
}

function line({ file, fault, answer, why, gas, transaction }: Answered): string {
  const said =
    answer === "refused"
      ? `refused: ${why}`
      : answer === "sent"
        ? `sent: the operator was convicted of ${fault} in transaction ${transaction}`
        : `the contract would convict the operator of ${fault}, for at most ${gas} gas`;
  return printable(`${file}: ${said}\n`);
}
