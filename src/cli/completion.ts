/** Completion scripts for shells, made from the table of commands. */
import type { Call, Command } from "./command.ts";
import { print, shellQuoted } from "./print.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";

/** Prints a shell's completion script. Returns the exit code. */
export async function runCompletion({ positionals }: Call, commands: readonly Command[]): Promise<number> {
  const [shell, ...rest] = positionals;
  const script = rest.length === 0 && shell !== undefined && Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) throw new UsageError("completion takes bash, zsh or fish", "completion");
  await print(script(commands));
  return EXIT_CODES.valid;
}

const optionsOf = ({ options }: Command): string[] => ["--help", ...Object.keys(options).map((name) => `--${name}`)];
/** The options that take a value, for which the shell completes files. */
const valuesOf = ({ options }: Command): string[] =>
  Object.entries(options).flatMap(([name, { type }]) => (type === "string" ? [`--${name}`] : []));
/** A command's first sentence, on one line. */
const summaryOf = ({ about }: Command): string =>
  about
    .split(/[.:]\s/)[0]!
    .replaceAll(/\s+/g, " ")
    .replace(/\.$/, "");

const SCRIPTS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: (commands) => `# anchorlog completion bash > /etc/bash_completion.d/anchorlog
_anchorlog() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options="" values=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} help --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands
  .map(
    (command) =>
      `    ${command.name}) options="${optionsOf(command).join(" ")}" values=" ${valuesOf(command).join(" ")} ";;\n`,
  )
  .join("")}  esac
  if [[ "$word" == -* && "$values" != *" $before "* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  else local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _anchorlog anchorlog
`,
  zsh: (commands) => `#compdef anchorlog
# anchorlog completion zsh > "\${fpath[1]}/_anchorlog"
_anchorlog() {
  local -a names
  names=(${commands.map((command) => `\n    ${shellQuoted(`${command.name}:${summaryOf(command)}`)}`).join("")}
  )
  if (( CURRENT == 2 )); then _describe command names; return; fi
  case "\${words[2]}" in
${commands
  .map((command) => {
    const specs = Object.entries(command.options).map(([name, { type }]) =>
      shellQuoted(`--${name}${type === "string" ? "=:value:_files" : ""}`),
    );
    return `    ${command.name}) _arguments ${[...specs, "'--help'", "'*:file:_files'"].join(" ")};;\n`;
  })
  .join("")}  esac
}
compdef _anchorlog anchorlog
`,
  fish: (commands) =>
    `# anchorlog completion fish > ~/.config/fish/completions/anchorlog.fish\n` +
    commands
      .map((command) => {
        const seen = `complete -c anchorlog -n '__fish_seen_subcommand_from ${command.name}'`;
        const options = Object.entries({ help: { type: "boolean" }, ...command.options }).map(
          ([name, { type }]) => `${seen} -l ${name}${type === "string" ? " -r" : ""}\n`,
        );
        const named = `complete -c anchorlog -n __fish_use_subcommand -f -a ${command.name} -d ${shellQuoted(summaryOf(command))}\n`;
        return named + options.join("");
      })
      .join(""),
};
