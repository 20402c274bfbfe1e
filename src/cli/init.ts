import { constants } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { contractAddresses } from "../anchor/addresses.ts";
import { presets } from "../anchor/presets.ts";
import { privateKeySigner } from "../action/signer.ts";
import { formatConfig } from "../config/format.ts";
import { CONFIG_FILE } from "../config/load.ts";
import { didYouMean } from "../config/nearest.ts";
import type { SettingName } from "../config/settings.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { Call } from "./command.ts";
import { assertNone, EXIT_CODES, UsageError } from "./options.ts";
import { print } from "./print.ts";

/** What a configuration begins with, by the preset of its registry. Times in seconds. */
export const BEGINNINGS = {
  local: { chainId: 31_337, delay: 3_600, rpc: "http://127.0.0.1:8545" },
  l2: { chainId: 10, delay: 21_600, rpc: "env:ANCHORLOG_SECRET_RPC" },
  mainnet: { chainId: 1, delay: 86_400, rpc: "env:ANCHORLOG_SECRET_RPC" },
} as const;
export type Preset = keyof typeof BEGINNINGS;

const KEYS = ["anchor", "receipt", "note"] as const;

/** `anchorlog init`: writes a configuration, and keys if asked. Returns the exit code. */
export async function runInit({ values, positionals }: Call): Promise<number> {
  assertNone("init", positionals);
  const given = values as { preset?: string; output?: string; "generate-keys"?: string };
  const preset = readPreset(given.preset ?? "mainnet", "init");
  const output = resolve(given.output ?? CONFIG_FILE);
  const beginning: Partial<Record<SettingName, unknown>> = beginningOf(preset);
  const keys = given["generate-keys"] === undefined ? [] : await writeKeys(resolve(given["generate-keys"]));
  for (const { name, file } of keys) beginning[`keys.${name}`] = `file:${relative(dirname(output), file)}`;
  await writeNew(output, formatConfig(beginning), 0o644);
  await print(
    `${[
      `wrote ${output}`,
      ...keys.map(({ name, file, who }) => `wrote ${file}: the ${name} key${who}`),
      "",
      "Next: fill in operator.address, name and logs there; then",
      "  anchorlog register && anchorlog stake deposit",
      "  anchorlog operate",
    ].join("\n")}\n`,
  );
  return EXIT_CODES.valid;
}

/** @throws UsageError */
export function readPreset(name: string, command: string): Preset {
  if (Object.hasOwn(BEGINNINGS, name)) return name as Preset;
  throw new UsageError(
    `--preset is local, l2 or mainnet, not ${name}${didYouMean(name, Object.keys(BEGINNINGS))}`,
    command,
  );
}

function beginningOf(preset: Preset): Partial<Record<SettingName, unknown>> {
  const { chainId, delay, rpc } = BEGINNINGS[preset];
  return {
    "operator.chainId": chainId,
    "operator.registry": contractAddresses(presets[preset]).registry,
    "operator.address": "0x… (the account that is to be the operator)",
    "operator.name": "My Platform",
    "operator.maxAnchorDelaySeconds": delay,
    "operator.logs": ["my-organization"],
    "operator.kinds": { Transfer: { objectId: "string", to: "address" } },
    "chain.rpc": [rpc],
    "store.sqlite": "anchorlog.sqlite",
    "guard.file": "anchorlog.guard",
  };
}

/** Keys as files that only this user can read. */
async function writeKeys(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const written: { name: (typeof KEYS)[number]; file: string; who: string }[] = [];
  for (const name of KEYS) {
    const { key, who } = newKey(name);
    const file = join(folder, name);
    await writeNew(file, `${key}\n`, 0o600);
    written.push({ name, file, who });
  }
  return written;
}

function newKey(name: (typeof KEYS)[number]): { key: Hex; who: string } {
  for (;;) {
    const key = toHex(crypto.getRandomValues(new Uint8Array(32)));
    if (name === "note") return { key, who: "" };
    try {
      return { key, who: ` of ${privateKeySigner(key).address}` };
    } catch {
      // One in 2^127 is no key.
    }
  }
}

async function writeNew(file: string, text: string, mode: number): Promise<void> {
  try {
    await writeFile(file, text, { mode, flag: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL });
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === "EEXIST";
    const why = isThere ? "is there already, and is not overwritten" : `cannot be written: ${(cause as Error).message}`;
    throw new AnchorlogError(isThere ? "exists" : "unwritable", `${file} ${why}`, {
      fix: isThere ? "move it away first, or give another name" : "see that the folder is there, and may be written",
      cause,
    });
  }
}
