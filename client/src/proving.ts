/** Fetches a proof again and again until it has reached the state that the caller waits for. */
import type { Call } from "./calls.ts";
import { unlessEnded, type Wait } from "./deliver.ts";
import { PlatformError } from "./errors.ts";
import type { KnownOperator, Pin } from "./operator.ts";
import {
  chainAt,
  checkProve,
  isAtLeast,
  isOutage,
  nextLook,
  notYet,
  type Grounds,
  type ProveOptions,
  type VerifiedBundle,
} from "./prove.ts";

type ProvingParts = {
  readonly GET: Call<"get">;
  readonly known: KnownOperator;
  /** Now in Unix milliseconds. */
  readonly clock: () => number;
  readonly wait: Wait;
  readonly pin: Pin;
};

/** The trust that a proof is verified with, and the size of the checkpoint that it must lead to. */
type Basis = { readonly grounds: Grounds; readonly size?: number };
/** The arguments of one look at a proof. */
type Look = { readonly grounds: Grounds; readonly query: { readonly size?: number }; readonly signal: AbortSignal };

export class Proving {
  readonly #parts: ProvingParts;

  constructor(parts: ProvingParts) {
    this.#parts = parts;
  }

  /** @param look fetches the proof and verifies it. */
  async lead<P extends VerifiedBundle>(
    what: string,
    options: ProveOptions,
    look: (by: Look) => Promise<P>,
  ): Promise<P> {
    checkProve(options);
    const { clock, wait } = this.#parts;
    const { until = "promised", rpc, within = 300, signal = new AbortController().signal } = options;
    const end = clock() + within * 1_000;
    let isRenewed = false;
    /** Returns the proof, or the node's error if the caller waits for a later state: the node may recover. */
    const lookOnce = async (): Promise<P | Error> => {
      try {
        const { grounds, size } =
          rpc === undefined ? await this.#newestTrust(signal) : await this.#chainTrust(rpc, signal);
        return await unlessEnded(signal, look({ grounds, query: size === undefined ? {} : { size }, signal }));
      } catch (error) {
        // The operator may have a new key.
        if (!isRenewed && error instanceof PlatformError && error.reason === "unknown_receipt_key") {
          isRenewed = true;
          this.#parts.known.forget();
          return lookOnce();
        }
        if (until === "promised" || !isOutage(error)) throw error;
        return error;
      }
    };
    for (let waited = 0; ;) {
      const found = await lookOnce();
      const hasFailed = found instanceof Error;
      if (!hasFailed && isAtLeast(found.state, until)) return found;
      const left = Math.min(within * 1_000 - waited, end - clock());
      if (left <= 0) throw hasFailed ? found : notYet(what, found.state, until);
      const pause = Math.min(nextLook(waited), left);
      await wait(pause, signal);
      waited += pause;
    }
  }

  /** Trust in the operator's keys and the newest checkpoint, which the proof must lead to. */
  async #newestTrust(signal: AbortSignal): Promise<Basis> {
    const { trusted: operator } = await unlessEnded(signal, this.#parts.known.get());
    const { data } = await this.#parts.GET("/checkpoints", { params: { query: { limit: 1 } }, signal });
    const [newest] = data.items;
    if (newest === undefined) return { grounds: { operator, trust: { operator } } };
    return { grounds: { operator, trust: { operator, checkpoint: newest.note } }, size: newest.size };
  }

  /**
   * Trust in the chain, which knows all keys of the operator. An own registry is trusted only if the caller named it.
   */
  async #chainTrust(rpc: string, signal: AbortSignal): Promise<Basis> {
    const { known, pin } = this.#parts;
    const { trusted: operator } = await unlessEnded(signal, known.get());
    const registry = pin.operator === undefined ? pin.registry : operator.registry;
    return { grounds: { operator, trust: { chain: await unlessEnded(signal, chainAt(rpc, registry)) } } };
  }
}
