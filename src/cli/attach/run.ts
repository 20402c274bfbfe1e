/** `anchorlog attach`: follows a table in an operator's process, or compares it with its records. */
import { defineActions } from "../../action/kinds.ts";
import { RECORD_KIND, recordKind } from "../../action/record.ts";
import { attachTable, type Attached } from "../../attach/attach.ts";
import { checkTable, type RowFinding } from "../../attach/check.ts";
import type { Records } from "../../attach/records.ts";
import type { RowSource } from "../../attach/source.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { openSigner } from "../../daemon/config/keys.ts";
import { loadConfig } from "../../daemon/config/load.ts";
import { identityOf } from "../../daemon/config/open.ts";
import type { Config } from "../../daemon/config/settings.ts";
import { key as keyType, password as passwordType } from "../../daemon/config/values.ts";
import { createLog, errorFields } from "../../daemon/log.ts";
import { startOperation, type Operation } from "../../daemon/operation.ts";
import type { Call } from "../command.ts";
import { untilStopped } from "../operate/signals.ts";
import { readAs } from "../options.ts";
import { print, printable } from "../print.ts";
import { openForReading } from "../reading.ts";
import { countOf } from "../../base/countOf.ts";
import { EXIT_CODES, UsageError } from "../usage.ts";
import { bundleRoute } from "../dev/routes.ts";
import { openSource, readNames, readSourceName, recordsOf, type TableValues } from "./table.ts";

type Values = TableValues & {
  readonly [N in "key" | "password" | "config"]?: string;
} & { readonly [N in "keep-rows" | "once" | "check" | "json"]?: boolean };

/** Returns the exit code. */
export async function runAttach({ values: given, positionals }: Call): Promise<number> {
  const values = given as Values;
  const name = readSourceName(positionals, "attach");
  if ((values.check === true) === (values.key !== undefined)) {
    throw new UsageError("attach needs --key, or --check with --signer", "attach");
  }
  const config = await loadConfig(values.config);
  if (values.check === true) return check(config, name, values);
  readNames(values, "attach");
  assertTaken(config);
  const source = await openSource(name, values, "attach");
  try {
    return await follow(config, source, values);
  } finally {
    await source.close();
  }
}

/** @throws AnchorlogError `bad_config` if the configuration lacks the kind of records. */
function assertTaken(config: Config): void {
  const { kinds } = defineActions(config["operator.kinds"]);
  if (kinds.get(recordKind.name)?.payloadType === recordKind.payloadType) return;
  throw new AnchorlogError("bad_config", "operator.kinds lacks the kind of records", {
    fix: `add to operator.kinds: ${JSON.stringify(RECORD_KIND).slice(1, -1)}`,
    details: { key: "operator.kinds" },
  });
}

async function follow(config: Config, source: RowSource, values: Values): Promise<number> {
  const stopped = untilStopped();
  const log = createLog(config["process.log"]);
  const signer = await openSigner(readAs(keyType, "--key", values.key!, "attach"), keyPlace(config, values));
  const operation = await startOperation(config, { log, route: bundleRoute });
  let attached: Attached | undefined;
  try {
    const names = readNames(values, "attach");
    const { anchorlog, store } = operation;
    await anchorlog.addLog(names.log);
    const onError = (error: unknown) => log("warn", "attach_failed", errorFields(error));
    const onChanged = (finding: RowFinding) => log("warn", "row_changed", finding);
    const listeners = { onError, onChanged };
    const options = { anchorlog, store, operator: identityOf(config), source, signer, ...names, ...listeners };
    attached = await attachTable({ ...options, keepRows: values["keep-rows"] });
    log("info", "attached", { table: names.name, log: names.log, signer: signer.address });
    if (values.once === true) {
      const isDone = await Promise.race([attached.caughtUp().then(() => true), stopped.then(() => false)]);
      if (!isDone) {
        await print(`recorded ${countOf(attached.recorded(), "row")}, stopped before all were: run it again\n`);
        return EXIT_CODES.indeterminate;
      }
      const { note, code } = await anchorAll(operation, config);
      await print(`recorded ${countOf(attached.recorded(), "row")}${note}${leftOutOf(source)}\n`);
      return code;
    } else {
      await Promise.race([stopped, attached.ended]);
    }
    return EXIT_CODES.valid;
  } finally {
    await attached?.stop();
    await operation.stop();
  }
}

/** Anchors all records. The registry may take the next checkpoint only later: then they are not anchored yet. */
async function anchorAll({ anchorlog }: Operation, config: Config): Promise<{ note: string; code: number }> {
  await anchorlog.closeBatches();
  if (config["chain.rpc"] === undefined) return { note: "", code: EXIT_CODES.valid };
  const { status, from } = await anchorlog.anchor();
  if (status !== "too_soon") return { note: ", anchored", code: EXIT_CODES.valid };
  const time = new Date(1000 * from!).toISOString();
  return {
    note: `, not anchored: the registry takes the next checkpoint at ${time}. Run it again then`,
    code: EXIT_CODES.indeterminate,
  };
}

function leftOutOf(source: RowSource): string {
  const why = source.leftOut?.();
  return why === undefined ? "" : `; ${why}`;
}

function keyPlace(config: Config, { password = "env:ANCHORLOG_SECRET_PASSWORD" }: Values) {
  const own = {
    ...config,
    folder: process.cwd(),
    "keys.password": readAs(passwordType, "--password", password, "attach"),
  };
  return { config: own, env: process.env, name: "--key", passwordName: "--password" };
}

async function check(config: Config, name: string, values: Values): Promise<number> {
  const { store, close } = await openForReading(config);
  try {
    const records = recordsOf(config, store, values, "attach");
    const source = await openSource(name, values, "attach");
    try {
      return await checkAll(source, records, values);
    } finally {
      await source.close();
    }
  } finally {
    await close();
  }
}

/** Prints a line for each finding. Returns the exit code. */
async function checkAll(source: RowSource, records: Records, values: Values): Promise<number> {
  const checking = checkTable(source, records);
  for (;;) {
    const { done, value } = await checking.next();
    if (done === true) {
      const { rows, records: count, findings } = value;
      const summary = `${countOf(rows, "row")}, ${countOf(count, "record")}: ${findings === 0 ? "all rows are as recorded" : `${findings} differ`}${leftOutOf(source)}\n`;
      await print(values.json === true ? `${JSON.stringify(value)}\n` : summary);
      return findings === 0 ? EXIT_CODES.valid : EXIT_CODES.invalid;
    }
    const { finding, message, index } = value;
    const at = index === undefined ? "" : ` (entry ${index})`;
    await print(values.json === true ? `${JSON.stringify(value)}\n` : printable(`${finding}: ${message}${at}\n`));
  }
}
