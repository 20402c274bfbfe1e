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
import { createSeenEntries, type SeenEntries } from "./seenEntries.ts";

/** A log's entries, and the newest act and the newest ask upon each object. */
type SeenLog = { readonly entries: SeenEntries; readonly acts: NewestActs; readonly asks: NewestActs };

export type ObjectScan = {
  /**
   * Checks an entry that fits its header. Entries of a log must come in order.
   *
   * @param action undefined if it is unknown; then only the entry itself is checked.
   */
  look(place: EntryPlace, entry: Entry, action: EncodedMessage | undefined): void;
};

/**
 * Searches entries for false statements about objects. Each is compared with its prior, and with the newest act and ask
 * before it. Comparing with asks finds a contradiction even if the act itself was never published.
 */
export function createObjectScan(history: AnchoredHistory, findings: FaultFindings): ObjectScan {
  const logs = new Map<Hex, SeenLog>();

  /** Whether the entry agrees with the entries before it. */
  const lookBack = (log: SeenLog, place: EntryPlace, entry: Entry, action: EncodedMessage | undefined): boolean => {
    const freeze = freezeAt(entry);
    const newest = [log.acts, log.asks].map((entries) => entries.get(entry.objectKey)?.index);
    for (const index of new Set([...newest, entry.prior])) {
      const before = index === undefined ? undefined : log.entries.get(index);
      if (before === undefined) continue;
      if (isWrongPrior(before.entry, entry)) {
        const message = `${named(place)} may not follow ${named(before.place)} upon an object`;
        findings.fault(message, () => wrongPrior(history, before.place, place), freeze);
        return false;
      }
      if (action !== undefined && isWrongCarry(before.entry, entry, actionObject(action.kind, action.payloadWords))) {
        const message = `${named(place)} names another holder than the account that ${named(before.place)} leaves the object to`;
        findings.fault(message, () => wrongCarry(history, before.place, place, openingOf(action)), freeze);
        return false;
      }
    }
    return true;
  };

  return {
    look: (place, entry, action) => {
      const id = toHex(entry.log);
      const known = logs.get(id);
      const log = known ?? {
        entries: createSeenEntries(entry.log),
        acts: createNewestActs(),
        asks: createNewestActs(),
      };
      if (known === undefined) logs.set(id, log);
      if (action !== undefined) {
        const said = actionObject(action.kind, action.payloadWords);
        if (isWrongObject(entry, said, action.message.deadline)) {
          const message = `${named(place)} differs from its action about the object, or is after the deadline`;
          findings.fault(message, () => wrongObject(history, place, openingOf(action)), freezeAt(entry));
        }
      }
      const agrees = entry.part === PART_NONE || lookBack(log, place, entry, action);
      if (entry.part === PART_ACT) log.acts.set(entry.objectKey, entry);
      // A faulty ask is not used as evidence against later entries.
      if (entry.part === PART_ASK && agrees) log.asks.set(entry.objectKey, entry);
      log.entries.set(entry, place);
    },
  };
}

const freezeAt = ({ log, index }: Entry) => ({ log: toHex(log), from: index });
