/** Writes an export regularly while the process operates. */
import { writeExport, type Exported } from "../verify/audit/export.ts";
import { pathOf } from "./config/load.ts";
import type { Config } from "./config/settings.ts";
import { AnchorlogError, reasonOf } from "../base/errors.ts";
import { startLoop } from "../operator/loop.ts";
import type { Anchorlog } from "../operator/open.ts";
import type { AnchorlogOptions } from "../operator/options.ts";
import type { OperatorKeys } from "../operator/seal/keys.ts";
import { errorFields, type Log } from "./log.ts";

/** Milliseconds until the first export, and at most until a process that begins to lead exports. */
const SOON = 5_000;
const FOLLOWING = 60_000;

/** The result of an export, with its folder, and the folder of the export without payloads that was written after it. */
export type ExportedTo = Exported & { readonly folder: string; readonly publicFolder?: string };

/** The exports that a configuration names: with payloads first. */
export function configuredExports(config: Config): { readonly folder: string; readonly withoutPayloads: boolean }[] {
  const [own, open] = [config["export.folder"], config["export.publicFolder"]];
  return [
    ...(own === undefined ? [] : [{ folder: pathOf(config, own), withoutPayloads: false }]),
    ...(open === undefined ? [] : [{ folder: pathOf(config, open), withoutPayloads: true }]),
  ];
}

/** Writes each of the exports. @param write writes one. */
export async function writeExports(
  exports: ReturnType<typeof configuredExports>,
  write: (folder: string, options: { readonly withoutPayloads: boolean }) => Promise<Exported>,
): Promise<ExportedTo> {
  const [first, second] = exports;
  const exported = await write(first!.folder, first!);
  if (second === undefined) return { folder: first!.folder, ...exported };
  await write(second.folder, second);
  return { folder: first!.folder, publicFolder: second.folder, ...exported };
}

export type Exporting = {
  /**
   * Exports new entries now. Calls during an export wait for the same one. @throws AnchorlogError `nowhere_to_export`
   */
  readonly write: () => Promise<ExportedTo>;
  /** Why the newest export failed; undefined if it was written. */
  readonly failure: () => string | undefined;
  readonly stop: () => Promise<void>;
};

/**
 * Starts to export regularly by the configuration. Only the leading process exports.
 *
 * @param options with which the operator was opened.
 */
export function openExporting(
  config: Config,
  parts: {
    readonly anchorlog: Pick<Anchorlog, "keys">;
    readonly options: Pick<AnchorlogOptions, "store" | "guard" | "operator" | "logs" | "types" | "keys">;
    readonly isLeader: () => Promise<boolean>;
    readonly log: Log;
  },
): Exporting {
  const { anchorlog, options, isLeader, log } = parts;
  const exports = configuredExports(config);
  if (exports.length === 0)
    return { write: () => Promise.reject(nowhere()), failure: () => undefined, stop: () => Promise.resolve() };
  let writing: Promise<ExportedTo> | undefined;

  const writeOnce = async (): Promise<ExportedTo> => {
    const keys = keysOf(options.keys, await anchorlog.keys());
    return writeExports(exports, async (folder, { withoutPayloads }) => {
      const exported = await writeExport(folder, { ...options, keys, withoutPayloads });
      const { entries, batches, checkpoints } = exported;
      if (entries + batches + checkpoints > 0) log("info", "exported", { folder, ...exported });
      return exported;
    });
  };
  let failure: string | undefined;
  const write = (): Promise<ExportedTo> =>
    (writing ??= writeOnce()
      .then(
        (exported) => {
          failure = undefined;
          return exported;
        },
        (error: unknown) => {
          failure = reasonOf(error);
          throw error;
        },
      )
      .finally(() => (writing = undefined)));

  const pace = 1_000 * config["export.everySeconds"];
  let pause = Math.min(SOON, pace);
  const loop = startLoop(
    async () => {
      const leads = await isLeader();
      pause = leads ? pace : Math.min(FOLLOWING, pace);
      // Another process exports now, and its status has the failures.
      if (!leads) failure = undefined;
      else await write();
    },
    () => pause,
    (error) => log("error", "export_failed", errorFields(error)),
  );
  return {
    write,
    failure: () => failure,
    stop: async () => {
      await loop.stop();
      await writing?.catch(() => {});
    },
  };
}

/** The operator's keys in effect. @param now their addresses, lower-case. */
export function keysOf(keys: OperatorKeys, now: Awaited<ReturnType<Anchorlog["keys"]>>): OperatorKeys {
  const { next, ...current } = keys;
  const found = (name: "anchorKey" | "receiptKey") =>
    next?.[name]?.address.toLowerCase() === now[name] ? next[name] : current[name];
  return { ...keys, anchorKey: found("anchorKey"), receiptKey: found("receiptKey") };
}

function nowhere(): AnchorlogError {
  return new AnchorlogError("nowhere_to_export", "the configuration names no folder for an export", {
    fix: "give export.folder or export.publicFolder, and start operate again",
  });
}
