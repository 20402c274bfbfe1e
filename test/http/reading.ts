import { readBody, readHead, type ReadAction, type ReceivedHead, type RefusedCarriage } from "../../src/http/read.ts";

/** The action of a request as it was received, in form. */
export function readReceived(
  { body, ...head }: ReceivedHead & { readonly body: Uint8Array },
  options: { readonly authority: string; readonly kinds?: readonly string[] },
): ReadAction | RefusedCarriage {
  const { authority, kinds = ["HttpRequest"] } = options;
  const reading = { authority, kinds: new Set(kinds), maxBodyBytes: 1_048_576 };
  const read = readHead(head, reading);
  if (read.status === "refused") return read;
  const found = readBody(read, body, reading);
  return "code" in found ? found : found.action;
}
