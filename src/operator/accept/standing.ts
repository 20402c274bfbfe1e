/** Whether an operator may anchor at all. If not, it could never keep a new promise (protocol/5-contracts §2). */
import type { OperatorId } from "../../action/domain.ts";
import { readContract, type ChainClient } from "../../chain/client.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { within } from "../../base/within.ts";

/** The reason for accepting no new actions: the operator may not anchor. */
export type OutOfStanding = { readonly code: "not_in_standing"; readonly message: string };

export type Standing = {
  /**
   * Returns why the operator may not accept actions, by the registry's last answer. Callers wait for the first answer.
   * After a "no", they wait for a newer answer, at most once per {@link RECHECK} ms. If the registry does not answer,
   * its last answer stands.
   */
  obstacle(): OutOfStanding | undefined | Promise<OutOfStanding | undefined>;
};

/** Milliseconds after which the registry is asked again, in the background. */
const REFRESH = 10_000;
/** Milliseconds between two questions that callers wait for, and how long they wait. */
const RECHECK = 1_000;

const NOT_IN_STANDING: OutOfStanding = {
  code: "not_in_standing",
  message: "the operator's stake does not let it anchor, so nothing new is promised; try again later",
};

export function followStanding(
  { publicClient }: { readonly publicClient: Pick<ChainClient, "readContract"> },
  { registry, operator }: Pick<OperatorId, "registry" | "operator">,
): Standing {
  const call = { address: registry, abi: anchorRegistryAbi, functionName: "inStanding", args: [operator] } as const;
  let isIn: boolean | undefined;
  /** Whether the first question is still open: neither answered nor timed out. */
  let isOpening = true;
  let asked = -Infinity;
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    asked = performance.now();
    try {
      isIn = await readContract(publicClient, call);
    } catch {
      // Other parts report outages of the chain.
    } finally {
      asking = undefined;
    }
  };
  const judge = (): OutOfStanding | undefined => (isIn === false ? NOT_IN_STANDING : undefined);

  return {
    obstacle: () => {
      const waits = isIn === false || isOpening;
      if (performance.now() - asked >= (waits ? RECHECK : REFRESH)) asking ??= ask();
      if (!waits || asking === undefined) return judge();
      return within(RECHECK, asking, undefined).then(() => {
        isOpening = false;
        return judge();
      });
    },
  };
}
