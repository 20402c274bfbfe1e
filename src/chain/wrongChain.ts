import { AnchorlogError } from "../base/errors.ts";

/** Returns the error for a node of another chain. It names both chain ids and the endpoint. */
export function wrongChain(configured: number, answered: number, index = 0): AnchorlogError {
  const { message, fix, details } = describeWrongChain(configured, answered, index);
  return new AnchorlogError("wrong_chain", message, { fix, details });
}

/** The parts of that error. The endpoint is given by its index from 0: any part of a URL may be a secret. */
export function describeWrongChain(configured: number, answered: number, index = 0) {
  return {
    message: `chain ${configured} is configured, and endpoint ${index} is of chain ${answered}`,
    fix: `give a node of chain ${configured} there, or configure chain ${answered} if you mean that chain`,
    details: { configured, answered, endpoint: index },
  };
}
