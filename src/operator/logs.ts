/** The logs of an operator, one for each organization. The store holds their names, and each is opened on first use. */
import { isLogName, logId, type OperatorId } from "../action/domain.ts";
import { abbreviate, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { openLog, type Log } from "../log/log.ts";
import type { LogName, ChainStore, OperationsStore } from "../log/store.ts";

type OpenedLog = { readonly name: string; readonly log: Log };

export type OpenLogs = {
  /** Returns a log that this process knows. */
  get(id: Hex): OpenedLog | undefined;
  has(id: Hex): boolean;
  /** Returns the identifier of a log that this process knows. */
  idOf(name: string): Hex;
  /** Looks up unknown logs in the store: another process may have added them. */
  learn(ids: readonly Hex[]): Promise<void>;
  /** @throws AnchorlogError `bad_log_name`. */
  add(names: readonly string[]): Promise<void>;
  /**
   * Returns a log by its name. It must have been added or have entries.
   *
   * @throws AnchorlogError `unknown_log`.
   */
  named(name: string): Promise<Log>;
};

/** Milliseconds for which the store is not asked again about a log that it did not know. */
const DENIED = 250;
/** The largest number of unknown logs that are remembered. */
const MOST_DENIED = 10_000;

export function createLogs(
  store: ChainStore & Pick<OperationsStore, "shared">,
  operator: OperatorId,
  openOptions: Omit<Parameters<typeof openLog>[0], "id" | "store">,
): OpenLogs {
  const names = new Map<Hex, string>();
  const ids = new Map<string, Hex>();
  const opened = new Map<Hex, OpenedLog>();
  const denied = new Map<Hex, number>();
  let wanted = new Set<Hex>();
  let next: Promise<void> | undefined;
  let running: Promise<void> | undefined;

  const know = ({ id, name }: LogName): void => {
    names.set(id, name);
    ids.set(name, id);
    denied.delete(id);
  };
  const ask = async (): Promise<void> => {
    const [ids, now] = [[...wanted], performance.now()];
    wanted = new Set();
    const found = await store.logNames(ids);
    if (denied.size > MOST_DENIED) denied.clear();
    for (const id of ids) denied.set(id, now + DENIED);
    found.forEach(know);
  };
  /**
   * Sends one query at a time, for all callers that wait. Otherwise anybody with a key could flood the store with
   * made-up logs.
   */
  const askNext = async (): Promise<void> => {
    await running?.catch(() => {});
    next = undefined;
    await (running = ask());
  };

  const get = (id: Hex): OpenedLog | undefined => {
    const there = opened.get(id);
    const name = there === undefined ? names.get(id) : undefined;
    if (name === undefined) return there;
    const made = { name, log: openLog({ ...openOptions, id, store }) };
    opened.set(id, made);
    return made;
  };
  const learn = async (ids: readonly Hex[]): Promise<void> => {
    const now = performance.now();
    const unknown = ids.filter((id) => !names.has(id) && !((denied.get(id) ?? 0) > now));
    if (unknown.length === 0) return;
    for (const id of unknown) wanted.add(id);
    await (next ??= askNext());
  };

  return {
    get,
    has: (id) => names.has(id),
    idOf: (name) => ids.get(name)!,
    learn,
    add: async (list) => {
      const logs = [...new Set(list)].map((name) => ({ id: logId(operator, name), name }));
      const there = new Set((await store.logNames(logs.map(({ id }) => id))).map(({ id }) => id));
      const missing = logs.filter(({ id }) => !there.has(id));
      if (missing.length > 0) await store.addLogs(missing);
      logs.forEach(know);
    },
    named: async (name) => {
      if (isLogName(name)) {
        const id = logId(operator, name);
        await learn([id]);
        const known = get(id);
        if (known !== undefined) return known.log;
        // The log has entries, but its name was never stored.
        if ((await store.head(id)).size > 0) return openLog({ ...openOptions, id, store });
      }
      throw new AnchorlogError("unknown_log", `${abbreviate(name)} is not a log of this operator`, {
        fix: "add it with addLog, or name it in the option logs of openAnchorlog",
      });
    },
  };
}
