/** Asks the log for the holder of an object. The answer is a log entry with the holder and the holder's last act. */
import { fromHex, toHex, type Hex } from "anchorlog";
import { encodeMessage, hashDomain, PART_ASK, privateKeySigner, type Message } from "anchorlog/action";
import { decodeEntry } from "anchorlog/log";
import type { Organization } from "../foundation/caller.ts";
import { createSubmit } from "../actions/submit.ts";
import { ApiError } from "../http/errors.ts";
import type { Parts } from "../foundation/parts.ts";

const MINUTE = 60_000;
/** Minutes until an ask expires, to allow for a log whose time is ahead of this process's clock. */
const GOOD_FOR = 5;

/**
 * Submits asks signed by the server, for callers without a wallet. The key is derived from the server's secret. Nonce
 * and deadline depend only on the object and the minute, so all processes submit the same action. Thus an object gets
 * at most one entry per minute. A caller's own nonce gets an entry of its own, and a retry the index of that entry.
 *
 * @returns a function that returns the index of the entry. It throws an ApiError if the log rejects the ask.
 */
export function createAsking(parts: Pick<Parts, "anchorlog" | "store" | "operator" | "secrets" | "clock">) {
  const { anchorlog, store, operator, secrets, clock } = parts;
  const submit = createSubmit(parts);
  const kind = anchorlog.kinds.get("Ask")!;
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const signer = privateKeySigner(toHex(secrets.mac("asking")));

  /** The index of the ask about the object with this nonce; undefined if the nonce was used for another object. */
  const askedBefore = async (log: Hex, objectKey: Hex, nonce: string): Promise<number | undefined> => {
    const entry = await store.entryByNonce(
      log,
      fromHex(signer.address, 20),
      fromHex(`0x${BigInt(nonce).toString(16).padStart(64, "0")}`, 32),
    );
    if (entry === undefined) return undefined;
    const { part, objectKey: about, index } = decodeEntry(entry.bytes);
    return part === PART_ASK && toHex(about) === objectKey ? index : undefined;
  };

  return async ({ logId: log }: Pick<Organization, "logId">, objectKey: Hex, own?: string): Promise<number> => {
    const minute = Math.floor(clock() / MINUTE);
    const nonce = own ?? BigInt(toHex(secrets.mac("asking", log, objectKey, String(minute))));
    const deadline = ((minute + 1 + GOOD_FOR) * MINUTE) / 1_000;
    const payload = { objectKey };
    const message = { log, actor: signer.address, nonce: `${nonce}`, deadline: `${deadline}`, payload } as Message;
    const { digest } = encodeMessage(kind, message, separator);
    const signature = await signer.sign({ hash: toHex(digest) });
    const [answer] = await submit([{ primaryType: kind.name, message, signature }]);
    if (!(answer instanceof ApiError)) return answer!.index;
    // The deadline follows from the minute, so a retry in another minute is another action with the same nonce.
    const isUsed = own !== undefined && answer.details[0]?.reason === "nonce_used";
    const first = isUsed ? await askedBefore(log, objectKey, own) : undefined;
    if (first === undefined) throw answer;
    return first;
  };
}
