/** `anchorlog export`: written by the process that operates, or by this one. */
import { writeExport } from "../verify/audit/export.ts";
import { loadConfig } from "../daemon/config/load.ts";
import { assertStored, connectReaders, openOptions } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { readContract } from "../chain/client.ts";
import { anchorRegistryAbi } from "../chain/generated/AnchorRegistry.ts";
import { inLowerCase } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { configuredExports, keysOf, writeExports, type ExportedTo } from "../daemon/exporting.ts";
import type { OperatorKeys } from "../operator/seal/keys.ts";
import type { Call } from "./command.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { shellWord } from "./print.ts";
import { printRows } from "./rows.ts";
import { findRunning, isRunning, requestOf } from "./running.ts";

/** Returns the exit code. */
export async function runExport({ values, positionals }: Call): Promise<number> {
  const [given, more] = positionals;
  if (more !== undefined) throw new UsageError("export takes one folder to write, or none", "export");
  const withoutPayloads = values["without-payloads"] === true;
  if (withoutPayloads && given === undefined) {
    throw new UsageError("--without-payloads takes a folder; or set export.publicFolder", "export");
  }
  const config = await loadConfig(values["config"] as string | undefined);
  const exports = given === undefined ? configuredExports(config) : [{ folder: given, withoutPayloads }];
  const { folder, publicFolder, entries, batches, checkpoints } = await exportTo(config, exports, given === undefined);
  const next = `npx anchorlog audit ${shellWord(folder)}`;
  await printRows(values["json"] === true, { folder, publicFolder, entries, batches, checkpoints, next });
  return EXIT_CODES.valid;
}

/** @param isConfigured whether the configuration names the folders, so that a running process can write them. */
async function exportTo(
  config: Config,
  exports: ReturnType<typeof configuredExports>,
  isConfigured: boolean,
): Promise<ExportedTo> {
  if (exports.length === 0)
    throw new UsageError("export takes the folder to write, or export.folder of the configuration", "export");
  if (isConfigured && isRunning(await findRunning(config)))
    return (await requestOf(config, "/export", "call it again")) as ExportedTo;
  return writeHere(config, exports);
}

async function writeHere(config: Config, exports: ReturnType<typeof configuredExports>): Promise<ExportedTo> {
  await assertStored(config);
  const options = await openOptions(config).catch((error: unknown) => {
    if (!(error instanceof AnchorlogError) || !LOCKED.has(error.code)) throw error;
    throw new AnchorlogError(error.code, error.message.split("\n")[0]!, {
      fix: "let the running process write one: set export.folder, restart it, and run `npx anchorlog export`",
      cause: error,
    });
  });
  try {
    const keys = await inEffect(config, options.keys);
    return await writeExports(exports, (folder, { withoutPayloads }) =>
      writeExport(folder, { ...options, keys, withoutPayloads }),
    );
  } finally {
    await options.store.close();
    await options.guard?.close();
  }
}

const LOCKED: ReadonlySet<string> = new Set(["store_locked", "guard_locked"]);

/** During a rotation, the registry decides which key is in effect. Otherwise the chain is not asked. */
async function inEffect(config: Config, keys: OperatorKeys): Promise<OperatorKeys> {
  if (keys.next?.anchorKey === undefined && keys.next?.receiptKey === undefined) return keys;
  const [client] = await connectReaders(config);
  const call = {
    address: config["operator.registry"],
    abi: anchorRegistryAbi,
    args: [config["operator.address"]],
  } as const;
  const [anchorKey, receiptKey] = await Promise.all([
    readContract(client!, { ...call, functionName: "anchorKey" }),
    readContract(client!, { ...call, functionName: "receiptKey" }),
  ]);
  return keysOf(keys, { anchorKey: inLowerCase(anchorKey), receiptKey: inLowerCase(receiptKey) });
}
