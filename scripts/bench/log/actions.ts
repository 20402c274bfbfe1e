/** Makes signed actions that are new to every log. */
import {
  encodeMessage,
  hashDomain,
  logId,
  privateKeySigner,
  type ActionTypes,
  type DigestSigner,
  type Message,
  type SignedAction,
} from "../../../src/action/index.ts";
import { toHex } from "../../../src/base/hex.ts";
import { operator, types } from "../../../test/operator.ts";

/** The log of the actions. */
export const LOG = "a.example";

const signers = ["a1", "a2", "a3"].map((digits) => privateKeySigner(`0x${digits.repeat(32)}`));

/** Returns a supply of actions. `fill` brings it up to `count` again. */
export function signedActions(count: number) {
  const supply: SignedAction[] = [];
  const fill = async (wanted: number) => {
    while (supply.length < wanted) supply.push(await signNew());
  };
  return {
    fill: () => fill(count),
    take: async (wanted: number): Promise<SignedAction[]> => {
      if (supply.length < wanted) await fill(wanted);
      return supply.splice(-wanted);
    },
  };
}

const sign = actionSigner(operator);
const signNew = async (): Promise<SignedAction> => (await sign(LOG, 1, Date.now()))[0]!;

/** Returns a function that signs new actions for a log of an operator, at a time in Unix milliseconds. */
export function actionSigner(of: typeof operator) {
  const signPayloads = payloadSigner(of, types);
  return async (log: string, count: number, now: number): Promise<SignedAction[]> => {
    const signer = signers[Math.floor(Math.random() * signers.length)]!;
    const payload = {
      objectId: "urn:example:object:1234",
      to: signer.address,
      price: "1250000000000000000",
      salt: `0x${"5a".repeat(32)}`,
    };
    return signPayloads(
      { signer, log, now },
      "Transfer",
      Array.from({ length: count }, () => payload),
    );
  };
}

/** Returns a function that signs payloads for an operator, each in a new action that is valid for an hour. */
export function payloadSigner(of: typeof operator, { kinds }: Pick<ActionTypes, "kinds">) {
  const { name, version, chainId, registry: verifyingContract } = of;
  const separator = hashDomain({ name, version, chainId, verifyingContract });
  return async (
    { signer, log, now }: { readonly signer: DigestSigner; readonly log: string; readonly now: number },
    kindName: string,
    payloads: readonly object[],
  ): Promise<SignedAction[]> => {
    const kind = kinds.get(kindName)!;
    const common = {
      log: logId(of, log),
      actor: signer.address,
      deadline: decimal(BigInt(Math.floor(now / 1000) + 3_600)),
    };
    const messages = payloads.map(
      (payload) =>
        ({ ...common, nonce: decimal(BigInt(toHex(crypto.getRandomValues(new Uint8Array(32))))), payload }) as Message,
    );
    const digests = messages.map((message) => encodeMessage(kind, message, separator).digest);
    // `sign` would check each signature by recovery, which is slow: the supply may grow during a measurement.
    const signatures = await signer.signMany!(digests);
    return messages.map((message, i) => ({ primaryType: kindName, message, signature: signatures[i]! }));
  };
}

const decimal = (value: bigint): `${bigint}` => `${value}`;
