import type { LogStore, StoredCheckpoint } from "../log/store.ts";
import type { GrowingTree } from "../merkle/growingTree.ts";
import { checkPolicy, type Policy, type PolicyVerdict } from "../tlog/policy.ts";
import { parseLogCheckpoint, type LogCheckpoint } from "../tlog/checkpoint.ts";
import { cosignatureState } from "../tlog/cosignature.ts";
import { decodeNoteText, formatNote, MAX_NOTE_LENGTH, parseNote, signaturesBy, type Note } from "../tlog/note.ts";
import { CHECKPOINT_PATH } from "../tlog/tilePath.ts";
import type { TileStore } from "../tlog/tileStore.ts";
import { publishTiles } from "../tlog/tileWriter.ts";
import { requestCosignatures, type Witness, type WitnessAnswer } from "../tlog/witness.ts";
import { traced, type Tracer } from "./tracing.ts";

/** Where the batch log is published, and who is asked to witness it. */
export type PublishOptions = {
  /** Where tiles go (c2sp.org/tlog-tiles): a folder, by `tileFolder`, or anything that keeps bytes by path. */
  readonly tiles: TileStore;
  /** Whose witnesses are asked to cosign (c2sp.org/tlog-policy): those with a URL; and how many of them are needed. */
  readonly policy?: Policy;
  /**
   * Milliseconds after which what was closed is published by itself, by the process that leads, and until witnesses
   * that did not cosign are asked again; by default only `publish` publishes.
   */
  readonly maxAge?: number;
};

/** What publishing a checkpoint came to. */
export type Published = {
  readonly size: number;
  /** The checkpoint's note with the cosignatures that were gathered, as it stands among the tiles. */
  readonly checkpoint: string;
  /** Each witness's answer. `inconsistent` and `ahead` speak of a fork, or of a store that was rolled back. */
  readonly answers: readonly WitnessAnswer[];
  /** Whether the policy is satisfied; undefined without one. */
  readonly verdict: PolicyVerdict | undefined;
};

/** Publishes checkpoints that are stored, oldest first. */
export type Publisher = {
  /**
   * @param checkpoints those that are stored, oldest first; at least one.
   * @throws AnchorlogError as `publishTiles` does: `foreign_tiles` where another history is published there.
   */
  publish(checkpoints: readonly StoredCheckpoint[]): Promise<Published>;
};

/**
 * The published checkpoint, if there is one; nothing of it is verified but its form.
 *
 * @throws AnchorlogError `bad_note` or `bad_tile` where what is there is none.
 */
export async function readPublished(tiles: TileStore): Promise<LogCheckpoint | undefined> {
  const note = await tiles.get(CHECKPOINT_PATH, MAX_NOTE_LENGTH);
  return note === undefined ? undefined : parseLogCheckpoint(decodeNoteText(note));
}

/** @param published the checkpoint of this operator's that is published. */
export function createPublisher(
  { tiles, policy }: PublishOptions,
  store: Pick<LogStore, "batches">,
  tree: Pick<GrowingTree, "consistencyProof">,
  published: () => Promise<{ readonly size: number; readonly note: Note } | undefined>,
  tracer?: Tracer,
): Publisher {
  // What each witness cosigned last saves asking it.
  const cosigned = new Map<string, number>();
  const entries = async (start: number, end: number) => (await store.batches(start, end)).map(({ header }) => header);

  const witnesses = (): Witness[] =>
    (policy?.witnesses ?? []).flatMap(({ key, url }) => {
      if (url === undefined) return [];
      const oldSize = cosigned.get(url);
      return [oldSize === undefined ? { key, url } : { key, url, oldSize }];
    });

  const askWitnesses = traced(tracer, "anchorlog.witness", requestCosignatures, {
    result: ({ answers }) => ({ asked: answers.length, cosigned: answers.filter(({ cosigned }) => cosigned).length }),
  });

  return {
    publish: async (checkpoints) => {
      const from = (await published())?.size ?? 0;
      const newest = checkpoints.at(-1)!;
      for (const { note, size } of checkpoints) {
        if (size > from) await publishTiles(tiles, { checkpoint: note, entries });
      }
      const { size, note } = newest;
      if (policy === undefined) return { size, checkpoint: note, answers: [], verdict: undefined };
      const { checkpoint: asked, answers } = await askWitnesses(note, witnesses(), (oldSize) =>
        tree.consistencyProof(oldSize, size),
      );
      for (const answer of answers) if (answer.cosigned) cosigned.set(answer.witness.url, size);
      const checkpoint = withPublished(asked, (await published())?.note, policy);
      await publishTiles(tiles, { checkpoint, entries });
      return { size, checkpoint, answers, verdict: checkPolicy(policy, parseLogCheckpoint(checkpoint)) };
    },
  };
}

/** A note with those cosignatures of the published one that it lacks: a witness that is away takes nothing back. */
function withPublished(checkpoint: string, there: Note | undefined, { witnesses }: Policy): string {
  const note = parseNote(checkpoint);
  if (there === undefined || there.text !== note.text) return checkpoint;
  const kept = witnesses.flatMap(({ key }) => {
    const isLacking = cosignatureState(note, key).state === "absent" && cosignatureState(there, key).state === "valid";
    return isLacking ? signaturesBy(there, key).slice(0, 1) : [];
  });
  return formatNote({ ...note, signatures: [...note.signatures, ...kept] });
}
