/** Signs requests that change state, and checks their receipts. */
import { encodeMessage, hashDomain, toHex } from "anchorlog/action";
import {
  createActionSigner,
  createSignedFetch,
  sentAction,
  type ActionAccount,
  type ReceiptKey,
  type SentAction,
  type SigningOptions,
} from "anchorlog/http";
import { checkReceipt } from "anchorlog/log/receipt";
import { typedOf, type AuthorizedAction } from "./authorized.ts";
import { PlatformError } from "./errors.ts";
import { types, type KindName, type Payload, type TypedAction } from "./kinds.ts";

export type SignedBody = TypedAction | AuthorizedAction;

type Rules = Pick<SigningOptions, "operator"> & { readonly receiptKey: ReceiptKey; readonly clock: () => number };

export type Receipts = ReturnType<typeof createReceipts>;
export type Signing = ReturnType<typeof createSigning>;

/** Checks receipts of typed actions from any signer. */
export function createReceipts({ operator, receiptKey, clock }: Rules) {
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domainSeparator = hashDomain({ name, version, chainId, verifyingContract });

  const firstSent = new WeakMap<SignedBody, readonly SentAction[]>();

  /** The data of a sent action. An action signed elsewhere counts as signed now. */
  const sentAs = (action: TypedAction): SentAction => {
    const known = sentAction(action);
    if (known !== undefined) return known;
    const { primaryType, message, signature } = action;
    const kind = types.kinds.get(primaryType);
    if (kind === undefined) throw new PlatformError("unknown_kind", `${primaryType} is not a kind of this API`);
    const { digest } = encodeMessage(kind, message, domainSeparator);
    const { payloadType } = kind;
    return { primaryType, payloadType, message, signature, digest: toHex(digest), signedAt: clock() };
  };
  return {
    /**
     * The actions that a body may mean. For DUAL's shape, the log's name is needed. If the action was sent before, in
     * `repeat` or by this client, the earlier signing time is used: a repeated action gets its first receipt.
     */
    sentOf: (action: SignedBody, log: string, repeat?: SentAction): readonly SentAction[] => {
      const earlier = [...(repeat === undefined ? [] : [repeat]), ...(firstSent.get(action) ?? [])];
      const typed = "auth" in action ? typedOf(action, operator, log) : [action];
      const sent = typed.map(sentAs).map((one) => {
        const { signedAt = one.signedAt } = earlier.find(({ digest }) => digest === one.digest) ?? {};
        return { ...one, signedAt };
      });
      firstSent.set(action, sent);
      return sent;
    },
    /**
     * @returns the action that the receipt is for. @throws AnchorlogError if the receipt is invalid for all of them.
     */
    check: async (receipt: unknown, sent: readonly SentAction[]): Promise<SentAction> => {
      const { entry } = Object(receipt) as { readonly entry?: unknown };
      const meant = sent.find(({ digest }) => String(entry).includes(digest.slice(2))) ?? sent[0]!;
      await checkReceipt(receipt, meant, { operator, receiptKey, clock });
      return meant;
    },
  };
}

/** Signs for one log of an operator, with one wallet. */
export function createSigning(
  options: Rules & {
    readonly account: ActionAccount;
    readonly log: string;
    /** The API's host and port, which are part of signed requests. */
    readonly authority: string;
    readonly origin: string;
    readonly send: (request: Request) => Promise<Response>;
  },
) {
  const { account, operator, authority, receiptKey, log, origin, clock, send } = options;
  const signing = { account, operator, log, clock };
  const signAction = createActionSigner({ ...signing, types });
  return {
    /** Like `fetch`: signs the request, and checks the receipt in the answer. */
    fetch: createSignedFetch({
      ...signing,
      authority,
      origins: [origin],
      receiptKey,
      readReceipt,
      fetch: send,
    }),
    sign: async <K extends KindName>(kind: K, payload: Payload<K>): Promise<TypedAction> =>
      (await signAction(kind, payload as never)) as unknown as TypedAction,
  };
}

/** Reads the receipt of an answer. The answer's size was limited before. */
const readReceipt = async (answer: Response): Promise<unknown> => {
  const body: unknown = await answer.json().catch(() => undefined);
  return (Object(body) as { readonly x_receipt?: unknown }).x_receipt;
};

/**
 * The signed actions in a body, at their positions: one action, or the items of a batch. Undefined if the body has no
 * signed action, so that the request itself must be signed.
 */
export function actionsIn(body: unknown): readonly (SignedBody | undefined)[] | undefined {
  const { actions } = Object(body) as { readonly actions?: unknown };
  const found = (Array.isArray(actions) ? actions : [body]).map((one: unknown) => (isSigned(one) ? one : undefined));
  return found.some((one) => one !== undefined) ? found : undefined;
}

function isSigned(value: unknown): value is SignedBody {
  return typeof value === "object" && value !== null && ("primaryType" in value || "auth" in value);
}
