import { DatabaseSync } from "node:sqlite";
import type { ServerError } from "../errors.ts";

/**
 * Holds a file for this process, which its death lets go of.
 *
 * @param refusal what is said where another process holds it.
 * @returns lets go of it.
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
