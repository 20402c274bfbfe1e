import { AnchorlogError } from "../base/errors.ts";
import { checkReceipt, type ReceiptKey, type SentAction } from "../log/receipt/check.ts";
import { unlessAborted } from "../base/within.ts";
import { checkAddress, checkOperator, type SigningOptions } from "./sign.ts";

/** Sends a request, as `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

/** How a client sends its actions, and which receipts it accepts. */
export type DeliveryOptions = {
  /** The key whose receipts are accepted. `registryChecks` of `anchorlog/chain` asks the registry for it. */
  readonly receiptKey: ReceiptKey;
  /**
   * Finds the receipt in a copy of an answer with a status below 300. By default it is the member `receipt` of its
   * JSON, or `x_receipt`, as the Platform API has it. `later`: the receipt does not come with the answer. Give it to
   * `checkReceipt` when it comes, with the result of `sentAction`.
   */
  readonly readReceipt?: "later" | ((answer: Response) => unknown);
  readonly fetch?: Fetch;
};

/** Sends a request that carries an action, and checks the receipt in the answer. */
export type Delivery = (request: Request, sent: SentAction) => Promise<Response>;

/** The longest answer that is searched for a receipt, in bytes. */
const MAX_ANSWER_BYTES = 1_048_576;

const sentActions = new WeakMap<object, SentAction>();

/**
 * Returns the action that was signed and sent. `outcome` is the resulting answer or error, or the action that
 * `createActionSigner` returned. Keep the result beside the receipt, or use it to send the action again. Undefined if
 * nothing was signed.
 */
export function sentAction(outcome: object): SentAction | undefined {
  return sentActions.get(outcome);
}

/** Records what was sent for an outcome. Returns the outcome. */
export function remember<T>(outcome: T, sent: SentAction): T {
  if (typeof outcome === "object" && outcome !== null) sentActions.set(outcome, sent);
  return outcome;
}

export function createDelivery(options: DeliveryOptions & Pick<SigningOptions, "operator" | "clock">): Delivery {
  const { readReceipt = findReceipt, fetch: send = (request) => fetch(request) } = options;
  const operator = checkOperator(options.operator);
  const receiptKey =
    typeof options.receiptKey === "function" ? options.receiptKey : checkAddress(options.receiptKey, "receiptKey");
  const rules = { operator, receiptKey, ...(options.clock === undefined ? {} : { clock: options.clock }) };
  return async (request, sent) => {
    const judged = async (): Promise<Response> => {
      const response = remember(await send(request), sent);
      if (response.ok && readReceipt !== "later") {
        await checkReceipt(await readReceipt(response.clone()), sent, rules);
      }
      return response;
    };
    try {
      return await unlessEnded(request.signal, judged());
    } catch (error) {
      throw remember(ownError(error), sent);
    }
  };
}

/** Waits for a result, unless the signal aborts first. */
export const unlessEnded = <T>(signal: AbortSignal, wanted: Promise<T>): Promise<T> =>
  unlessAborted(signal, wanted, () => signal.reason as Error);

/**
 * Copies an error, so that it belongs to one sending. Several sendings may fail with the same error object, such as a
 * signal's reason, but each is of another action.
 */
function ownError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error), { cause: error });
  const { name, message, stack } = error;
  // A DOMException's fields work only on an object made by its constructor.
  const isDom = typeof DOMException === "function" && error instanceof DOMException;
  const own: Error = isDom ? new DOMException(message, name) : new Error(message);
  if (!isDom) Object.setPrototypeOf(own, Object.getPrototypeOf(error) as object);
  const as = (value: unknown) => ({ value, writable: true, configurable: true });
  return Object.defineProperties(own, {
    cause: as(error),
    ...(isDom ? {} : Object.getOwnPropertyDescriptors(error)),
    stack: as(stack),
  });
}

/** Returns the member `receipt` of a JSON answer, or `x_receipt`. */
async function findReceipt(answer: Response): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(answer.headers.get("content-type") ?? "");
  if (!isJson) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(await readText(answer));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { receipt, x_receipt } = Object(value) as { receipt?: unknown; x_receipt?: unknown };
  return receipt ?? x_receipt;
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = "";
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_ANSWER_BYTES) {
      // Not awaited: the stream ends only when the caller's copy ends too.
      void reader?.cancel();
      throw new AnchorlogError("no_receipt", `the answer is longer than ${MAX_ANSWER_BYTES} bytes`, {
        fix: "let readReceipt find the receipt in it",
      });
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
