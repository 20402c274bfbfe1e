/** `anchorlog export`: written by the process that operates, or by this one. */
import { writeExport, type Exported } from "../audit/export.ts";
import { loadConfig, pathOf } from "../config/load.ts";
import { connectReaders, openOptions } from "../config/open.ts";
import type { Config } from "../config/settings.ts";
import { readContract } from "../anchor/client.ts";
import { anchorRegistryAbi } from "../anchor/generated/AnchorRegistry.ts";
import { inLowerCase } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { keysOf, type ExportedTo } from "../operation/exporting.ts";
import type { OperatorKeys } from "../operator/keys.ts";
import type { Call } from "./command.ts";
import { EXIT_CODES, UsageError } from "./options.ts";
import { printRows } from "./rows.ts";
import { findRunning, isRunning, requestOf } from "./running.ts";

/** Returns the exit code. */
export async function runExport({ values, positionals }: Call): Promise<number> {
  const [given, more] = positionals;
  if (more !== undefined) throw new UsageError("export takes one folder to write, or none", "export");
  const config = await loadConfig(values["config"] as string | undefined);
  const { folder, entries, batches, checkpoints } = await exportTo(config, given);
  const next = `anchorlog audit ${folder}`;
  await printRows(values["json"] === true, { folder, entries, batches, checkpoints, next });
  return EXIT_CODES.valid;
}

async function exportTo(config: Config, given: string | undefined): Promise<ExportedTo> {
  if (given !== undefined) return { folder: given, ...(await writeHere(config, given)) };
  const named = config["export.folder"];
  if (named === undefined)
    throw new UsageError("export takes the folder to write, or export.folder of the configuration", "export");
  if (isRunning(await findRunning(config))) return (await requestOf(config, "/export", "call it again")) as ExportedTo;
  const folder = pathOf(config, named);
  return { folder, ...(await writeHere(config, folder)) };
}

async function writeHere(config: Config, folder: string): Promise<Exported> {
  const options = await openOptions(config).catch((error: unknown) => {
    if (!(error instanceof AnchorlogError) || !LOCKED.has(error.code)) throw error;
    throw new AnchorlogError(error.code, error.message.split("\n")[0]!, {
      fix: "let the running process write one: set export.folder, restart it, and run anchorlog export",
      cause: error,
    });
  });
  try {
    return await writeExport(folder, { ...options, keys: await inEffect(config, options.keys) });
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
