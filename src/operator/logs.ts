/** The logs of an operator, one for each organization. The store holds their names, and each is opened on first use. */
import { isLogName, logId, type OperatorId } from "../action/domain.ts";
import { abbreviate, isHex, type Hex } from "../base/hex.ts";
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
   * Returns a log by its name, or by its identifier, as receipts have it. It must have been added; by its name, it may
   * instead have entries.
   *
   * @throws AnchorlogError `unknown_log`.
   */
  find(nameOrId: string): Promise<OpenedLog>;
};

/** Milliseconds for which the store is not asked again about a log that it did not know. */
const DENIED = 250;
/** The largest number of unknown logs that are remembered. */
const MOST_DENIED = 10_000;

type Known = {
  readonly store: ChainStore & Pick<OperationsStore, "shared">;
  readonly openOptions: LogOptions;
  readonly names: Map<Hex, string>;
  readonly ids: Map<string, Hex>;
  readonly opened: Map<Hex, OpenedLog>;
  /** Logs that the store did not know, and until when it is not asked again, by `performance.now`. */
  readonly denied: Map<Hex, number>;
  /** The logs of the next query. */
  wanted: Set<Hex>;
  next: Promise<void> | undefined;
  running: Promise<void> | undefined;
};

type LogOptions = Omit<Parameters<typeof openLog>[0], "id" | "store">;

export function createLogs(store: Known["store"], operator: OperatorId, openOptions: LogOptions): OpenLogs {
  const [names, ids, opened, denied] = [new Map(), new Map(), new Map(), new Map()];
  const [next, running] = [undefined, undefined];
  const known: Known = { store, openOptions, names, ids, opened, denied, wanted: new Set(), next, running };
  return {
    get: (id) => get(known, id),
    has: (id) => names.has(id),
    idOf: (name) => known.ids.get(name)!,
    learn: (ids) => learn(known, ids),
    add: async (list) => {
      const logs = [...new Set(list)].map((name) => ({ id: logId(operator, name), name }));
      const there = new Set((await store.logNames(logs.map(({ id }) => id))).map(({ id }) => id));
      const missing = logs.filter(({ id }) => !there.has(id));
      if (missing.length > 0) await store.addLogs(missing);
      for (const log of logs) know(known, log);
    },
    find: async (nameOrId) => {
      const isName = isLogName(nameOrId);
      if (isName || isHex(nameOrId, 32)) {
        const id = isName ? logId(operator, nameOrId) : nameOrId;
        await learn(known, [id]);
        const found = get(known, id);
        if (found !== undefined) return found;
        // The log has entries, but its name was never stored.
        if (isName && (await store.head(id)).size > 0) {
          return { name: nameOrId, log: openLog({ ...openOptions, id, store }) };
        }
      }
      throw new AnchorlogError("unknown_log", `${abbreviate(nameOrId)} is not a log of this operator`, {
        fix: "add it with addLog, or name it in the option logs of openAnchorlog",
      });
    },
  };
}

function get({ store, openOptions, names, opened }: Known, id: Hex): OpenedLog | undefined {
  const there = opened.get(id);
  const name = there === undefined ? names.get(id) : undefined;
  if (name === undefined) return there;
  const made = { name, log: openLog({ ...openOptions, id, store }) };
  opened.set(id, made);
  return made;
}

async function learn(known: Known, ids: readonly Hex[]): Promise<void> {
  const { names, denied, wanted } = known;
  const now = performance.now();
  const unknown = ids.filter((id) => !names.has(id) && !((denied.get(id) ?? 0) > now));
  if (unknown.length === 0) return;
  for (const id of unknown) wanted.add(id);
  await (known.next ??= askNext(known));
}

/**
 * Sends one query at a time, for all callers that wait. Otherwise anybody with a key could flood the store with made-up
 * logs.
 */
async function askNext(known: Known): Promise<void> {
  await known.running?.catch(() => {});
  known.next = undefined;
  await (known.running = ask(known));
}

async function ask(known: Known): Promise<void> {
  const { store, denied } = known;
  const [ids, now] = [[...known.wanted], performance.now()];
  known.wanted = new Set();
  const found = await store.logNames(ids);
  if (denied.size > MOST_DENIED) denied.clear();
  for (const id of ids) denied.set(id, now + DENIED);
  for (const log of found) know(known, log);
}

function know({ names, ids, denied }: Known, { id, name }: LogName): void {
  names.set(id, name);
  ids.set(name, id);
  denied.delete(id);
}
