import type { MlDsaSigner } from "../../action/signers/mlDsaKey.ts";
import { signByMlDsa } from "../../batch/checkpoint.ts";
import type { BatchStore, StoredCheckpoint } from "../../log/store.ts";
import type { GrowingTree } from "../../crypto/merkle/growingTree.ts";
import { checkPolicy, type Policy, type PolicyVerdict } from "../../tlog/policy.ts";
import { parseLogCheckpoint, type LogCheckpoint } from "../../tlog/checkpoint.ts";
import { cosignatureState } from "../../tlog/cosignature.ts";
import { decodeNoteText, formatNote, MAX_NOTE_LENGTH, parseNote, signaturesBy, type Note } from "../../tlog/note.ts";
import { CHECKPOINT_PATH } from "../../tlog/tilePath.ts";
import type { TileStore } from "../../tlog/tileStore.ts";
import { publishTiles } from "../../tlog/tileWriter.ts";
import { requestCosignatures, type Witness, type WitnessAnswer } from "../../tlog/witness.ts";
import { traced, type Tracer } from "../observe/tracing.ts";

/** The place to publish the batch log, and the witnesses that cosign it. */
export type PublishOptions = {
  /** The store for tiles (c2sp.org/tlog-tiles): a folder, by `tileFolder`, or any store of bytes by path. */
  readonly tiles: TileStore;
  /**
   * The witnesses, and how many cosignatures are needed (c2sp.org/tlog-policy). Witnesses with a URL are asked to
   * cosign.
   */
  readonly policy?: Policy;
  /** Signs the published checkpoints beside the note key, against quantum computers (c2sp.org/tlog-cosignature). */
  readonly mlDsaKey?: MlDsaSigner;
  /**
   * Milliseconds after which the leading process publishes closed batches. After as long, it asks witnesses that did
   * not cosign again. By default only `publish` publishes.
   */
  readonly maxAge?: number;
};

/** The result of publishing a checkpoint. */
export type Published = {
  readonly size: number;
  /** The checkpoint's note as published, with the cosignatures that were gathered. */
  readonly checkpoint: string;
  /** Each witness's answer. `inconsistent` and `ahead` point to a fork, or to a store that was rolled back. */
  readonly answers: readonly WitnessAnswer[];
  /** Whether the policy is satisfied; undefined without one. */
  readonly verdict: PolicyVerdict | undefined;
};

type Publisher = {
  /**
   * @param checkpoints stored checkpoints, oldest first; at least one.
   * @throws AnchorlogError as `publishTiles` does: `foreign_tiles` if another history is published there.
   */
  publish(checkpoints: readonly StoredCheckpoint[]): Promise<Published>;
};

/**
 * Reads the published checkpoint, if any. Only its form is checked.
 *
 * @throws AnchorlogError `bad_note` or `bad_tile` if the published file is not a checkpoint.
 */
export async function readPublished(tiles: TileStore): Promise<LogCheckpoint | undefined> {
  const note = await tiles.get(CHECKPOINT_PATH, MAX_NOTE_LENGTH);
  return note === undefined ? undefined : parseLogCheckpoint(decodeNoteText(note));
}

/** @param published reads the published checkpoint of this operator. */
export function createPublisher(
  { tiles, policy, mlDsaKey }: PublishOptions,
  store: Pick<BatchStore, "batches">,
  tree: Pick<GrowingTree, "consistencyProof">,
  published: () => Promise<{ readonly size: number; readonly note: Note } | undefined>,
  tracer?: Tracer,
): Publisher {
  // The size that each witness cosigned last, so that it need not be asked for.
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
      const { size } = checkpoints.at(-1)!;
      let note = "";
      for (const checkpoint of checkpoints) {
        if (checkpoint.size <= from && checkpoint.size < size) continue;
        note = await signedByMlDsa(checkpoint.note, mlDsaKey);
        if (checkpoint.size > from) await publishTiles(tiles, { checkpoint: note, entries });
      }
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

/** Adds the line of the operator's ML-DSA-44 key, if it has one. */
async function signedByMlDsa(checkpoint: string, key: MlDsaSigner | undefined): Promise<string> {
  if (key === undefined) return checkpoint;
  const { note, origin } = parseLogCheckpoint(checkpoint);
  return formatNote({ ...note, signatures: [...note.signatures, await signByMlDsa(note.text, origin, key)] });
}

/**
 * Adds the published note's cosignatures that the new note lacks: a witness that is offline now does not lose its
 * earlier one.
 */
function withPublished(checkpoint: string, there: Note | undefined, { witnesses }: Policy): string {
  const note = parseNote(checkpoint);
  if (there === undefined || there.text !== note.text) return checkpoint;
  const kept = witnesses.flatMap(({ key }) => {
    const isLacking = cosignatureState(note, key).state === "absent" && cosignatureState(there, key).state === "valid";
    return isLacking ? signaturesBy(there, key).slice(0, 1) : [];
  });
  return formatNote({ ...note, signatures: [...note.signatures, ...kept] });
}
