/** Who the operator is: on the local chain, by the keys that everybody knows. */
import type { Hex } from "anchorlog";
import { contractAddresses, presets } from "anchorlog/anchor";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "anchorlog/development";
import type { Parts } from "../parts.ts";

export function operatorOf(): Parts["operator"] {
  return {
    chainId: LOCAL_CHAIN_ID,
    registry: contractAddresses(presets.local).registry,
    operator: developmentAccount(ROLES.operator, LOCAL_CHAIN_ID).address.toLowerCase() as Hex,
    name: "Anchorlog Platform",
    version: "1",
  };
}
