/** The names of each circuit's public signals, in order (protocol/4-proofs). */
import type { Circuit } from "./files.ts";

export const SIGNALS: Readonly<Record<Circuit, readonly string[]>> = {
  disclosure: [
    "nullifier",
    "zkRoot",
    "payloadType",
    "layout",
    "subject",
    "scope",
    "beneficiary",
    "value0",
    "value1",
    "value2",
    "value3",
  ],
  order: [
    "firstZkRoot",
    "secondZkRoot",
    "firstBatch",
    "secondBatch",
    "firstPayloadType",
    "secondPayloadType",
    "firstValue0",
    "firstValue1",
    "secondValue0",
    "secondValue1",
    "layout",
    "beneficiary",
  ],
  absence: ["zkRoot", "payloadType", "value0", "value1", "layout"],
};
