import { existsSync } from "node:fs";
import { assertGiven } from "../../base/options.ts";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readRegularFile } from "../../base/regularFile.ts";
import { abbreviate } from "../../base/hex.ts";
import { FormatError } from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { checkTogether } from "./check.ts";
import { parseJsonc } from "./jsonc.ts";
import { didYouMean, nearest } from "./nearest.ts";
import {
  SECRET_PREFIX,
  SETTING_NAMES,
  SETTINGS,
  variableOf,
  type Config,
  type Setting,
  type SettingName,
} from "./settings.ts";
import { BadValue, type SecretReference } from "./values.ts";
import { countOf } from "../../base/countOf.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An error in one setting. */
export type Problem = { readonly key: string; readonly message: string };

/** The default name of the configuration file. */
export const CONFIG_FILE = "anchorlog.jsonc";

/** Variables of this package that are not settings: for the process, for new keys, and for a separate watchtower. */
const OTHER_VARIABLES = [
  "ANCHORLOG_CONFIG",
  "ANCHORLOG_ENGINE",
  "ANCHORLOG_RELAUNCHED",
  "ANCHORLOG_WATCH_RPC",
  "ANCHORLOG_WEBHOOK_URL",
  "ANCHORLOG_SECRET_PASSWORD",
  "ANCHORLOG_SECRET_WATCH",
  "ANCHORLOG_SECRET_WEBHOOK",
];

/** The largest file that is read, in bytes. */
const MAX_BYTES = 1 << 20;

/**
 * Loads the configuration from a file and from environment variables, which take precedence.
 *
 * @param file by default ANCHORLOG_CONFIG, or `anchorlog.jsonc` in the working directory if it exists.
 * @throws AnchorlogError `bad_config` with all errors, each with its key, value and remedy, also in `details.problems`.
 *   Secrets are left out. `unreadable` if the file cannot be read.
 */
export async function loadConfig(
  file: string | undefined,
  { env = process.env, cwd = process.cwd() }: { readonly env?: Environment; readonly cwd?: string } = {},
): Promise<Config> {
  const { text, ...place } = await findText(file, { env, cwd });
  return readConfig(text, place);
}

/**
 * Loads the configuration, but reports errors in some settings only. Other settings may be wrong or missing.
 *
 * @param names the settings that must be valid. @throws AnchorlogError as `loadConfig`.
 */
export async function loadSettings<N extends SettingName>(
  file: string | undefined,
  names: readonly N[],
  { env = process.env, cwd = process.cwd() }: { readonly env?: Environment; readonly cwd?: string } = {},
): Promise<Pick<Config, N | "folder"> & Partial<Config>> {
  const { text, ...place } = await findText(file, { env, cwd });
  const { config, problems } = readAll(text, place);
  const isNeeded = new Set<string>(names.flatMap((name) => [name, variableOf(name)]));
  const own = problems.filter(({ key }) => isNeeded.has(key));
  if (own.length > 0) throw badConfig(place, own);
  return config as Pick<Config, N | "folder"> & Partial<Config>;
}

async function findText(file: string | undefined, { env, cwd }: { readonly env: Environment; readonly cwd: string }) {
  const named = file ?? env["ANCHORLOG_CONFIG"];
  const usual = resolve(cwd, CONFIG_FILE);
  const path = named === undefined ? (existsSync(usual) ? usual : undefined) : resolve(cwd, named);
  const text = path === undefined ? "{}" : await readText(path);
  const where = path ?? `the environment; there is no ${usual}`;
  return { text, env, folder: path === undefined ? cwd : dirname(path), where };
}

/** The source of a configuration's text. */
type ConfigSource = {
  readonly env: Environment;
  readonly folder: string;
  readonly where: string;
};

/** Reads the configuration from a file's text. @throws AnchorlogError as `loadConfig`. */
export function readConfig(text: string, place: ConfigSource): Config {
  assertGiven("readConfig", { text, place }, "text", "place.env");
  const { config, problems } = readAll(text, place);
  if (problems.length > 0) throw badConfig(place, problems);
  return config as Config;
}

/** Reads all valid settings, and collects all errors. */
function readAll(text: string, place: ConfigSource): { config: Partial<Config>; problems: Problem[] } {
  const { env, folder } = place;
  const problems: Problem[] = [];
  const given = { ...readFile(text, place, problems), ...readVariables(env, problems) };
  const config: Record<string, unknown> = { folder };
  for (const name of SETTING_NAMES) config[name] = readSetting(name, given[name], problems);
  // Malformed and missing settings are undefined here, and are not compared.
  problems.push(...checkTogether(config));
  if (config["operator.chainId"] !== undefined) checkVariables(env, config as Config, problems);
  return { config, problems };
}

/**
 * Resolves a path of the configuration against its folder.
 *
 * @example
 * const state = pathOf(config, config["watch.state"]) // beside the configuration, if it is relative
 */
