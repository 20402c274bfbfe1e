/**
 * Checks each workspace's imports against its list of rooms in ARCHITECTURE.md, and finds circles of files.
 *
 *     node scripts/rooms.ts    prints what is wrong; exit code 1 if anything is
 */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { fileURLToPath } from "node:url";

/** A row of a list: its folders and files, and the files that may import from Node (all, or these prefixes). */
export type Room = { readonly names: readonly string[]; readonly ofNode: "all" | readonly string[] };

/** The files of a workspace by their paths below its source, with their text. */
export type Sources = ReadonlyMap<string, string>;

/** One import: by `import` or `export … from`, by `import type`, or by `import()`. */
export type Import = { readonly from: string; readonly to: string; readonly kind: "value" | "type" | "later" };

/**
 * A workspace's source, the package's name that its own files must not import by, and the beginnings of the other
 * files that its files may import. Generators are not published, so that they may read another package's sources.
 */
const WORKSPACES: readonly Workspace[] = [
  { source: "src", own: "anchorlog" },
  { source: "server/src", own: "@anchorlog/server" },
  { source: "client/src", own: "@anchorlog/client" },
  {
    source: "engines/generate",
    own: "@anchorlog/engines",
    reads: ["../../src/base/", "../../src/crypto/", "../../scripts/generate/generated.ts"],
  },
  { source: "circuits", own: "@anchorlog/circuits" },
];
type Workspace = { readonly source: string; readonly own: string; readonly reads?: readonly string[] };

/**
 * Reads the list after `<!-- rooms: SOURCE -->`. Each row is a room.
 *
 * @throws Error if the page has no such list.
 */
export function readRooms(page: string, source: string): Room[] {
  const [, after] = page.split(`<!-- rooms: ${source} -->`);
  if (after === undefined) throw new Error(`ARCHITECTURE.md has no list of rooms for ${source}`);
  const rows = after.trimStart().split("\n");
  const end = rows.findIndex((row) => !row.startsWith("- "));
  return rows.slice(0, end < 0 ? undefined : end).map((row) => {
    const [, room, where = ""] = /^- ([^:(]*?)(?: \((.*?)\))?: /.exec(row)!;
    return { names: namesIn(room!), ofNode: where.startsWith("Browser") ? namesIn(where) : "all" };
  });
}

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** Returns one line for each import that no list allows, and for each circle of files. */
export function faultsOf(
  rooms: readonly Room[],
  sources: Sources,
  own: string,
  reads: readonly string[] = [],
): string[] {
  const imports = [...sources].flatMap(([file, text]) => importsOf(file, text));
  const judged = imports.map((one) => {
    const isRead = reads.some((begin) => one.to.startsWith(begin));
    return { one, faults: isRead ? [] : faultOf(rooms, one, own) };
  });
  // A refused import may close many circles. To name them would hide it.
  const allowed = judged.filter(({ faults }) => faults.length === 0).map(({ one }) => one);
  return [
    ...[...sources.keys()].filter((file) => roomOf(rooms, file) < 0).map((file) => `${file} is in no room`),
    ...judged.flatMap(({ faults }) => faults),
    ...circlesOf(allowed).map((files) => `${files.join(" → ")}: a circle`),
  ];
}

export function importsOf(from: string, text: string): Import[] {
  // Drop comments and template text: an import in them is not code.
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "").replaceAll(/`(?:[^`\\]|\\.)*`/gs, "");
  const found = code.matchAll(
    /(?:^(?:import|export)\s([^"';]*?)from |^(import) |\b(import)\((?:\s|\/\*.*?\*\/)*)"([^"]+)"/gms,
  );
  return [...found].map(([, clause, , later, to]) => {
    const kind = later !== undefined ? "later" : /^type\s/.test(clause ?? "") ? "type" : "value";
    return { from, to: to!.startsWith(".") ? join(dirname(from), to!) : to!, kind };
  });
}

function faultOf(rooms: readonly Room[], { from, to, kind }: Import, own: string): string[] {
  const name = `${from} imports ${kind === "value" ? "" : kind === "type" ? "a type of " : "later "}${to}`;
  if (to === own || to.startsWith(`${own}/`)) return [`${name}: a package does not import itself by its name`];
  const at = rooms[roomOf(rooms, from)];
  if (to.startsWith("node:") && kind === "value" && at !== undefined && !mayUseNode(at, from)) {
    return [`${name}: ${at.names.join()} runs in browsers`];
  }
  if (!/\.[jt]s$/.test(to)) return [];
  if (to.startsWith("..")) return [`${name}: outside of this package`];
  return roomOf(rooms, to) > roomOf(rooms, from) ? [`${name}: that room comes later`] : [];
}

const mayUseNode = ({ names, ofNode }: Room, file: string): boolean =>
  ofNode === "all" || ofNode.some((begin) => names.some((name) => relative(name, file).startsWith(begin)));

/** The place of a file's room: if several match, the one with the longest name. */
function roomOf(rooms: readonly Room[], file: string): number {
  const matching = rooms.flatMap(({ names }, place) =>
    names
      .filter((name) => file.replace(/(\.d)?\.[jt]s$/, "") === name || file.startsWith(`${name}/`))
      .map((name) => ({ place, length: name.length })),
  );
  return matching.toSorted((a, b) => b.length - a.length)[0]?.place ?? -1;
}

/** Each circle of files that import values from each other when they load. */
function circlesOf(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter(({ kind, to }) => kind === "value" && to.endsWith(".ts")),
    ({ from }) => from,
  );
  const [circles, done, path]: [string[][], Set<string>, string[]] = [[], new Set(), []];
  const visit = (file: string): void => {
    if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file)) return;
    path.push(file);
    for (const { to } of next.get(file) ?? []) visit(to);
    path.pop();
    done.add(file);
  };
  for (const file of next.keys()) visit(file);
  return circles;
}

const root = fileURLToPath(new URL("../", import.meta.url));

/** Reads the modules of a workspace, except what is built or installed in it. */
export function readSources(source: string): Map<string, string> {
  const names = readdirSync(join(root, source), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.[jt]s$/.test(name) && !/^(dist|node_modules)\//.test(name));
  return new Map(files.map((name) => [name, readFileSync(join(root, source, name), "utf8")]));
}

/** Returns the faults of all workspaces, each with its folder. */
export function check(): string[] {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  return WORKSPACES.flatMap(({ source, own, reads }) =>
    faultsOf(readRooms(page, source), readSources(source), own, reads).map((fault) => `${source}/${fault}`),
  );
}

const REMEDY = `
ARCHITECTURE.md lists the rooms. A file imports only from its own room and from rooms above it.
To fix it: move what both rooms need into the upper one, or pass it as an argument.
`;

if (import.meta.main) {
  const faults = check();
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.stdout.write(REMEDY);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
