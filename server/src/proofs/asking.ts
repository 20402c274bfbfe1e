/** Asks the log for the holder of an object. The answer is a log entry with the holder and the holder's last act. */
import { toHex, type Hex } from "anchorlog";
import { encodeMessage, hashDomain, privateKeySigner, type Message } from "anchorlog/action";
import type { Organization } from "../accounts/caller.ts";
import { createSubmit } from "../bus/submit.ts";
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../parts.ts";

const MINUTE = 60_000;
/** Minutes until an ask expires, to allow for a log whose time is ahead of this process's clock. */
const GOOD_FOR = 5;

/**
 * Submits asks signed by the server, for callers without a wallet. The key is derived from the server's secret. Nonce
 * and deadline depend only on the object and the minute, so all processes submit the same action. Thus an object gets
 * at most one entry per minute. A caller's own nonce gets an entry of its own.
 *
 * @returns a function that returns the index of the entry. It throws an ApiError if the log rejects the ask.
 */
export function createAsking(parts: Pick<Parts, "anchorlog" | "operator" | "secrets" | "clock">) {
  const { anchorlog, operator, secrets, clock } = parts;
  const submit = createSubmit(parts);
  const kind = anchorlog.kinds.get("Ask")!;
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const signer = privateKeySigner(toHex(secrets.mac("asking")));

  return async ({ logId: log }: Pick<Organization, "logId">, objectKey: Hex, own?: string): Promise<number> => {
    const minute = Math.floor(clock() / MINUTE);
    const nonce = own ?? BigInt(toHex(secrets.mac("asking", log, objectKey, String(minute))));
    const deadline = ((minute + 1 + GOOD_FOR) * MINUTE) / 1_000;
    const payload = { objectKey };
    const message = { log, actor: signer.address, nonce: `${nonce}`, deadline: `${deadline}`, payload } as Message;
    const { digest } = encodeMessage(kind, message, separator);
    const signature = await signer.sign({ hash: toHex(digest) });
    const [answer] = await submit([{ primaryType: kind.name, message, signature }]);
    if (answer instanceof ApiError) throw answer;
    return answer!.index;
  };
}