export function pathOf({ folder }: Pick<Config, "folder">, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

type RawSetting = { readonly value: unknown; readonly by: string };

async function readText(path: string): Promise<string> {
  const bytes = await readRegularFile(path, MAX_BYTES).catch((error: unknown) => {
    if (!(error instanceof AnchorlogError)) throw error;
    throw new AnchorlogError("unreadable", `the configuration ${error.message}`, {
      fix: "name the configuration by --config FILE; `npx anchorlog init` writes a new one",
      cause: error,
    });
  });
  if (bytes === undefined)
    throw new AnchorlogError("unreadable", `the configuration ${path} has over ${MAX_BYTES} bytes`);
  return new TextDecoder().decode(bytes);
}

function readFile(text: string, place: ConfigSource, problems: Problem[]): Partial<Record<SettingName, RawSetting>> {
  const { where } = place;
  let document: unknown;
  try {
    document = parseJsonc(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw badConfig(place, [{ key: where, message: error.message }]);
  }
  if (!isObject(document)) throw badConfig(place, [{ key: where, message: "it is not an object of sections" }]);
  const given: Partial<Record<SettingName, RawSetting>> = {};
  const sections = new Set(SETTING_NAMES.map((name) => name.split(".")[0]!));
  for (const [section, members] of Object.entries(document)) {
    if (!sections.has(section)) {
      problems.push({ key: shown(section), message: `there is no such section${didYouMean(section, sections)}` });
    } else if (!isObject(members)) {
      problems.push({ key: section, message: "it is a section: give an object of settings" });
    } else {
      for (const [member, value] of Object.entries(members)) {
        const name = `${section}.${member}`;
        if (isSetting(name)) given[name] = { value, by: name };
        else problems.push({ key: shown(name), message: `there is no such setting${didYouMean(name, SETTING_NAMES)}` });
      }
    }
  }
  return given;
}

function readVariables(env: Environment, problems: Problem[]): Partial<Record<SettingName, RawSetting>> {
  const names = new Map(SETTING_NAMES.map((name) => [variableOf(name), name]));
  const given: Partial<Record<SettingName, RawSetting>> = {};
  for (const [variable, text] of Object.entries(env)) {
    if (text === undefined || !variable.startsWith("ANCHORLOG_") || variable.startsWith(SECRET_PREFIX)) continue;
    if (OTHER_VARIABLES.includes(variable)) continue;
    const name = names.get(variable);
    if (name !== undefined) {
      const { type }: Setting = SETTINGS[name];
      given[name] = { value: type.fromText(text), by: variable };
    } else {
      const near = didYouMean(variable, [...names.keys(), ...OTHER_VARIABLES]);
      problems.push({ key: shown(variable), message: `there is no such variable${near}` });
    }
  }
  return given;
}

/** A key, or a URL, which may have credentials anywhere. */
const SECRET_LIKE = /[0-9a-f]{64}|:\/\//i;

function readSetting(name: SettingName, given: RawSetting | undefined, problems: Problem[]): unknown {
  const { type, default: byDefault, optional }: Setting = SETTINGS[name];
  if (given === undefined) {
    if (byDefault !== undefined) return type.read(byDefault);
    if (optional === undefined)
      problems.push({ key: name, message: `it is missing: give ${type.form}, in the file or as ${variableOf(name)}` });
    return undefined;
  }
  try {
    return type.read(given.value);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    const isHidden = type.isSecret === true || SECRET_LIKE.test(JSON.stringify(given.value));
    const is = isHidden ? "the value (not shown, since it may be a secret)" : abbreviate(given.value);
    const why = error.message === "" ? "" : ` (${error.message})`;
    problems.push({ key: given.by, message: `${is} is not ${type.form}${why}` });
    return undefined;
  }
}

/**
 * Reports secrets in the environment whose names are probably typing errors: a setting names a similar variable, which
 * is missing. Other secrets may belong to another operator in the same shell.
 */
function checkVariables(env: Environment, config: Config, problems: Problem[]): void {
  const asked = SETTING_NAMES.flatMap((name) => objectsIn(config[name]))
    .filter((value) => value["from"] === "env")
    .map((value) => (value as SecretReference & { from: "env" }).name);
  const missing = asked.filter((name) => env[name] === undefined && name.startsWith(SECRET_PREFIX)).map(withoutPrefix);
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith(SECRET_PREFIX) || asked.includes(variable) || OTHER_VARIABLES.includes(variable)) continue;
    const meant = nearest(withoutPrefix(variable), missing);
    if (meant === undefined) continue;
    const message = `nothing in the configuration names env:${variable}; did you mean ${SECRET_PREFIX}${meant}?`;
    problems.push({ key: shown(variable), message });
  }
}

const withoutPrefix = (variable: string): string => variable.slice(SECRET_PREFIX.length);

function badConfig({ where }: ConfigSource, problems: readonly Problem[]): AnchorlogError {
  const lines = problems.map(({ key, message }) => `\n  ${key}: ${message}`).join("");
  return new AnchorlogError(
    "bad_config",
    `the configuration (${where}) has ${countOf(problems.length, "fault")}:${lines}`,
    {
      fix: "correct each setting: the file that `anchorlog init` writes explains all",
      details: { problems },
    },
  );
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const shown = (name: string): string => (/^[\w.]{1,80}$/.test(name) ? name : abbreviate(name));
