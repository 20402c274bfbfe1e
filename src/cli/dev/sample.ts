/** The sample data for newcomers: a log with a few actions. */
import { logId } from "../../action/domain.ts";
import { toTypedData } from "../../action/envelope.ts";
import { defineActions, type Message, type SignedAction } from "../../action/kinds.ts";
import type { RegisteredIdentity } from "../../chain/registration.ts";
import { developmentAccount } from "../../development/keys.ts";
import { inLowerCase } from "../../base/hex.ts";

export const SAMPLE_LOG = "sample";
export const SAMPLE_KINDS = {
  Mint: { objectId: "string", to: "address" },
  Transfer: { objectId: "string", to: "address" },
} as const;

/** The development accounts that act as wallets. */
const FIRST_WALLET = 4;
const WALLETS = 3;
const types = defineActions(SAMPLE_KINDS);

/**
 * Creates a signed action of a sample wallet: an even number mints an object, an odd one transfers that object to the
 * next wallet.
 */
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
