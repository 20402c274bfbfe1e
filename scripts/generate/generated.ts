/** A file that is generated, by its path from the root of the repository. */
export type Generated = { path: string; render: () => Promise<string> };
