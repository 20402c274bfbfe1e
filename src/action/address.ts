import type { OperatorId } from "./domain.ts";
import { utf8 } from "../base/bytes.ts";
import { abbreviate, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { keccak256 } from "./engine.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Reads an address from a configuration: in one case, or in mixed case with the checksum of EIP-55. Wire formats and
 * files use lower case only.
 *
 * @param what it is, for the error.
 * @returns 20 bytes in lower case.
 * @throws AnchorlogError `bad_address` if it is malformed, or its checksum is wrong.
 */
export function readAddress(value: unknown, what: string): Hex {
  if (typeof value !== "string" || !ADDRESS.test(value)) {
    throw new AnchorlogError("bad_address", `${what} is 0x and 40 hex digits, not ${abbreviate(value)}`);
  }
  const lower = value.toLowerCase() as Hex;
  const digits = value.slice(2);
  const inOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!inOneCase && value !== withChecksum(lower)) {
    throw new AnchorlogError("bad_address", `${what} is ${value}, whose checksum does not hold`, {
      fix: `copy it again; if it is right in all but its capitals, write ${withChecksum(lower)}`,
      details: { what, address: value },
    });
  }
  return lower;
}

/** Returns an address of lower case in mixed case (EIP-55). */
export function withChecksum(lower: Hex): Hex {
  const hash = toHex(keccak256(utf8(lower.slice(2))));
  const digits = lower
    .slice(2)
    .replace(/[a-f]/g, (digit, i: number) => (Number.parseInt(hash[2 + i]!, 16) > 7 ? digit.toUpperCase() : digit));
  return `0x${digits}`;
}

/** Reads an operator's identity: checks the chain id, and brings both addresses into lower case, as in all evidence. */
export function readOperatorId<T extends OperatorId>(id: T): T {
  const { chainId } = Object(id) as OperatorId;
  if (!(Number.isSafeInteger(chainId) && chainId > 0)) {
    throw new AnchorlogError(
      "bad_chain_id",
      `operator.chainId is a number from 1 to 2^53 - 1, not ${abbreviate(chainId)}`,
    );
  }
  return {
    ...id,
    registry: readAddress(id.registry, "operator.registry"),
    operator: readAddress(id.operator, "operator.operator"),
  };
}
