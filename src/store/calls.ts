import { AnchorlogError } from "../base/errors.ts";

/** The calls of a store that are under way. */
export class Calls {
  /** A number, because V8 may keep promises that left a set in memory until its next full collection. */
  #underWay = 0;
  readonly #idle = Promise.withResolvers<void>();
  readonly #failed: (error: unknown) => unknown;
  #ending: Promise<void> | undefined;

  /** @param failed makes the error of a call that fails. */
  constructor(failed: (error: unknown) => unknown = (error) => error) {
    this.#failed = failed;
  }

  /** Wraps methods, so that `end` waits for their calls and later calls are refused. */
  through<M extends object>(methods: M): M {
    const entries = Object.entries(methods) as [string, (...args: never[]) => Promise<unknown>][];
    const wrapped = entries.map(([name, method]) => [name, (...args: never[]) => this.run(() => method(...args))]);
    return Object.fromEntries(wrapped) as M;
  }

  /** @throws AnchorlogError `store_closed` after {@link end}. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#ending !== undefined) throw new AnchorlogError("store_closed", "the store was closed");
    this.#underWay++;
    try {
      return await call();
    } catch (error) {
      throw this.#failed(error);
    } finally {
      this.#underWay--;
      if (this.#ending !== undefined && this.#underWay === 0) this.#idle.resolve();
    }
  }

  /** Refuses further calls, and ends once. @param finish receives a promise that resolves with the calls under way. */
  end(finish: (settled: Promise<unknown>) => Promise<void>): Promise<void> {
    if (this.#underWay === 0) this.#idle.resolve();
    return (this.#ending ??= finish(this.#idle.promise));
  }
}
