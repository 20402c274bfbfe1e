import type { SignedAction } from "../action/kinds.ts";
import { AnchorlogError } from "../base/errors.ts";
import { abbreviate } from "../base/hex.ts";
import { assertKnownOptions, assertOptionsOf } from "../base/options.ts";
import { answerRefusal, type HttpAnswer, type Refusal } from "./answer.ts";
import { checkAuthority } from "./authority.ts";
import { createBudget, type BodySource } from "./body.ts";
import {
  failure,
  recall,
  remember,
  submitCarried,
  type ActionRecipient,
  type BodyContent,
  type CarriedAction,
  type CarriedUpload,
  type FileContent,
} from "./carried.ts";
import { ACTION_HEADER } from "./header.ts";
import { misplaced, readHead, type ReadHead, type ReceivedHead } from "./read.ts";
import { receiveBody, type ReceivedAction, type Receive, type ReceiveSettings } from "./receive.ts";

/** The options of a server's adapter. */
export type GateOptions = {
  /** Judges and submits the actions: the result of `openAnchorlog`. */
  readonly anchorlog: ActionRecipient;
  /** The API's public name, which its clients sign: `api.example`, `api.example:8443`. Never taken from Host. */
  readonly authority: string;
  /**
   * The kinds of actions that the routes after it act on; `["HttpRequest"]` by default. An `HttpRequest` is carried by
   * the header, any other kind as the body.
   */
  readonly kinds?: readonly string[];
  /**
   * Whether a request must carry an action; by default all but GET, HEAD, OPTIONS and TRACE. `route` is the route's
   * pattern if the framework knows it at that time, as Fastify does. Without a route, this can only require more than
   * the default: one path has many spellings, so it cannot safely exempt any.
   */
  readonly isRequired?: (request: { readonly method: string; readonly route: string | undefined }) => boolean;
  /** Converts the received target to the one that the client signed, for a proxy that strips a prefix. */
  readonly target?: (received: string) => string;
  /** The largest body in bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** The largest total size in bytes of bodies whose signatures are not judged yet; 16 MiB by default. */
  readonly maxUnjudgedBytes?: number;
  /** Milliseconds that a body may take to arrive; 30,000 by default. */
  readonly bodyTimeout?: number;
  /** Returns the identifier that refusals carry as `x_request_id`. */
  readonly requestId?: () => string;
  /** Called with errors, which clients do not see; by default they become process warnings. */
  readonly onError?: (error: unknown) => void;
};

/** A request as an adapter receives it. */
export type Received = ReceivedHead & {
  /** The route's pattern, if known. */
  readonly route: string | undefined;
  /** The route's own limit in bytes, if it has one. */
  readonly maxBodyBytes?: number | undefined;
  readonly body: BodySource;
};

/** Judges requests before their handlers run. */
export type Gate = {
  /**
   * Judges a request. Never rejects.
   *
   * @param request the object that handlers will pass to `carriedAction`.
   */
  judge(request: object, received: Received): Promise<GateResult>;
  readonly bodyTimeout: number;
};

/** Whether a request may reach its handler. */
type GateResult = { readonly passes: true } | { readonly passes: false; readonly answer: HttpAnswer };

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * @param receive receives the content; into memory by default.
 * @throws AnchorlogError naming the option that is wrong.
 */
export function createGate(options: GateOptions, receive: Receive<BodyContent | FileContent> = receiveBody): Gate {
  const gate = { ...checkOptions(options), receive };
  const answer = (refusal: Refusal): HttpAnswer => {
    const { requestId } = options;
    return answerRefusal(refusal, requestId === undefined ? {} : { requestId: requestId() });
  };
  const answerFailure = (error: unknown): HttpAnswer => {
    try {
      return answer(failure(error));
    } catch {
      // `requestId` itself may have thrown.
      return answerRefusal(failure(error));
    }
  };
  return {
    bodyTimeout: gate.bodyTimeout,
    judge: async (request, received) => {
      try {
        const found = await judgeRequest(request, received, gate, answer);
        if ("refusal" in found) return { passes: false, answer: answer(found.refusal) };
        return "answer" in found ? { passes: false, ...found } : { passes: true };
      } catch (error) {
        gate.onError(error);
        return { passes: false, answer: answerFailure(error) };
      }
    },
  };
}

type Settings = ReceiveSettings &
  Required<Pick<GateOptions, "onError">> & {
    readonly isRequired: NonNullable<GateOptions["isRequired"]>;
    readonly target: NonNullable<GateOptions["target"]>;
    readonly receive: Receive<BodyContent | FileContent>;
  };

export const GATE_OPTIONS = {
  anchorlog: true,
  authority: true,
  kinds: true,
  isRequired: true,
  target: true,
  maxBodyBytes: true,
  maxUnjudgedBytes: true,
  bodyTimeout: true,
  requestId: true,
  onError: true,
} as const satisfies Record<keyof GateOptions, true>;

/**
 * The types require `anchorlog`, but JavaScript or a cast may omit it, and the gate would let everything through. A
 * framework that got the function itself, instead of its result, gives it a request or an application.
 */
export function assertHasOperator(options: Partial<GateOptions>): void {
  assertOptionsOf("the gate", options, "give { anchorlog, authority }");
  const { anchorlog } = options;
  if (typeof anchorlog?.verify === "function" && typeof anchorlog.submitMany === "function") return;
  throw new AnchorlogError("bad_gate", "the gate has no operator to judge actions", {
    fix: "give it the option anchorlog, which openAnchorlog gave: nodeActions({ anchorlog, authority }), say",
  });
}

