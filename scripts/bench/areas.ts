import type { BenchCase } from "./frame.ts";

export type CasesOptions = {
  /** Downloads peers that are not dependencies to cache/. Without it, these peers are left out. */
  readonly fetch?: boolean;
};

/** The exports of an area's module. */
type Area = {
  /** Prepares the subjects and checks that they agree. Measures nothing yet. */
  cases(options?: CasesOptions): BenchCase[] | Promise<BenchCase[]>;
  /** Releases files, chains and workers that the cases hold. */
  close?(): Promise<void>;
};

const areas = {
  actions: () => import("./actions.ts"),
  log: () => import("./log.ts"),
  attach: () => import("./attach.ts"),
  audit: () => import("./audit.ts"),
  http: () => import("./http.ts"),
  server: () => import("./server.ts"),
  large: () => import("./large.ts"),
  hostile: () => import("./hostile.ts"),
  merkle: () => import("./merkle.ts"),
  proofs: () => import("./proofs.ts"),
  gas: () => import("./gas.ts"),
} as const satisfies Record<string, () => Promise<Area>>;

export type AreaName = keyof typeof areas;

export const AREAS = Object.keys(areas) as AreaName[];

/** The areas that have peers, in the order of docs/BENCHMARKS.md. */
export const COMPARED = [
  "actions",
  "log",
  "attach",
  "audit",
  "http",
  "server",
  "merkle",
  "proofs",
  "gas",
] as const satisfies readonly AreaName[];

export function isArea(name: string | undefined): name is AreaName {
  return name !== undefined && Object.hasOwn(areas, name);
}

export function loadArea(name: AreaName): Promise<Area> {
  return areas[name]();
}
