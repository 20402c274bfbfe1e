import { readFileSync, readdirSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** The rooms of the source: what runs in one may use itself and those before it. */
const ROOMS = [
  "encoding errors webassembly engine threads folders wholeFile cache within turns",
  "merkle poseidon secp256k1 bn254",
  "action signers log receipt tlog batch",
  "proof anchor bundle audit dispute",
  "development watch operator index",
  "http config operation cli",
].flatMap((rooms) => rooms.split(" "));

const source = fileURLToPath(new URL("../src/", import.meta.url));
const roomOf = (file: string): string => relative(source, file).split("/")[0]!.replace(/\.ts$/, "");

/** What a source needs when it runs: type imports are erased. */
function imports(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/^(?:import|export)\s([^"';]*?)from "(\.[^"]+)"/gms);
  return [...found].filter(([, clause]) => !/^type\s/.test(clause!)).map(([, , to]) => resolve(dirname(file), to!));
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => `${source}${name}`);

it("has no source outside of the rooms", () => {
  expect(files.map(roomOf).filter((room) => !ROOMS.includes(room))).toEqual([]);
});

it("lets data flow downwards only", () => {
  const upwards = files.flatMap((file) =>
    imports(file)
      .filter((to) => ROOMS.indexOf(roomOf(to)) > ROOMS.indexOf(roomOf(file)))
      .map((to) => `${relative(source, file)} uses ${relative(source, to)}`),
  );
  expect(upwards).toEqual([]);
});
