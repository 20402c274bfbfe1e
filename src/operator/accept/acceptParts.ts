/** Opens the parts that take actions, and read entries back as bundles. */
import { createBundling, type EntryPlace } from "../seal/bundling.ts";
import type { SealParts } from "../seal/sealParts.ts";
import type { Setting } from "../setting.ts";
import type { Bundle } from "../../verify/bundle/bundle.ts";
import { openAccepting, type Accepting } from "./accepting.ts";
import { countAnswers, type Answers } from "./answers.ts";
import { createHolders } from "./holders.ts";
import { createObjects, type Objects } from "./objects.ts";
import { followStanding } from "./standing.ts";

export type AcceptParts = {
  readonly answers: Answers;
  readonly accepting: Accepting;
  readonly bundle: (at: EntryPlace) => Promise<Bundle>;
  readonly objects: Objects;
};

export async function openAcceptParts(setting: Setting, seal: SealParts): Promise<AcceptParts> {
  const { options, operator, chain, clock, failures, endings } = setting;
  const answers = countAnswers(failures, clock);
  const accepting = await openAccepting({
    ...setting,
    ...seal,
    standing: chain && followStanding(chain, operator),
    answers,
    wallets: options.wallets,
    holders: createHolders({ ...options, kinds: options.types.kinds, client: chain?.publicClient }),
  });
  endings.add("accepting", () => accepting.close());
  const bundle = createBundling({ ...setting, ...seal });
  const objects = createObjects({ ...setting, logs: seal.logs, bundle, submit: accepting.submit });
  return { answers, accepting, bundle, objects };
}