function checkOptions(options: GateOptions): Omit<Settings, "receive"> {
  assertHasOperator(options);
  assertKnownOptions("the gate", options, GATE_OPTIONS);
  const { anchorlog, kinds = ["HttpRequest"] } = options;
  const { maxBodyBytes = 1_048_576, maxUnjudgedBytes = 16_777_216, bodyTimeout = 30_000 } = options;
  const { target = (received) => received, onError = warn } = options;
  if (!Array.isArray(kinds)) {
    throw new AnchorlogError("bad_gate", `the gate's kinds are not a list: ${abbreviate(kinds)}`, {
      fix: "give their names in an array",
    });
  }
  const known = anchorlog.kinds;
  const unknown = kinds.find((kind) => !known.has(kind));
  if (kinds.length === 0 || unknown !== undefined) {
    const what = unknown === undefined ? "takes no kind of action" : `takes ${unknown}, which is not a kind of action`;
    throw new AnchorlogError("bad_gate", `the gate ${what}`, {
      fix: `its kinds are of ${[...known.keys()].join(", ")}`,
    });
  }
  checkBounds({ maxBodyBytes, maxUnjudgedBytes, bodyTimeout });
  // Node fires a longer timer at once.
  if (bodyTimeout >= 2 ** 31) {
    throw new AnchorlogError("bad_gate", `the gate's bodyTimeout is ${bodyTimeout}`, {
      fix: "give milliseconds, from 1 to 2^31 - 1",
    });
  }
  const isRequired: Settings["isRequired"] = ({ method, route }) => {
    const byDefault = !SAFE.has(method);
    if (options.isRequired === undefined) return byDefault;
    const said: unknown = options.isRequired({ method, route });
    // Only an explicit false exempts a request, and only if its route is known.
    return said !== false || (byDefault && route === undefined);
  };
  const authority = checkAuthority(options.authority);
  const read = { authority, kinds: new Set(kinds), maxBodyBytes };
  return { ...read, anchorlog, isRequired, target, bodyTimeout, onError, budget: createBudget(maxUnjudgedBytes) };
}

/** @throws AnchorlogError naming the option that is wrong. */
export function checkBounds(bounds: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(bounds)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new AnchorlogError("bad_gate", `the gate's ${name} is ${value}`, { fix: "give a whole number above 0" });
  }
}

type GateCheck = { readonly refusal: Refusal } | { readonly answer: HttpAnswer } | { readonly passes: true };
const PASSES: GateCheck = { passes: true };

async function judgeRequest(
  request: object,
  received: Received,
  gate: Settings,
  answer: (refusal: Refusal) => HttpAnswer,
): Promise<GateCheck> {
  const earlier = recall(request);
  if (earlier !== undefined && earlier.recipient === gate.anchorlog && earlier.authority === gate.authority) {
    return gate.kinds.has(earlier.primaryType) ? PASSES : { refusal: misplaced(earlier.primaryType, gate.kinds) };
  }
  if (!hasAction(received) && !gate.isRequired(received)) return PASSES;
  const maxBodyBytes = Math.min(gate.maxBodyBytes, received.maxBodyBytes ?? Infinity);
  const settings = { ...gate, maxBodyBytes };
  const head = readHead({ ...received, target: gate.target(received.target) }, settings);
  if (head.status === "refused") return { refusal: head };
  const judged = await gate.receive(head, received.body, settings);
  if ("refusal" in judged) return judged;
  const carried = await carry(head, judged, gate, answer);
  if (carried.status === undefined) return carried;
  const { anchorlog: recipient, authority } = gate;
  remember(request, { recipient, authority, primaryType: judged.action.primaryType, carried });
  // If the content is in a file, the handler finds an empty body.
  const { content } = judged;
  if (content !== undefined) received.body.replay("body" in content ? content.body : new Uint8Array(0));
  return PASSES;
}

function hasAction({ headers }: ReceivedHead): boolean {
  return [...headers].some(([name]) => name.toLowerCase() === ACTION_HEADER.toLowerCase());
}

async function carry(
  head: ReadHead,
  { action, isRetry, content }: ReceivedAction<BodyContent | FileContent>,
  { anchorlog, onError }: Settings,
  answer: (refusal: Refusal) => HttpAnswer,
): Promise<CarriedAction | CarriedUpload | { readonly status?: undefined; readonly answer: HttpAnswer }> {
  if (!isRetry && content !== undefined) {
    return {
      status: "new",
      carriage: head.signed === undefined ? "body" : "header",
      action: action as SignedAction,
      ...content,
      submit: async (options) => {
        const outcome = await submitCarried(action, anchorlog, answer, options);
        if (outcome.status === "failed") onError(outcome.error);
        return outcome;
      },
    };
  }
  const outcome = await submitCarried(action, anchorlog, answer);
  if (outcome.status === "retry") return { ...outcome, action: action as SignedAction };
  if (outcome.status === "refused" || outcome.status === "indeterminate") return { answer: outcome.answer };
  throw outcome.status === "failed"
    ? outcome.error
    : new AnchorlogError("bad_answer", "an action that was in the log was appended to it again");
}

/** Reports an error as a process warning, or on the console. */
export function warn(error: unknown): void {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  if (process?.emitWarning === undefined) console.error(error);
  else process.emitWarning(error instanceof Error ? error : String(error));
}
