/** Reads the calls of the scripts `verify-*.ts`. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { connectChain } from "anchorlog/chain";
import { parseTrust } from "anchorlog/verify/bundle";

// Without a verdict, the exit code must not read as one.
process.on("uncaughtException", ({ message }) => {
  console.error(`no verdict: ${message}`);
  process.exit(3);
});

type Values = Readonly<Record<string, string | undefined>>;

/** Reads the name of the one file or folder, and the options that the usage names. */
export function readCall(usage: string): { readonly file: string; readonly values: Values } {
  const names = [...usage.matchAll(/--([a-z]+)/g)].map(([, name]) => [name, { type: "string" }] as const);
  const call = parseArgs({ options: Object.fromEntries(names), allowPositionals: true });
  const [file, ...more] = call.positionals;
  if (file === undefined || more.length > 0) throw new Error(`call it as: node scripts/${usage}`);
  return { file, values: call.values as Values };
}

/** Reads the keys and the checkpoint that the verifier trusts. They must not come from the file or its operator. */
export async function readTrust({ trust, checkpoint, rpc }: Values) {
  return {
    operator: trust === undefined ? undefined : parseTrust(await readFile(trust, "utf8")),
    checkpoint: checkpoint === undefined ? undefined : await readFile(checkpoint, "utf8"),
    chain: rpc === undefined ? undefined : await connectChain(rpc),
  };
}

export const EXIT_CODES = { valid: 0, invalid: 1, indeterminate: 2 };
