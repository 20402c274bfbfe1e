import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import {
  checkTiles,
  cosign,
  cosignerKey,
  formatNote,
  httpTiles,
  openTiles,
  originHash,
  parseNote,
  policyOf,
  publishTiles,
} from "anchorlog/tlog";
import { listen } from "../listening.ts";
import { entryOf, logKey, memoryTiles, nodeEd25519, ORIGIN, publicationOf } from "./logs.ts";

const NAME = "mirror.example/m1";
const seed = new Uint8Array(32).fill(9);
const key = cosignerKey(NAME, nodeEd25519.publicBytes(nodeEd25519.privateKey(seed)));
const policy = policyOf({ logs: [logKey], witnesses: [key], threshold: 1 });

// A mirror as the specification has it: the log's tiles below the origin's hash, its own cosignature on the checkpoint.
const copy = memoryTiles();
let mirror: Awaited<ReturnType<typeof listen>>;
beforeEach(async () => {
  copy.files.clear();
  await publishTiles(copy, publicationOf(300));
  const place = `/mirrors/${createHash("sha256").update(ORIGIN).digest("hex")}/`;
  mirror = await listen((request, response) => {
    const file = request.url!.startsWith(place) ? copy.files.get(request.url!.slice(place.length)) : undefined;
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
});

const tiles = () => httpTiles(`${mirror.url}/mirrors/${originHash(ORIGIN)}/`);

/** Has the mirror cosign its checkpoint, as of a time in Unix seconds. */
function cosignCopy(): void {
  const note = parseNote(Buffer.from(copy.files.get("checkpoint")!).toString());
  const signatures = [...note.signatures, cosign(note.text, NAME, seed, 1_767_603_600)];
  copy.files.set("checkpoint", Buffer.from(formatNote({ ...note, signatures })));
}

it("a mirror is read by a policy that demands its cosignature", async () => {
  cosignCopy();
  const reader = await openTiles(tiles(), policy);
  expect(await reader.entries(254, 258)).toEqual([254, 255, 256, 257].map(entryOf));
  expect(await checkTiles(tiles(), policy)).toMatchObject({ entries: 300, problems: [] });
});

it("a mirror without its own cosignature is refused", async () => {
  await expect(openTiles(tiles(), policy)).rejects.toMatchObject({
    message: expect.stringContaining("quorum") as string,
  });
});

it("a mirror that changed an entry is detected", async () => {
  cosignCopy();
  const bundle = Uint8Array.from(copy.files.get("tile/entries/000")!);
  bundle[bundle.length - 1]! ^= 1;
  copy.files.set("tile/entries/000", bundle);
  const reader = await openTiles(tiles(), policy);
  await expect(reader.entries(250, 256)).rejects.toMatchObject({ code: "bad_tile" });
});
