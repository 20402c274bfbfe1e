/** What is said of a code of an error. */
export type ErrorEntry = {
  readonly means: string;
  readonly remedy: string;
  /** Whether the same call may succeed later, though nobody mends anything. */
  readonly again?: true;
};

export type ErrorTable = Readonly<Record<string, ErrorEntry>>;
