/** `anchorlog prove`: writes the bundle of a row's record, and the row's JSON. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { proveRow } from "../../attach/prove.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { makeFolder } from "../../base/folders.ts";
import { loadConfig } from "../../daemon/config/load.ts";
import { openOptions } from "../../daemon/config/open.ts";
import type { Config } from "../../daemon/config/settings.ts";
import { openAnchorlog } from "../../operator/open.ts";
import type { EntryPlace } from "../../operator/seal/bundling.ts";
import type { Call } from "../command.ts";
import { openForReading } from "../reading.ts";
import { shellWord } from "../print.ts";
import { printRows } from "../rows.ts";
import { findRunning, isRunning, readFrom } from "../running.ts";
import { EXIT_CODES, UsageError } from "../usage.ts";
import { openSource, readSourceName, recordsOf, type TableValues } from "./table.ts";

type Values = TableValues & { readonly [N in "row" | "output" | "config"]?: string } & { readonly json?: boolean };

/** Returns the exit code. */
export async function runProve({ values: given, positionals }: Call): Promise<number> {
  const values = given as Values;
  const name = readSourceName(positionals, "prove");
  if (values.row === undefined) throw new UsageError("prove needs --row, the row's id", "prove");
  const config = await loadConfig(values.config);
  const { log, index, row } = await findRow(config, name, values.row, values);
  const bundle = await bundleOf(config, { log, index });
  const folder = values.output ?? "proof";
  await makeFolder(folder);
  const files = { bundle: join(folder, "bundle.json"), row: row === undefined ? undefined : join(folder, "row.json") };
  await writeFile(files.bundle, `${JSON.stringify(bundle)}\n`);
  if (files.row !== undefined) await writeFile(files.row, row!);
  const missing =
    row === undefined ? "the row is gone, or not as it was recorded: only its hash is in the log" : undefined;
  const about = files.row === undefined ? "" : ` --row ${shellWord(files.row)} --signer ${values.signer}`;
  const next = `npx anchorlog trust > trust.json; npx anchorlog verify ${shellWord(files.bundle)}${about} --trust trust.json`;
  await printRows(values.json === true, { log, index, ...files, missing, next });
  return EXIT_CODES.valid;
}

async function findRow(config: Config, name: string, id: string, values: Values) {
  const { store, close } = await openForReading(config);
  try {
    const records = recordsOf(config, store, values, "prove");
    const source = await openSource(name, values, "prove");
    try {
      return { log: values.log!, ...(await proveRow(id, source, records)) };
    } finally {
      await source.close();
    }
  } finally {
    await close();
  }
}

/** Returns an entry's bundle from the process that runs, or makes it here. */
async function bundleOf(config: Config, at: EntryPlace): Promise<unknown> {
  const running = await findRunning(config);
  if (isRunning(running)) return readFrom(config, `/bundles/${at.log}/${at.index}`);
  const options = await openOptions(config).catch((error: unknown) => {
    if (!(error instanceof AnchorlogError) || error.code !== "store_locked") throw error;
    throw new AnchorlogError("store_locked", error.message.split("\n")[0]!, {
      fix: "set http.port, so that the running process can give the bundle",
      cause: error,
    });
  });
  const anchorlog = await openAnchorlog({ ...options, batches: {} });
  try {
    return await anchorlog.bundle(at);
  } finally {
    await anchorlog.close();
  }
}
