/** The documentation of an error code. */
type ErrorEntry = {
  readonly means: string;
  /** Absent if the meaning or the error's message shows it. */
  readonly remedy?: string;
  /** Whether the same call may succeed later without any intervention. */
  readonly again?: true;
};

export type ErrorTable = Readonly<Record<string, ErrorEntry>>;
