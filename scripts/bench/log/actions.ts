/** Signed actions that no log has seen. */
import { encodeMessage, hashDomain, logId, privateKeySigner, type SignedAction } from "../../../src/action/index.ts";
import { toHex } from "../../../src/encoding/hex.ts";
import { operator, types } from "../../../test/operator.ts";

/** The log that they are for. */
export const LOG = "a.example";

const signers = ["a1", "a2", "a3"].map((digits) => privateKeySigner(`0x${digits.repeat(32)}`));
const { name, version, chainId, registry: verifyingContract } = operator;

/** A supply of so many, which `fill` brings up to that again. */
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

async function signNew(): Promise<SignedAction> {
  const nonce = BigInt(toHex(crypto.getRandomValues(new Uint8Array(32))));
  const signer = signers[Number(nonce % 3n)]!;
  const message = {
    log: logId(operator, LOG),
    actor: signer.address,
    nonce: `${nonce}`,
    deadline: `${BigInt(Math.floor(Date.now() / 1000) + 3_600)}`,
    payload: {
      objectId: "urn:example:object:1234",
      to: signer.address,
      price: "1250000000000000000",
      salt: `0x${"5a".repeat(32)}`,
    },
  } as const;
  const separator = hashDomain({ name, version, chainId, verifyingContract });
  const { digest } = encodeMessage(types.kinds.get("Transfer")!, message, separator);
  // Not by `sign`, which recovers what it gives out: the supply may have to grow while the clock runs.
  const [signature] = await signer.signMany!([digest]);
  return { primaryType: "Transfer", message, signature: signature! };
}
