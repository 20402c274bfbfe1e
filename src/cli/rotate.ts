import type { Call } from "./command.ts";
import { EXIT_CODES } from "./options.ts";
export async function runRotate(_call: Call): Promise<number> {
  return EXIT_CODES.valid;
}
