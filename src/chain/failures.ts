/**
 * Classifies errors of viem clients. It reads names and members, never classes: the user's viem may be another copy
 * than this package's, or the same copy loaded as CommonJS.
 *
 * @module
 */

/** The members of viem's errors that are read here. */
type Failure = Partial<
  Record<"name" | "message" | "shortMessage" | "details" | "code" | "status" | "data" | "signature" | "cause", unknown>
>;

/** Bounds the chain of causes, which might be circular. */
const MAX_DEPTH = 32;

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

/** Returns the contract's revert error as text; undefined if the failure was not a revert. */
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
  // Viem uses the same name for a node's internal error, which is not a revert.
  return causes.some(({ code }) => code === EXECUTION_REVERTED) ? "without a reason" : undefined;
}

/** Whether the call returned no data at all, which happens if the contract does not exist. */
export function isEmptyAnswer(error: unknown): boolean {
  return hasName(error, /^ContractFunctionZeroDataError$/);
}

/** Whether the arguments could not be encoded, so that no request was sent. */
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

/** Whether the endpoint sent no HTTP answer at all. Then a smaller request does not help either. */
export function isSilence(error: unknown): boolean {
  const causes = causesOf(error);
  return (
    causes.some(({ name }) => name === "HttpRequestError" || name === "SocketClosedError") &&
    !causes.some(({ status }) => typeof status === "number")
  );
}

/** Returns the reason in one sentence, without the request: its URL may hold a secret. */
export function reasonOf(error: unknown): string {
  const causes = causesOf(error);
  // Errors of our own transport say more than viem's errors around them.
  const own = causes.find(({ name }) => name === "ChainUnavailableError" || name === "NodeError");
  const reason = own === undefined ? nodeWordsOf(error) : sayingOf(own);
  if (reason !== undefined) return reason;
  const said = (causes[0] && sayingOf(causes[0])) ?? String(error);
  const outage = outageOf(causes);
  return outage === undefined ? said : `${said.replace(/\.$/, "")}: ${outage}`;
}

/** Returns why no usable HTTP answer came: the status, or the system's code, for example ECONNREFUSED. */
function outageOf(causes: readonly Failure[]): string | undefined {
  const failed = causes.findIndex(({ name }) => name === "HttpRequestError");
  if (failed === -1) return undefined;
  const { status } = causes[failed]!;
  if (typeof status === "number") return `status ${status}`;
  const deepest = causes.slice(failed).findLast(({ code }) => typeof code === "string" && /^[A-Z_]+$/.test(code));
  return deepest?.code as string | undefined;
}

/** Returns the same reason, followed by the deepest cause: the node's or the signer's own message. */
export function deepestReasonOf(error: unknown): string {
  const reason = reasonOf(error);
  // The causes of an outage add only an address.
  if (isOutage(error)) return reason;
  const deepest = messagesOf(error).at(-1);
  if (deepest === undefined || reason.includes(deepest)) return reason;
  return `${reason.replace(/\.$/, "")}: ${withoutUrls(deepest)}`;
}

const withoutUrls = (text: string): string => text.replace(/\bhttps?:\/\/\S+/g, "(a URL)");

/** Returns a node's own message for a JSON-RPC error. Viem keeps it in `details`. */
function nodeWordsOf(error: unknown): string | undefined {
  const found = causesOf(error).findLast(
    ({ code, details }) => typeof code === "number" && typeof details === "string",
  );
  return found === undefined || found.details === "" ? undefined : withoutUrls(found.details as string);
}

/** Returns the messages of an error and of its causes, the outermost first, without requests. */
export function messagesOf(error: unknown): string[] {
  return causesOf(error).flatMap((failure) => {
    const { details } = failure;
    return [sayingOf(failure), details].filter((text) => typeof text === "string");
  });
}

/** Viem's short message, which leaves out the request. Other errors have only `message`. */
function sayingOf({ shortMessage, message }: Failure): string | undefined {
  if (typeof shortMessage === "string") return shortMessage;
  return typeof message === "string" ? message : undefined;
}

/** Returns the code and data of a node's JSON-RPC error; undefined for other errors. */
export function nodeErrorOf(error: unknown): { readonly code: number; readonly data: unknown } | undefined {
  const causes = causesOf(error);
  const found = causes.findLast(({ code }) => typeof code === "number");
  if (found === undefined) return undefined;
  const { data } = causes.findLast(({ data }) => data !== undefined) ?? {};
  return { code: found.code as number, data };
}
