/** Asks the log who holds an object: the entry says it, and which act it is by. */
import { toHex, type Hex } from "anchorlog";
import { encodeMessage, hashDomain, privateKeySigner, type Message } from "anchorlog/action";
import type { Organization } from "../accounts/caller.ts";
import { createSubmit } from "../bus/submit.ts";
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../parts.ts";

const MINUTE = 60_000;
/** Minutes for which an ask is good, for a log that is dated ahead of this process's clock. */
const GOOD_FOR = 5;

/**
 * Asks in the server's own name, by a key that follows from its secret: for whoever has no wallet. Nonce and deadline
 * follow from the object and the minute, so that all processes ask with the same action: of an object there is one
 * entry a minute, however many want to know. Whoever gives a nonce of their own has an entry of their own.
 *
 * @returns what gives the index of the entry. It throws an ApiError where the log takes none.
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
