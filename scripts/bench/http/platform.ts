/** Actions for the API's server: objects that are minted, and handed on a while later. */
import { privateKeySigner, type SignedAction } from "../../../src/action/index.ts";
import type { Hex } from "../../../src/encoding/hex.ts";
import type { Parts } from "../../../server/src/parts.ts";
import { types } from "../../../server/src/platform/kinds.ts";
import { payloadSigner } from "../log/actions.ts";

/** Whose actions they are, and what they are about. */
export type PlatformLoad = {
  readonly operator: Parts["operator"];
  readonly authorization: string;
  /** Of the wallet that mints, and holds what it minted until it hands it on. */
  readonly secretKey: Hex;
  readonly log: string;
  /** Of objects with custody. */
  readonly template: string;
  /** The number of the first object that is made. */
  readonly from?: number;
  /** Nothing is handed on. */
  readonly mintsOnly?: boolean;
};

/** By so many objects later each one is handed on: what minted it was answered by then. */
const LAG = 2_000;
const HOLDER: Hex = "0x00000000000000000000000000000000000000f1";
/** Actions that are signed at a time. */
const CHUNK = 256;

/** Takes so many, in their order: every other one hands an object on, as soon as there are enough. */
export function platformActions({ operator, secretKey, log, template, from = 0, mintsOnly }: PlatformLoad) {
  const signer = privateKeySigner(secretKey);
  const sign = payloadSigner(operator, types);
  const supply: SignedAction[] = [];
  let made = from;
  const fill = async (): Promise<void> => {
    const to = { signer, log, now: Date.now() };
    const [mints, transfers]: [object[], object[]] = [[], []];
    for (const last = made + CHUNK; made < last; made++) {
      const properties = JSON.stringify({ colour: "red", seat: made });
      mints.push({ objectId: `object-${made}`, holder: signer.address, templateId: template, properties });
      if (mintsOnly !== true && made >= from + LAG)
        transfers.push({ objectId: `object-${made - LAG}`, holder: HOLDER });
    }
    const [minting, handing] = await Promise.all([sign(to, "Mint", mints), sign(to, "Transfer", transfers)]);
    supply.push(...minting.flatMap((action, i) => (handing[i] === undefined ? [action] : [action, handing[i]])));
  };
  return async (count: number): Promise<SignedAction[]> => {
    while (supply.length < count) await fill();
    return supply.splice(0, count);
  };
}
