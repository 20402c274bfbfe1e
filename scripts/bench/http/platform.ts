/** Makes actions for the API's server that mint objects and transfer them later. */
import { privateKeySigner, type SignedAction } from "../../../src/action/index.ts";
import type { Hex } from "../../../src/base/hex.ts";
import type { Parts } from "../../../server/src/foundation/parts.ts";
import { types } from "../../../server/src/objects/kinds.ts";
import { payloadSigner } from "../log/actions.ts";

/** The operator, wallet, log and template of the actions. */
export type PlatformLoad = {
  readonly operator: Parts["operator"];
  readonly authorization: string;
  /** Key of the wallet that mints objects and holds them until it transfers them. */
  readonly secretKey: Hex;
  readonly log: string;
  /** Template of objects with custody. */
  readonly template: string;
  /** Number of the first minted object. */
  readonly from?: number;
  /** If set, no object is transferred. */
  readonly mintsOnly?: boolean;
};

/** Objects minted between an object's mint and its transfer, so that the mint is answered by then. */
const LAG = 2_000;
const HOLDER: Hex = "0x00000000000000000000000000000000000000f1";
/** Mints that are signed at a time. */
const CHUNK = 256;

/** Returns a function that makes `count` actions. After `LAG` mints, every second action is a transfer. */
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
