import { actionObject } from "../../action/object.ts";
import { PART_ACT, PART_ASK, PART_NONE } from "../../action/part.ts";
import type { EncodedMessage } from "../../action/envelope.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import type { Entry } from "../../log/entry.ts";
import { createNewestActs, type NewestActs } from "../../log/newestActs.ts";
import { openingOf, type AnchoredHistory } from "../evidence.ts";
import { wrongCarry, wrongObject, wrongPrior, named, type EntryPlace } from "./faults.ts";
import type { FaultFindings } from "./findings.ts";
import { isWrongCarry, isWrongObject, isWrongPrior } from "./objectFaults.ts";
import { readEntry } from "../succession.ts";

/** An entry that fits its header, with its place. */
type Seen = { readonly place: EntryPlace; readonly bytes: Uint8Array };
/** A log's entries by index, and the newest act and the newest ask upon each object. */
type SeenLog = { readonly entries: Map<number, Seen>; readonly acts: NewestActs; readonly asks: NewestActs };

export type ObjectScan = {
  /**
   * Checks an entry that fits its header. Entries of a log must come in order.
   *
   * @param action undefined if it is unknown; then only the entry itself is checked.
   */
  look(seen: Seen, entry: Entry, action: EncodedMessage | undefined): void;
};

/**
 * Searches entries for false statements about objects. Each is compared with its prior, and with the newest act and ask
 * before it. Comparing with asks finds a contradiction even if the act itself was never published.
 */
export function createObjectScan(history: AnchoredHistory, findings: FaultFindings): ObjectScan {
  const logs = new Map<Hex, SeenLog>();

  /** Whether the entry agrees with the entries before it. */
  const lookBack = (log: SeenLog, { place }: Seen, entry: Entry, action: EncodedMessage | undefined): boolean => {
    const freeze = freezeAt(entry);
    const newest = [log.acts, log.asks].map((entries) => entries.get(entry.objectKey)?.index);
    for (const index of new Set([...newest, entry.prior])) {
      const before = index === undefined ? undefined : log.entries.get(index);
      const earlier = before && readEntry(before.bytes);
      if (before === undefined || earlier === undefined) continue;
      if (isWrongPrior(earlier, entry)) {
        const message = `${named(place)} is not what may follow ${named(before.place)} upon an object`;
        findings.fault(message, () => wrongPrior(history, before.place, place), freeze);
        return false;
      }
      if (action !== undefined && isWrongCarry(earlier, entry, actionObject(action.kind, action.payloadWords))) {
        const message = `${named(place)} says another holder than ${named(before.place)} leaves the object to`;
        findings.fault(message, () => wrongCarry(history, before.place, place, openingOf(action)), freeze);
        return false;
      }
    }
    return true;
  };

  return {
    look: (seen, entry, action) => {
      const id = toHex(entry.log);
      const log = logs.get(id) ?? { entries: new Map(), acts: createNewestActs(), asks: createNewestActs() };
      logs.set(id, log);
      if (action !== undefined) {
        const said = actionObject(action.kind, action.payloadWords);
        if (isWrongObject(entry, said, action.message.deadline)) {
          const message = `${named(seen.place)} says other than its action of the object, or is after its deadline`;
          findings.fault(message, () => wrongObject(history, seen.place, openingOf(action)), freezeAt(entry));
        }
      }
      const agrees = entry.part === PART_NONE || lookBack(log, seen, entry, action);
      if (entry.part === PART_ACT) log.acts.set(entry.objectKey, entry);
      // A faulty ask is not used as evidence against later entries.
      if (entry.part === PART_ASK && agrees) log.asks.set(entry.objectKey, entry);
      log.entries.set(entry.index, seen);
    },
  };
}

const freezeAt = ({ log, index }: Entry) => ({ log: toHex(log), from: index });
