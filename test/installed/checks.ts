// Checks the state of the guide's server and the answers of a user's clients. Compiled and run in a user's project.
import type { Anchorlog, AnchorlogError, Hex, Submission } from "anchorlog";
import {
  compareDomain,
  connectChain,
  depositStake,
  readLatest,
  readOperatorDomain,
  readStake,
  releasedContracts,
} from "anchorlog/chain";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { readOpenChallenges, readStoredCheckpoints } from "anchorlog/dispute";
import { clients, setting } from "./given.ts";

/** The code of a promise's error, and whether its message contains the text. */
async function codeOf(promise: Promise<unknown>, text = ""): Promise<string> {
  try {
    await promise;
    return "no error";
  } catch (error) {
    const { code, message } = error as AnchorlogError;
    return message.includes(text) ? code : message;
  }
}

/** Calls through the user's clients: reading, logs, sending, and each sort of failure. */
export async function findOut(anchorlog: Pick<Anchorlog, "bundle">, answer: Submission) {
  const { publicClient, walletClient } = clients();
  const chain = { publicClient, walletClient };
  const away = clients("http://127.0.0.1:9");
  const { registry } = setting;
  const operator = walletClient.account.address.toLowerCase() as Hex;
  const id = { chainId: 31_337, registry, operator };
  const { challenges } = releasedContracts.local;
  const stranger = { ...id, operator: registry };
  const elsewhere = { ...id, registry: operator };
  const bundle = formatBundle(await anchorlog.bundle({ log: "acme-games", index: 0 }));
  const { verdict, state, code } = await verifyBundle(bundle, { chain: await connectChain(setting.url) });
  const domain = await readOperatorDomain(publicClient, id);
  return {
    answer: answer.status,
    verdict: `${verdict} ${state} ${code}`,
    anchored: (await readLatest(chain, id)).size,
    checkpoints: (await readStoredCheckpoints(publicClient, id)).length,
    challenges: (await readOpenChallenges(publicClient, challenges, id, { fromBlock: 0n, known: [] })).open.length,
    stake: (await readStake(chain, id)).status,
    domain: await codeOf(compareDomain(publicClient, id, { ...domain, version: "2" })),
    refused: await codeOf(depositStake(chain, stranger, 1n), "NotRegistered"),
    stranger: await codeOf(compareDomain(publicClient, stranger, domain)),
    elsewhere: await codeOf(readLatest(chain, elsewhere)),
    away: await codeOf(readLatest(away, id)),
    sentAway: await codeOf(depositStake(away, id, 1n)),
  };
}
