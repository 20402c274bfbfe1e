/** The commands in a document. */
import { existsSync, readFileSync } from "node:fs";
import voucher from "../../examples/voucher-hardhat/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import { readCall } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { PROGRAMS } from "../../src/cli/dev/programs.ts";
import { ROOT } from "./snippets.ts";

/** The packages that `anchorlog audit --cross-check` compares with. */
const SECOND_OPINION = ["merkletreejs", "circomlibjs"];

/** The packages that a user installs: the package itself, its peers, and a local chain. */
const installable = new Set([
  manifest.name,
  ...Object.keys(manifest.peerDependencies),
  "@foundry-rs/anvil",
  "@foundry-rs/forge",
  ...Object.keys(voucher.devDependencies),
  "@anchorlog/client",
  "@anchorlog/server",
  ...SECOND_OPINION,
]);

const tasks = readFileSync(`${ROOT}scripts/bootstrap/tasks.mjs`, "utf8");

/** The commands of a shell snippet: without comments, continued lines joined. */
export const commandsIn = (text: string): string[] =>
  text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");

/** The commands that a document names anywhere: in its prose, its tables and its indented blocks. */
export const commandsNamedIn = (document: string): string[] => {
  const text = readFileSync(`${ROOT}${document}`, "utf8");
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  const indented = [...text.matchAll(/^ {4}(\S.*?)(?: {2,}.*)?$/gm)].map(([, line]) => line!);
  return [...spans, ...indented].filter((line) => /^(npm|npx|node|anchorlog) /.test(line));
};

/** The faults of a command: a script, file or option that does not exist. */
export function faultsOf(command: string, help: string): string[] {
  // Variables that a command is given come before it.
  const [program, ...words] = command.replace(/^(?:[A-Z_]+=\S+ +)+/, "").split(/\s+/);
  if (program === "npx" && words[0] === "anchorlog") return ourFaults(words.slice(1), help);
  if (program === "anchorlog") return ourFaults(words, help);
  // As scripts/release.ts does it.
  if (program === "npx" && words[0] === "@anchorlog/server") return [];
  // The first commands of a project in the rehearsal of a release, and the file that server/README.md tells users to
  // write.
  if (program === "mkdir" || program === "cp" || program === "cd" || command === "node me.ts") return [];
  if (program === "node" && existsSync(`${ROOT}${words[0]}`)) return [];
  const [, written] = (program === "node" && /^anchorlog-dev\/(.*)$/.exec(words[0]!)) || [];
  if (written !== undefined) return Object.hasOwn(PROGRAMS, written) ? [] : [`anchorlog dev writes no ${written}`];
  if (program !== "npm") return [`${program} is no command that is checked here`];
  const [verb, ...rest] = words;
  if (verb === "install") {
    const packages = rest.map((name) => name.replace(/@VERSION$/, ""));
    return packages.filter((name) => !installable.has(name)).map((name) => `why install ${name}?`);
  }
  // As test/installed and client/test do it.
  if (verb === "pack" && rest.length === 0) return [];
  // As server/test/installed.slow.test.ts does it.
  if ((verb === "ci" && rest.length === 0) || (verb === "prune" && rest.join(" ") === "--omit=dev")) return [];
  const script = verb === "run" ? rest.shift() : verb;
  if (script === undefined || !Object.hasOwn(manifest.scripts, script)) return [`there is no script ${script}`];
  if (!new RegExp(`^  "?${script}"?: \\{`, "m").test(tasks)) return [`there is no task ${script}`];
  if (rest.length > 0 && rest[0] !== "--") return [`npm takes what follows ${script} for its own: write -- before it`];
  // A word with a slash is a path. A name in capitals is a placeholder.
  const paths = rest.filter((word) => /^[\w.-]+\/[\w./-]*$/.test(word));
  return paths.filter((path) => !existsSync(`${ROOT}${path}`)).map((path) => `there is no ${path}`);
}

/** A line with brackets is the help's own; any other is read as the command reads it. */
function ourFaults(words: readonly string[], help: string): string[] {
  const line = ["anchorlog", ...words].join(" ");
  if (words.some((word) => word.startsWith("["))) {
    if (help.replaceAll(/\s+/g, " ").includes(line)) return [];
    const usage = COMMANDS.find(({ name }) => name === words[0])?.usage.replaceAll(/\s+/g, " ");
    return [`write the usage of src/cli/commands.ts: ${words[0]} ${usage}`];
  }
  const [name, ...args] = words;
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) return [`there is no command ${name}`];
  try {
    readCall(command, args);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
