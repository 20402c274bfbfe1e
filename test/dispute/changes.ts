import type { AbiParameter } from "viem";
import { faultProofsAbi } from "../../src/chain/generated/FaultProofs.ts";
import type { FaultProof } from "../../src/dispute/index.ts";

type Value = string | bigint | number | boolean;
type Node = Value | Branch;
type Branch = { [key: string | number]: Node };

/** A value of a proof, and its type in the contract. */
type Place = { readonly holder: Branch; readonly key: string; readonly type: string };

/**
 * Changes one value of a proof, or replaces it by a value of another proof. The result has the types that the contract
 * requires, so the contract judges it.
 */
export function change(proof: FaultProof, proofs: readonly FaultProof[], next: () => number): FaultProof {
  const other = proofs[next() % proofs.length]!;
  const args = structuredClone(proof.args) as unknown as Branch;
  const { holder, key, type } = pick(args, inputsOf(proof), next);
  const theirs = pick(other.args as unknown as Branch, inputsOf(other), next);
  const takesTheirs = next() % 2 === 0 && fits(theirs, type);
  holder[key] = takesTheirs ? as(type, theirs.holder[theirs.key] as Value) : altered(holder[key] as Value, type, next);
  return { ...proof, args } as unknown as FaultProof;
}

/** The parameters of a fault's function, without the operator. */
function inputsOf({ fault }: FaultProof): readonly AbiParameter[] {
  const found = faultProofsAbi.find((item) => item.type === "function" && item.name === `prove${fault}`);
  if (found?.type !== "function") throw new Error(`no prove${fault}`);
  return found.inputs.slice(1);
}

/** Descends by a random path to a value that is not an object. */
function pick(node: Branch, parameters: readonly AbiParameter[], next: () => number): Place {
  const keys = Object.keys(node).filter((key) => typeof node[key] !== "object" || Object.keys(node[key]).length > 0);
  const key = keys[next() % keys.length]!;
  const parameter = parameters.find(({ name }) => name === key) ?? parameters[Number(key)];
  if (parameter === undefined) throw new Error(`no parameter ${key}`);
  const child = node[key]!;
  if (typeof child !== "object") return { holder: node, key, type: parameter.type };
  const item = /^(.*)\[\d*\]$/.exec(parameter.type)?.[1];
  if (item !== undefined)
    return pick(
      child,
      Object.keys(child).map(() => ({ ...parameter, type: item })),
      next,
    );
  return pick(child, componentsOf(parameter), next);
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  if (!("components" in parameter)) throw new Error(`${parameter.type} has no members`);
  return parameter.components;
}

/** Whether a value of one type is one of another as well. */
function fits({ holder, key, type: from }: Place, to: string): boolean {
  if (from === to || (to === "bytes" && from.startsWith("bytes"))) return true;
  return isUnsigned(from) && isUnsigned(to) && BigInt(holder[key] as number) <= greatest(to);
}

const isUnsigned = (type: string): boolean => type.startsWith("uint");
const greatest = (type: string): bigint => 2n ** BigInt(type.slice("uint".length)) - 1n;

/** The value as viem has it for a type: integers of up to 48 bits are numbers. */
const as = (type: string, value: Value): Value =>
  !isUnsigned(type) ? value : greatest(type) < 2n ** 48n ? Number(value) : BigInt(value);

function altered(value: Value, type: string, next: () => number): Value {
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") {
    const number = BigInt(value);
    if (number === 0n) return as(type, 1n);
    const up = next() % 2 === 0 && number < greatest(type);
    return as(type, up ? number + 1n : number - 1n);
  }
  // Changes one digit of bytes, or one character of a text.
  const start = type === "string" ? 0 : 2;
  if (value.length === start) return type === "string" ? "0" : "0x00";
  const at = start + (next() % (value.length - start));
  return `${value.slice(0, at)}${value[at] === "0" ? "1" : "0"}${value.slice(at + 1)}`;
}
