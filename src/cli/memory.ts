import { setFlagsFromString } from "node:v8";

/**
 * Keeps the memory small of a command that drops an object soon after it made it. By default, Node gives such objects
 * up to 100 MB before it looks for free memory.
 */
export function limitYoungObjects(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
