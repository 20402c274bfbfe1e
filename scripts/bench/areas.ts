import type { BenchCase } from "./frame.ts";

/** What an area may do. */
export type CasesOptions = {
  /** Fetch peers that are no dependencies, into cache/. They are left out without it. */
  readonly fetch?: boolean;
};

/** What the module of an area exports. */
export type Area = {
  /** Prepares the subjects and checks that they agree; measures nothing yet. */
  cases(options?: CasesOptions): Promise<BenchCase[]>;
  /** Releases what the cases hold: files, chains, a peer's workers. */
  close?(): Promise<void>;
};

const areas = {
  actions: () => import("./actions.ts"),
  log: () => import("./log.ts"),
  objects: () => import("./objects.ts"),
  day: () => import("./day.ts"),
  sustained: () => import("./sustained.ts"),
  http: () => import("./http.ts"),
  server: () => import("./server.ts"),
  hostile: () => import("./hostile.ts"),
  merkle: () => import("./merkle.ts"),
  proofs: () => import("./proofs.ts"),
  gas: () => import("./gas.ts"),
} as const satisfies Record<string, () => Promise<Area>>;

export type AreaName = keyof typeof areas;

/** What can be measured. */
export const AREAS = Object.keys(areas) as AreaName[];

export function isArea(name: string | undefined): name is AreaName {
  return name !== undefined && Object.hasOwn(areas, name);
}

export function loadArea(name: AreaName): Promise<Area> {
  return areas[name]();
}
