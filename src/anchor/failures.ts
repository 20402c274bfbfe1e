/**
 * What went wrong in a client. Told by names and members, never by class: a user's viem may be another copy than the
 * one that this package finds, or the same one loaded as CommonJS.
 *
 * @module
 */

/** The members of viem's errors that anything is told by. */
type Failure = Partial<
  Record<"name" | "message" | "shortMessage" | "details" | "code" | "status" | "data" | "signature" | "cause", unknown>
>;

/** Longer than any chain of causes that is not a circle. */
const MAX_DEPTH = 32;

/** An error and what caused it, the outermost first. */
function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = [];
  let next: unknown = error;
  while (typeof next === "object" && next !== null && causes.length < MAX_DEPTH) {
    const failure: Failure = next;
    causes.push(failure);
    next = failure.cause;
  }
  return causes;
}

function hasName(error: unknown, names: RegExp): boolean {
  return causesOf(error).some(({ name }) => typeof name === "string" && names.test(name));
}

/** JSON-RPC's code for a call that the EVM reverted. */
const EXECUTION_REVERTED = 3;

/** With what a contract refused a call; undefined where it was not the contract that failed. */
export function revertOf(error: unknown): string | undefined {
  const causes = causesOf(error);
  const revert = causes.find(({ name }) => name === "ContractFunctionRevertedError");
  if (revert === undefined) return undefined;
  const { data, signature } = revert;
  if (typeof data === "object" && data !== null) {
    const { errorName, args } = data as { errorName?: unknown; args?: readonly unknown[] };
    return `${String(errorName)}(${(args ?? []).join(", ")})`;
  }
  if (typeof signature === "string") return `an error that is not in its ABI, ${signature}`;
  // A node's internal error has the same name in viem, and is no answer of a contract.
  return causes.some(({ code }) => code === EXECUTION_REVERTED) ? "without a reason" : undefined;
}

/** Whether a call was answered with nothing at all, as where there is no contract. */
export function isEmptyAnswer(error: unknown): boolean {
  return hasName(error, /^ContractFunctionZeroDataError$/);
}

/** Whether what was to be asked could not be encoded, so that nobody was asked. */
export function isBadArgument(error: unknown): boolean {
  return hasName(
    error,
    /^(AbiEncoding\w+|AbiFunctionNotFound|InvalidAddress|InvalidArray|IntegerOutOfRange|BytesSizeMismatch)Error$/,
  );
}

/** Whether the node was not reached, or did not answer. */
export function isOutage(error: unknown): boolean {
  return hasName(
    error,
    /^(HttpRequest|WebSocketRequest|SocketClosed|Timeout|ResponseBodyTooLarge|ChainUnavailable)Error$/,
  );
}

/** Whether nobody answered at all: nothing was refused, so that asking for less is of no use. */
export function isSilence(error: unknown): boolean {
  const causes = causesOf(error);
  return (
    causes.some(({ name }) => name === "HttpRequestError" || name === "SocketClosedError") &&
    !causes.some(({ status }) => typeof status === "number")
  );
}

/** Why, in a sentence without the request: that has the node's URL, which may hold a secret. */
export function reasonOf(error: unknown): string {
  const causes = causesOf(error);
  // What a transport of ours throws, viem wraps into errors that say less.
  const own = causes.find(({ name }) => name === "ChainUnavailableError" || name === "NodeError");
  const reason = own === undefined ? nodeWordsOf(error) : sayingOf(own);
  return reason ?? (causes[0] === undefined ? String(error) : (sayingOf(causes[0]) ?? String(error)));
}

/** The same, and what is behind it: what a node answered, or what a signer says. */
export function deepestReasonOf(error: unknown): string {
  const reason = reasonOf(error);
  // Behind an outage is nothing but an address.
  if (isOutage(error)) return reason;
  const deepest = messagesOf(error).at(-1);
  if (deepest === undefined || reason.includes(deepest)) return reason;
  return `${reason.replace(/\.$/, "")}: ${withoutUrls(deepest)}`;
}

const withoutUrls = (text: string): string => text.replace(/\bhttps?:\/\/\S+/g, "(a URL)");

/** A node's own words for an error of JSON-RPC: viem keeps them in `details`, behind a sentence for the code. */
function nodeWordsOf(error: unknown): string | undefined {
  const found = causesOf(error).findLast(
    ({ code, details }) => typeof code === "number" && typeof details === "string",
  );
  return found === undefined || found.details === "" ? undefined : withoutUrls(found.details as string);
}

/** All that an error and its causes say, the outermost first, without requests. */
export function messagesOf(error: unknown): string[] {
  return causesOf(error).flatMap((failure) => {
    const { details } = failure;
    return [sayingOf(failure), details].filter((text) => typeof text === "string");
  });
}

/** What viem itself says of an error; the message of one that is not viem's, which has no request. */
function sayingOf({ shortMessage, message }: Failure): string | undefined {
  if (typeof shortMessage === "string") return shortMessage;
  return typeof message === "string" ? message : undefined;
}

/** The code and data of what a node answered; undefined where the error is none of a node's. */
export function nodeErrorOf(error: unknown): { readonly code: number; readonly data: unknown } | undefined {
  const causes = causesOf(error);
  const found = causes.findLast(({ code }) => typeof code === "number");
  if (found === undefined) return undefined;
  const { data } = causes.findLast(({ data }) => data !== undefined) ?? {};
  return { code: found.code as number, data };
}
