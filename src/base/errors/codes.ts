/** All error codes that this package throws. The page docs/ERRORS.md is generated from it. */
import { EVIDENCE } from "./evidence.ts";
import { KEEPING } from "./keeping.ts";
import { REACHING } from "./reaching.ts";
import { SETUP } from "./setup.ts";

export const ERROR_GROUPS = {
  "Options, configuration, keys": SETUP,
  "Store, guard, log": KEEPING,
  "Signers, chain, tiles, HTTP": REACHING,
  Evidence: EVIDENCE,
} as const;

/** The code of an {@link AnchorlogError}, for programs. */
export type ErrorCode = keyof typeof SETUP | keyof typeof KEEPING | keyof typeof REACHING | keyof typeof EVIDENCE;
