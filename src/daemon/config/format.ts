/** The configuration as text: the file that `anchorlog init` writes. */
import { SECTIONS, SETTING_NAMES, SETTINGS, type Setting, type SettingName } from "./settings.ts";

const WIDTH = 100;

/**
 * Formats a configuration file that explains each setting. A setting without a value or default becomes a comment with
 * its expected form.
 *
 * @param values in the form of the file.
 * @example
 * const text = formatConfig({ "operator.chainId": 1, "operator.registry": registry, ...others })
 * await writeFile(CONFIG_FILE, text)
 * const config = readConfig(text, { env: process.env, folder: process.cwd(), where: CONFIG_FILE })
 */
export function formatConfig(values: Partial<Record<SettingName, unknown>>): string {
  const sections = Object.entries(SECTIONS).map(([section, about]) => {
    const names = SETTING_NAMES.filter((name) => name.startsWith(`${section}.`));
    const settings = names.map((name) => formatSetting(name, values[name])).join("\n");
    return `${comment(about, 2)}  "${section}": {\n${settings}  },\n`;
  });
  const head =
    "The configuration of an anchorlog operator: JSON with comments. An environment variable takes precedence " +
    "over a setting of this file: ANCHORLOG_OPERATOR_CHAIN_ID for operator.chainId, for example. Relative paths begin " +
    "at this file's folder.";
  return `${comment(head, 0)}{\n${sections.join("\n")}}\n`;
}

function formatSetting(name: SettingName, given: unknown): string {
  const { about, type, default: byDefault }: Setting = SETTINGS[name];
  const member = name.split(".")[1]!;
  const value = given ?? byDefault;
  if (value !== undefined) return `${comment(about, 4)}    "${member}": ${inline(value)},\n`;
  return `${comment(`${about} Expects ${type.form}.`, 4)}    // "${member}": …,\n`;
}

/** JSON on one line, with spaces after commas and colons. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${inline(part)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function comment(text: string, indent: number): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && indent + 3 + line.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${" ".repeat(indent)}// ${line}\n`).join("");
}
