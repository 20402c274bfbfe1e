/** Opens the security layer and the tables beside it. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openAnchorlog, type Hex } from "anchorlog";
import { checkpointOrigin } from "anchorlog/action";
import {
  developmentAccount,
  developmentNoteKey,
  developmentSigner,
  LOCAL_CHAIN_ID,
  ROLES,
} from "anchorlog/development";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import type { Config } from "../config.ts";
import { migrateAll } from "../db/migrateAll.ts";
import type { Parts, PublicKeys } from "../parts.ts";
import { assertFinished } from "./unfinished.ts";
import { types } from "../platform/kinds.ts";
import { operatorOf } from "./operator.ts";
import { openStores } from "./stores.ts";

/** Threads that verify signatures and sign receipts, beside the one that builds batches. */
const THREADS = 1;
/** Milliseconds that an entry waits for its batch. */
const BATCH_AGE = 60_000;
/** Milliseconds that a batch waits until it is published. */
const PUBLISH_AGE = 60_000;

export type Opened = Pick<Parts, "anchorlog" | "store" | "tiles" | "operator" | "keys" | "database"> & {
  close(): Promise<void>;
};

/**
 * @param onError told of what fails in the background.
 * @throws AnchorlogError, ServerError
 */
export async function openLog(
  config: Pick<Config, "folder" | "store">,
  { clock, onError }: { readonly clock: () => number; readonly onError: (error: unknown) => void },
): Promise<Opened> {
  await mkdir(config.folder, { recursive: true, mode: 0o700 });
  assertFinished(config);
  const operator = operatorOf();
  const [anchorKey, receiptKey, noteKey] = [
    developmentAccount(ROLES.anchorKey, LOCAL_CHAIN_ID),
    developmentSigner(ROLES.receiptKey, LOCAL_CHAIN_ID),
    developmentNoteKey(LOCAL_CHAIN_ID),
  ];
  const keys: PublicKeys = {
    anchor: anchorKey.address.toLowerCase() as Hex,
    receipt: receiptKey.address.toLowerCase() as Hex,
    note: formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), noteKey.publicKey)),
  };
  const { store, guard, database } = await openStores(config, operator);
  const tiles = tileFolder(join(config.folder, "tiles"));
  try {
    await migrateAll(database, (statements) => store.run(statements));
    const anchorlog = await openAnchorlog({
      store,
      guard,
      operator,
      types,
      keys: {
        anchorKey,
        receiptKey,
        noteKey,
      },
      threads: THREADS,
      batches: { maxAge: BATCH_AGE },
      publish: { tiles, maxAge: PUBLISH_AGE },
      clock,
      onError,
    });
    const close = async (): Promise<void> => {
      // Before the writer, which then leaves one file.
      await database.close();
      await anchorlog.close();
    };
    return { anchorlog, store, tiles, operator, keys, database, close };
  } catch (error) {
    await database.close();
    await guard.close();
    await store.close();
    throw error;
  }
}
