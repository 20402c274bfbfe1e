import { PART_ACT } from "../action/part.ts";
import { readAnnouncements } from "../dispute/gates/contests.ts";
import { toHex, type Hex } from "../base/hex.ts";
import type { Entry } from "../log/entry.ts";
import { pinned } from "./client.ts";
import type { View } from "./follow.ts";
import type { Remark } from "./inspect.ts";
import type { WatchState } from "./state.ts";

/** The objects to watch, each with the user's newest act upon it, if a receipt of one is kept. */
type WatchedObjects = ReadonlyMap<Hex, Entry | undefined>;

/** The objects that are named, and the objects of the acts whose receipts are kept. */
export function watchedObjects(named: readonly Hex[], kept: readonly Entry[]): WatchedObjects {
  const objects = new Map<Hex, Entry | undefined>(named.map((objectKey) => [objectKey, undefined]));
  for (const entry of kept) {
    if (entry.part !== PART_ACT) continue;
    const objectKey = toHex(entry.objectKey);
    const known = objects.get(objectKey);
    if (known === undefined || known.index < entry.index) objects.set(objectKey, entry);
  }
  return objects;
}

/**
 * Finds announced redemptions of the objects at a gate.
 *
 * @param first block to read if the gate was not read before.
 * @throws ChainUnavailableError, or AnchorlogError `no_contract` if the gate does not exist.
 */
export async function inspectGate(
  { client, head, reorganized }: View,
  gate: Hex,
  objects: WatchedObjects,
  state: WatchState,
  first: bigint,
): Promise<Remark[]> {
  const cursor = state.gates[gate] ?? { fromBlock: first, known: [] };
  const from = reorganized !== undefined && reorganized.from < cursor.fromBlock ? reorganized.from : cursor.fromBlock;
  const read = await readAnnouncements(pinned(client, head), gate, { ...cursor, fromBlock: from });
  const { fromBlock, known } = read.cursor;
  // The state's file writes bigints in a form of its own.
  state.gates[gate] = { fromBlock, known: [...known] };
  return read.announced.flatMap((act): Remark[] => {
    if (!objects.has(act.objectKey)) return [];
    const own = objects.get(act.objectKey);
    const until = new Date(1000 * act.until).toISOString();
    const newest = own === undefined ? "your newest act upon the object" : `your act ${own.index}`;
    const message =
      `gate ${gate}: a redemption or a move of object ${act.objectKey} was announced for ${act.account}, by entry ${act.index}. ` +
      `If you did not give the object up, demand the act that follows ${newest} before ${until} (demandNextAct). ` +
      "Otherwise answer demands until their deadlines (answerDemand)";
    const data = { gate, ...act, ...(own !== undefined && { ownAct: own.index }) };
    return [{ type: "redemption.announced", key: `${gate} ${act.id}`, message, data }];
  });
}
