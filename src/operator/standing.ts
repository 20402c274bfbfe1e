/** Whether an operator may anchor at all: one that may not would promise what it can never keep (PROTOCOL 8.2). */
import type { OperatorId } from "../action/domain.ts";
import { readContract, type ChainClient } from "../anchor/client.ts";
import { anchorRegistryAbi } from "../anchor/generated/AnchorRegistry.ts";
import { within } from "../within.ts";

/** Why nothing is promised. */
export type OutOfStanding = { readonly code: "not_in_standing"; readonly message: string };

export type Standing = {
  /**
   * Why nothing may be promised, as the registry said last. It is waited for where it has said nothing yet, once, and
   * where it has said no, at most once in {@link RECHECK} ms; a silent one takes nothing back.
   */
  obstacle(): OutOfStanding | undefined | Promise<OutOfStanding | undefined>;
};

/** Milliseconds after which the registry is asked anew, behind what is promised meanwhile. */
const REFRESH = 10_000;
/** Milliseconds between two questions that promises wait for, and for which they wait. */
const RECHECK = 1_000;

const NOT_IN_STANDING: OutOfStanding = {
  code: "not_in_standing",
  message: "the operator's stake does not let it anchor, so that nothing new is promised; try again later",
};

export function followStanding(
  { publicClient }: { readonly publicClient: Pick<ChainClient, "readContract"> },
  { registry, operator }: Pick<OperatorId, "registry" | "operator">,
): Standing {
  const call = { address: registry, abi: anchorRegistryAbi, functionName: "inStanding", args: [operator] } as const;
  let isIn: boolean | undefined;
  /** Until the first question has its answer, or had its time. */
  let isOpening = true;
  let asked = -Infinity;
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    asked = performance.now();
    try {
      isIn = await readContract(publicClient, call);
    } catch {
      // Of an outage, others tell.
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
