import { DatabaseSync } from "node:sqlite";
import type { ServerError } from "../errors.ts";

/**
 * Locks a file for this process. The lock ends with the process.
 *
 * @param refusal makes the error if another process holds the lock.
 * @returns a function that releases the lock.
 */
export function holdFile(path: string, refusal: (cause: unknown) => ServerError): () => void {
  const lock = new DatabaseSync(path);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw refusal(cause);
  }
  return () => lock.close();
}
