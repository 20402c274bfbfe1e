import { AnchorlogError } from "../errors.ts";
import { checkReceipt, type ReceiptKey, type SentAction } from "../receipt/check.ts";
import { unlessAborted } from "../within.ts";
import { checkAddress, checkOperator, type SigningOptions } from "./sign.ts";

/** Sends a request, as `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

/** How a client sends its actions, and what it takes for a promise. */
export type DeliveryOptions = {
  /** Whose receipts count: `registryChecks` of `anchorlog/anchor` asks the registry. */
  readonly receiptKey: ReceiptKey;
  /**
   * Finds the receipt in an answer (a copy of it) of a status below 300; by default the member
   * `receipt` of its JSON, or `x_receipt`, as the Platform API has it.
   * `later` where it comes by another way: give it to `checkReceipt` then, with what `sentAction` says.
   */
  readonly readReceipt?: "later" | ((answer: Response) => unknown);
  readonly fetch?: Fetch;
};

/** Sends a request that carries an action, and checks the receipt that it is answered with. */
export type Delivery = (request: Request, sent: SentAction) => Promise<Response>;

/** The longest answer that a receipt is looked for in, in bytes. */
const MAX_ANSWER_BYTES = 1_048_576;

const sentActions = new WeakMap<object, SentAction>();

/**
 * What was signed and sent, by the answer or error that came of it, or by the action that `createActionSigner` gave:
 * keep it beside the receipt, or send it again. Undefined where nothing was signed.
 */
export function sentAction(outcome: object): SentAction | undefined {
  return sentActions.get(outcome);
}

/** Notes what was sent. Returns what came of it. */
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

/** What is waited for, unless who sends has ended it before. */
export const unlessEnded = <T>(signal: AbortSignal, wanted: Promise<T>): Promise<T> =>
  unlessAborted(signal, wanted, () => signal.reason as Error);

/**
 * An error of one sending alone, which is as what it came to: several may have come to one error, as to a signal's
 * reason, and each was of another action.
 */
function ownError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error), { cause: error });
  const { name, message, stack } = error;
  // Its fields are read by what made it alone.
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

/** The member `receipt` of an answer in JSON, or `x_receipt`. */
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
      // The other copy goes on: it is not waited for.
      void reader?.cancel();
      throw new AnchorlogError("no_receipt", `the answer is longer than ${MAX_ANSWER_BYTES} bytes`, {
        fix: "let readReceipt find the receipt in it",
      });
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
