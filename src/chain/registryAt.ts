import type { OperatorId } from "../action/domain.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";

/** The contract that a call of an operator's registry names. */
export const registryAt = ({ registry }: Pick<OperatorId, "registry">) =>
  ({ address: registry, abi: anchorRegistryAbi }) as const;
