/** The verification keys of this package's circuits, without the code that verifies. Browser-safe. */
import type { MarkedKey } from "./development.ts";
import { ABSENCE_KEY } from "./generated/absenceKey.ts";
import { DISCLOSURE_KEY } from "./generated/disclosureKey.ts";
import { ORDER_KEY } from "./generated/orderKey.ts";

/** The circuits that have keys. */
export type CircuitName = "disclosure" | "order" | "absence";

/** The verification key of each circuit. */
export const CIRCUIT_KEYS: Readonly<Record<CircuitName, MarkedKey>> = {
  disclosure: DISCLOSURE_KEY,
  order: ORDER_KEY,
  absence: ABSENCE_KEY,
};
