import type { Call } from "./command.ts";
import { EXIT_CODES } from "./options.ts";
export async function runBackup(_call: Call): Promise<number> {
  return EXIT_CODES.valid;
}
export async function runRestore(_call: Call): Promise<number> {
  return EXIT_CODES.valid;
}
export async function runExport(_call: Call): Promise<number> {
  return EXIT_CODES.valid;
}
