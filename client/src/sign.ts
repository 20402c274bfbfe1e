/** Signs what changes state, and checks the receipts of it. */
import { toHex, type Hex } from "anchorlog";
import { defineActions, encodeMessage, hashDomain, type Message } from "anchorlog/action";
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
import { operatorOf, type About } from "./about.ts";
import { PlatformError } from "./errors.ts";
import { KINDS } from "./generated/operations.ts";

export const types = defineActions(KINDS);
export type Kinds = typeof KINDS;
export type KindName = keyof Kinds;
export type Payload<K extends KindName> = Message<Kinds[K]>["payload"];

/** An action as its wallet signed it. */
export type TypedAction = {
  readonly primaryType: KindName;
  readonly message: Message & { readonly payload: Record<string, string> };
  readonly signature: Hex;
};

/** What of the operator is not taken on the API's word: `registryChecks` of `anchorlog/anchor` gives both. */
export type Checks = Pick<SigningOptions, "checkDomain"> & { readonly receiptKey?: ReceiptKey };

type Rules = { readonly about: About; readonly checks: Checks; readonly clock: () => number };

export type Receipts = ReturnType<typeof createReceipts>;
export type Signing = ReturnType<typeof createSigning>;

/** Judges the receipts of typed actions, whoever signed them. */
export function createReceipts({ about, checks, clock }: Rules) {
  const operator = operatorOf(about);
  const receiptKey = receiptKeyOf({ about, checks });
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domainSeparator = hashDomain({ name, version, chainId, verifyingContract });

  /** What an action was; one that was not signed here, as of now. */
  const sentOf = (action: TypedAction): SentAction => {
    const known = sentAction(action);
    if (known !== undefined) return known;
    const { primaryType, message, signature } = action;
    const kind = types.kinds.get(primaryType);
    if (kind === undefined) throw new PlatformError("unknown_kind", `${primaryType} is no kind of the API's`);
    const { digest } = encodeMessage(kind, message, domainSeparator);
    return { primaryType, message, signature, digest: toHex(digest), signedAt: clock() };
  };
  return {
    sentOf,
    /** @throws AnchorlogError where it is no receipt for the action. */
    check: async (receipt: unknown, sent: SentAction): Promise<void> => {
      await checkReceipt(receipt, sent, { operator, receiptKey, clock });
    },
  };
}

/** Signs for one log of an operator, by one wallet. */
export function createSigning(
  options: Rules & {
    readonly account: ActionAccount;
    readonly log: string;
    readonly origin: string;
    readonly send: (request: Request) => Promise<Response>;
  },
) {
  const { account, about, log, origin, checks, clock, send } = options;
  const { checkDomain } = checks;
  const signing = { account, operator: operatorOf(about), log, clock, ...(checkDomain && { checkDomain }) };
  const receiptKey = receiptKeyOf(options);
  const signAction = createActionSigner({ ...signing, types });
  return {
    /** As `fetch`: it is the request that is signed, and the answer's receipt is checked. */
    fetch: createSignedFetch({ ...signing, authority: about.authority, origins: [origin], receiptKey, fetch: send }),
    sign: async <K extends KindName>(kind: K, payload: Payload<K>): Promise<TypedAction> =>
      (await signAction(kind, payload as never)) as unknown as TypedAction,
  };
}

const receiptKeyOf = ({ about, checks }: Pick<Rules, "about" | "checks">): ReceiptKey =>
  checks.receiptKey ?? (about.receipt_key as Hex);

/**
 * The typed actions in a body, each at its place: one, or those of a batch. Undefined where there is none, and the request
 * itself is signed.
 */
export function actionsIn(body: unknown): readonly (TypedAction | undefined)[] | undefined {
  const { actions } = Object(body) as { readonly actions?: unknown };
  const found = (Array.isArray(actions) ? actions : [body]).map((one: unknown) => (isTyped(one) ? one : undefined));
  return found.some((one) => one !== undefined) ? found : undefined;
}

function isTyped(value: unknown): value is TypedAction {
  return typeof value === "object" && value !== null && "primaryType" in value;
}
