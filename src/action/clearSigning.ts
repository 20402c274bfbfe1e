import type { Hex } from "../base/hex.ts";
import { assertGiven } from "../base/options.ts";
import { AnchorlogError } from "../base/errors.ts";
import { withChecksum } from "./address.ts";
import type { Domain } from "./domain.ts";
import type { ActionTypes, Kind, MemberType, PayloadMembers } from "./kinds.ts";
import { shapeOf } from "./memberTypes.ts";

/** How a wallet shows one value (ERC-7730, "field format specification"). */
export type ClearSigningField = {
  readonly path: string;
  readonly label: string;
  readonly format: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly visible?: "always" | "optional" | "never";
};

/** Other ways to show a member. */
type FieldOptions = Partial<Pick<ClearSigningField, "label" | "format" | "params">>;

/** A clear-signing descriptor: how wallets show an operator's actions to the people who sign them. */
export type ClearSigningDescriptor = {
  readonly $schema: string;
  readonly context: object;
  readonly metadata: object;
  readonly display: {
    /** The kinds' formats, by the `encodeType` of the kind's envelope. */
    readonly formats: Readonly<Record<string, { intent: string; fields: readonly ClearSigningField[] }>>;
  };
};

/** The parts of a descriptor that do not follow from the types. */
export type ClearSigningOptions<D extends Record<string, PayloadMembers>> = {
  /** The operator's domain, as registered. */
  readonly domain: Domain;
  /** The display name of the platform that the actions are for. */
  readonly owner: string;
  readonly url?: string;
  /** The meaning of signing, by kind, such as "Transfer an object". By default the kind's name in words. */
  readonly intents?: { readonly [K in keyof D]?: string };
  /** Other labels and formats of members, by kind and name. Every member is still shown. */
  readonly fields?: { readonly [K in keyof D]?: { readonly [N in keyof D[K]]?: FieldOptions } };
};

const BUILT_IN_INTENTS = { HttpRequest: "Send an API request", Ask: "Ask who holds an object" };
const ADDRESS = { types: ["wallet", "eoa", "contract"], sources: ["local", "ens"] };

/**
 * Makes the ERC-7730 descriptor of an operator's kinds, including `HttpRequest` and `Ask`, in version 2 of its schema.
 * Serve it, and submit it to the registries that wallets read. Wallets must show every member of a payload, the actor
 * and the deadline; the log's hash and the nonce are optional.
 *
 * @throws AnchorlogError `bad_definition` if `intents` or `fields` contain an unknown name, or would hide a member.
 * @example
 * const descriptor = clearSigningDescriptor(types, {
 *   domain: { name: "My Platform", version: "1", chainId: 1, verifyingContract: operator.registry },
 *   owner: "Tickets Ltd",
 *   intents: { Transfer: "Give a seat to somebody else" },
 *   fields: { Transfer: { to: { label: "New holder" } } },
 * })
 * await writeFile("public/clear-signing.json", JSON.stringify(descriptor))
 */
export function clearSigningDescriptor<D extends Record<string, PayloadMembers>>(
  types: ActionTypes<D>,
  options: ClearSigningOptions<D>,
): ClearSigningDescriptor {
  assertGiven(
    "clearSigningDescriptor",
    { types, options },
    "types.kinds",
    "options.domain.verifyingContract",
    "options.owner",
  );
  const { domain, owner, url } = options;
  const { name, version, chainId } = domain;
  const verifyingContract = withChecksum(domain.verifyingContract.toLowerCase() as Hex);
  const intents = { ...BUILT_IN_INTENTS, ...options.intents } as Record<string, string>;
  const fields = { ...options.fields } as Record<string, Record<string, FieldOptions>>;
  for (const kind of [...Object.keys(intents), ...Object.keys(fields)]) {
    if (!types.kinds.has(kind)) throw new AnchorlogError("bad_definition", `${kind} is not a kind of this operator`);
  }
  return {
    $schema: "https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json",
    context: {
      $id: `${name} ${version}`,
      eip712: {
        domain: { name, version, chainId, verifyingContract },
        deployments: [{ chainId, address: verifyingContract }],
      },
    },
    metadata: url === undefined ? { owner } : { owner, info: { url } },
    display: {
      formats: Object.fromEntries(
        [...types.kinds.values()].map((kind) => [
          encodeType(kind),
          { intent: intents[kind.name] ?? inWords(kind.name), fields: fieldsOf(kind, fields[kind.name] ?? {}) },
        ]),
      ),
    },
  };
}

function encodeType({ name, payloadType }: Kind): string {
  return `${name}(bytes32 log,address actor,uint256 nonce,uint64 deadline,${name}Payload payload)${payloadType}`;
}

function fieldsOf(kind: Kind, others: Record<string, FieldOptions>): ClearSigningField[] {
  for (const [name, options] of Object.entries(others)) {
    if (!kind.members.some((member) => member.name === name)) {
      throw new AnchorlogError("bad_definition", `${kind.name} has no member ${name}`);
    }
    checkOptions(`${kind.name}.${name}`, options);
  }
  const members = kind.members.map(({ name, type }): ClearSigningField => ({
    // An array's format is the format of each element.
    path: shapeOf(type).form === "array" ? `payload.${name}.[]` : `payload.${name}`,
    label: inWords(name),
    ...formatOf(type),
    ...(Object.hasOwn(others, name) ? others[name] : {}),
    visible: "always",
  }));
  return [
    ...members,
    { path: "actor", label: "Signed by", ...formatOf("address"), visible: "always" },
    { path: "deadline", label: "Valid until", format: "date", params: { encoding: "timestamp" }, visible: "always" },
    { path: "log", label: "Log", format: "raw", visible: "optional" },
    { path: "nonce", label: "Nonce", format: "raw", visible: "optional" },
  ];
}

const OPTIONS: ReadonlySet<string> = new Set(["label", "format", "params"]);
/** With these params, a wallet shows the descriptor's text instead of a large amount. */
const REPLACING = ["threshold", "message"];

/** Refuses options that would hide a member's value or show another one. */
function checkOptions(member: string, options: FieldOptions): void {
  const hiding = [
    ...Object.keys(options).filter((option) => !OPTIONS.has(option)),
    ...REPLACING.filter((param) => Object.hasOwn(options.params ?? {}, param)).map((param) => `params.${param}`),
    ...(options.label?.trim() === "" ? ["an empty label"] : []),
  ];
  if (hiding.length === 0) return;
  throw new AnchorlogError("bad_definition", `${member} is shown as it is: ${hiding.join(", ")} may not be given`, {
    fix: "give a label, a format and its params only; to hide a member, leave it out of the kind",
  });
}

function formatOf(type: MemberType): Pick<ClearSigningField, "format" | "params"> {
  return type === "address" || type === "address[]" ? { format: "addressName", params: ADDRESS } : { format: "raw" };
}

/** Converts `objectId` to "Object id". */
function inWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
