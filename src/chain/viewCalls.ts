/**
 * Calls view functions of contracts by plain JSON-RPC. Web pages bundle this file, so it uses only types of viem.
 *
 * @module
 */
import type { Abi, AbiParameter, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from "viem";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToUint, concat, uintToBytes, utf8 } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import type { Reading, View } from "./client.ts";
import { NodeError, type Rpc } from "./rpc.ts";
import { ChainUnavailableError } from "./view.ts";

/**
 * Calls a view function whose arguments are single words, and decodes its result as viem does, but addresses to lower case.
 *
 * @throws AnchorlogError `contract_refused` if it reverts, `no_contract` if the contract does not exist.
 * @throws ChainUnavailableError if the node gives no usable answer.
 */
export async function callView<
  const A extends Abi,
  F extends ContractFunctionName<A, Reading>,
  const P extends ContractFunctionArgs<A, Reading, F>,
>(
  rpc: Rpc,
  { address, abi, functionName, args, blockNumber }: Required<View<A, F, P>>,
): Promise<ContractFunctionReturnType<A, Reading, F, P>> {
  const name: string = functionName;
  const item = (abi as Abi).find((one) => one.type === "function" && one.name === name);
  if (item?.type !== "function") throw new RangeError(`the ABI has no function ${name}`);
  const selector = keccak_256(utf8(`${name}(${item.inputs.map(({ type }) => type).join()})`)).subarray(0, 4);
  const data = toHex(concat(selector, ...(args as readonly (bigint | number | Hex)[]).map(wordOf)));
  const call = { method: "eth_call", params: [{ to: address, data }, quantity(blockNumber)] };
  const answer = await rpc(call).catch((error: unknown) => {
    if (!isRevert(error)) throw unusable((error as Error).message, error);
    throw new AnchorlogError("contract_refused", `${name}: the contract ${address} refuses it`, { cause: error });
  });
  if (answer === "0x") {
    throw new AnchorlogError("no_contract", `${name}: ${address} has no such contract`, {
      fix: "compare the contract's address, and the chain that the node serves",
    });
  }
  try {
    const values = readAll(item.outputs, fromHex(answer as Hex));
    return (values.length === 1 ? values[0] : values) as ContractFunctionReturnType<A, Reading, F, P>;
  } catch (cause) {
    throw unusable(`its answer to ${name} is malformed`, cause);
  }
}

export const quantity = (value: bigint): Hex => `0x${value.toString(16)}`;

export const unusable = (why: string, cause?: unknown): ChainUnavailableError =>
  new ChainUnavailableError(`the chain's node gave no usable answer: ${why}`, { cause });

const wordOf = (value: bigint | number | Hex): Uint8Array => uintToBytes(BigInt(value), 32);

const EXECUTION_REVERTED = 3;
/** Codes under which some nodes report a revert, then always with the contract's error as data. */
const OTHER_REVERTS: ReadonlySet<number> = new Set([-32603, -32000]);

function isRevert(error: unknown): boolean {
  if (!(error instanceof NodeError)) return false;
  const { data } = Object(error.data) as { data?: unknown };
  const bytes = typeof error.data === "string" ? error.data : data;
  const hasError = typeof bytes === "string" && /^0x[0-9a-f]{8}/i.test(bytes);
  return error.code === EXECUTION_REVERTED || (OTHER_REVERTS.has(error.code) && hasError);
}

type Parameter = AbiParameter & { readonly components?: readonly Parameter[] };

/** Decodes a sequence of values. Offsets in `data` count from its beginning. */
function readAll(parameters: readonly Parameter[], data: Uint8Array): unknown[] {
  let at = 0;
  return parameters.map((parameter) => {
    const head = data.subarray(at);
    at += headLength(parameter);
    return read(parameter, isDynamic(parameter) ? data.subarray(readLength(head, data.length)) : head);
  });
}

function read(parameter: Parameter, data: Uint8Array): unknown {
  const { type, components = [] } = parameter;
  if (type === "tuple") {
    const values = readAll(components, data);
    return Object.fromEntries(components.map(({ name }, i) => [name, values[i]]));
  }
  if (type === "string") return new TextDecoder().decode(take(data, 32, readLength(data, data.length - 32)));
  if (type.endsWith("[]")) {
    const length = readLength(data, data.length / 32);
    const item = { ...parameter, type: type.slice(0, -2) };
    return readAll(
      Array.from({ length }, () => item),
      data.subarray(32),
    );
  }
  return readWord(type, take(data, 0, 32));
}

function readWord(type: string, word: Uint8Array): unknown {
  const value = bytesToUint(word);
  if (type === "bytes32") return toHex(word);
  const bits = type === "bool" ? 1 : type === "address" ? 160 : Number(type.slice("uint".length));
  if (!(value < 1n << BigInt(bits))) throw new RangeError(`not a value of the type ${type}`);
  if (type === "bool") return value === 1n;
  if (type === "address") return toHex(word.subarray(12));
  return bits <= 48 ? Number(value) : value;
}

function readLength(data: Uint8Array, max: number): number {
  const length = bytesToUint(take(data, 0, 32));
  if (length > BigInt(Math.floor(max))) throw new RangeError("a length is too large");
  return Number(length);
}

function take(data: Uint8Array, from: number, length: number): Uint8Array {
  if (data.length < from + length) throw new RangeError("it ends early");
  return data.subarray(from, from + length);
}

const isDynamic = ({ type, components = [] }: Parameter): boolean =>
  type === "string" || type.endsWith("[]") || (type === "tuple" && components.some(isDynamic));

const headLength = (parameter: Parameter): number =>
  isDynamic(parameter) || parameter.type !== "tuple"
    ? 32
    : parameter.components!.reduce((sum, component) => sum + headLength(component), 0);
