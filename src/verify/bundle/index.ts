/** Portable proofs of single actions: reading, verifying, trust. Browser-safe. */
export { BUNDLE_FORMAT, formatBundle, parseBundle, type Bundle, type Inclusion } from "./bundle.ts";
export {
  DescriptionError,
  judgeDescription,
  type DescribedOperator,
  type DescriptionFault,
  type NamedOperator,
  type OperatorPin,
} from "./description.ts";
export type { Decimal } from "../../base/json.ts";
export { decodeBundle, encodeBundle, isCompactBundle } from "./compact.ts";
export type { About, SaidByEntry } from "./about.ts";
export {
  isDescriptionBy,
  receiptKeyAt,
  signDescription,
  signSuccessor,
  type EarlierKey,
  type KeyStanding,
  type Successor,
  type TrustedKeys,
} from "../../batch/trusted.ts";
export { verifyRow, type GivenRow, type RowVerdict } from "./row.ts";
export { formatTrust, parseTrust, TRUST_FORMAT, type Trust, type TrustedOperator } from "../trust.ts";
export {
  verifyBundle,
  type BundleState,
  type BundleVerdict,
  type IndeterminateCode,
  type InvalidCode,
} from "./verify.ts";
