/** Signs what changes state, and checks the receipts of it. */
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
import { checkReceipt } from "anchorlog/receipt";
import { typedOf, type AuthorizedAction } from "./authorized.ts";
import { PlatformError } from "./errors.ts";
import { types, type KindName, type Payload, type TypedAction } from "./kinds.ts";

/** A body that a wallet signed, or an item of one. */
export type SignedBody = TypedAction | AuthorizedAction;

type Rules = Pick<SigningOptions, "operator"> & { readonly receiptKey: ReceiptKey; readonly clock: () => number };

export type Receipts = ReturnType<typeof createReceipts>;
export type Signing = ReturnType<typeof createSigning>;

/** Judges the receipts of typed actions, whoever signed them. */
export function createReceipts({ operator, receiptKey, clock }: Rules) {
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domainSeparator = hashDomain({ name, version, chainId, verifyingContract });

  const firstSent = new WeakMap<SignedBody, readonly SentAction[]>();

  /** What an action was; one that was not signed here, as of now. */
  const sentAs = (action: TypedAction): SentAction => {
    const known = sentAction(action);
    if (known !== undefined) return known;
    const { primaryType, message, signature } = action;
    const kind = types.kinds.get(primaryType);
    if (kind === undefined) throw new PlatformError("unknown_kind", `${primaryType} is no kind of the API's`);
    const { digest } = encodeMessage(kind, message, domainSeparator);
    const { payloadType } = kind;
    return { primaryType, payloadType, message, signature, digest: toHex(digest), signedAt: clock() };
  };
  return {
    /**
     * What an action was, or may have been: one in DUAL's shape is of a log by its name. One that was sent before, as
     * `repeat` or this client has it, is as of then: what is done again has its first receipt.
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
    /** @returns which of them it is for. @throws AnchorlogError where it is no receipt for any. */
    check: async (receipt: unknown, sent: readonly SentAction[]): Promise<SentAction> => {
      const { entry } = Object(receipt) as { readonly entry?: unknown };
      const meant = sent.find(({ digest }) => String(entry).includes(digest.slice(2))) ?? sent[0]!;
      await checkReceipt(receipt, meant, { operator, receiptKey, clock });
      return meant;
    },
  };
}

/** Signs for one log of an operator, by one wallet. */
export function createSigning(
  options: Rules & {
    readonly account: ActionAccount;
    readonly log: string;
    /** The API's name, as requests are signed for it. */
    readonly authority: string;
    readonly origin: string;
    readonly send: (request: Request) => Promise<Response>;
  },
) {
  const { account, operator, authority, receiptKey, log, origin, clock, send } = options;
  const signing = { account, operator, log, clock };
  const signAction = createActionSigner({ ...signing, types });
  return {
    /** As `fetch`: it is the request that is signed, and the answer's receipt is checked. */
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

/** Of an answer that has arrived, however long it is. */
const readReceipt = async (answer: Response): Promise<unknown> => {
  const body: unknown = await answer.json().catch(() => undefined);
  return (Object(body) as { readonly x_receipt?: unknown }).x_receipt;
};

/**
 * The signed actions in a body, each at its place: one, or those of a batch. Undefined where there is none, and the
 * request itself is signed.
 */
export function actionsIn(body: unknown): readonly (SignedBody | undefined)[] | undefined {
  const { actions } = Object(body) as { readonly actions?: unknown };
  const found = (Array.isArray(actions) ? actions : [body]).map((one: unknown) => (isSigned(one) ? one : undefined));
  return found.some((one) => one !== undefined) ? found : undefined;
}

function isSigned(value: unknown): value is SignedBody {
  return typeof value === "object" && value !== null && ("primaryType" in value || "auth" in value);
}
