/** A node of the compiler's syntax tree; `src` is `start:length:file`, in bytes. */
export type Node = { readonly nodeType: string; readonly src: string; readonly [key: string]: unknown };

/** `line` counts from 1. `tag` is reported when the statement is reached: a word in hex. */
export type Statement = { readonly line: number; readonly tag: string };

export type Condition = {
  readonly line: number;
  /** The condition's source, on one line. */
  readonly text: string;
  /** The tags that are reported if the condition is true, and if it is false. */
  readonly tags: readonly [string, string];
};

export type Source = ReturnType<typeof openSource>;

/** Opens a source for insertions. Treat a node before the nodes inside it. */
export function openSource(content: string, firstId: bigint) {
  // The compiler counts bytes, so each character of this string stands for one byte.
  const bytes = Buffer.from(content).toString("latin1");
  const statements: Statement[] = [];
  const conditions: Condition[] = [];
  const openings: { at: number; text: string }[] = [];
  const closings: typeof openings = [];
  let nextId = firstId;

  const lineOf = (at: number) => bytes.slice(0, at).split("\n").length;
  const tag = (id: bigint) => id.toString(16).padStart(64, "0");
  const reserve = (count: bigint) => {
    nextId += count;
    return nextId - count;
  };
  const insert = (at: number, text: string) => void openings.push({ at, text });
  const wrap = ([start, end]: readonly [number, number], open: string, close: string) => {
    insert(start, open);
    closings.unshift({ at: end, text: close });
  };

  return {
    bytes,
    statements,
    conditions,
    insert,
    wrap,
    probe: () => reserve(1n),
    /** Counts a statement that has a probe before it. */
    count: (node: Node, probe: bigint) => void statements.push({ line: lineOf(range(node)[0]), tag: tag(probe) }),
    /** Wraps a condition in a call of a function that takes its value and id: with the id first, the stack can be too deep. */
    test: (node: Node, name: string) => {
      const id = reserve(2n);
      const [start, end] = range(node);
      const text = Buffer.from(bytes.slice(start, end), "latin1").toString().replaceAll(/\s+/g, " ");
      conditions.push({ line: lineOf(start), text, tags: [tag(id), tag(id + 1n)] });
      wrap([start, end], `${name}(`, `, ${id})`);
    },
    rewrite: (): string => {
      // If one node ends at the position at which another begins, insert the ends first, from the inside out.
      const edits = [...closings, ...openings].toSorted((a, b) => a.at - b.at);
      const added = edits.reduceRight((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), bytes);
      return Buffer.from(added, "latin1").toString();
    },
  };
}

export function range({ src }: Node): [number, number] {
  const [start, length] = src.split(":").map(Number) as [number, number];
  return [start, start + length];
}
