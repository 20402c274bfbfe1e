/** A node of the compiler's syntax tree; `src` is `start:length:file`, in bytes. */
export type Node = { readonly nodeType: string; readonly src: string; readonly [key: string]: unknown };

/** `line` counts from 1; `tag` is what is reported when the statement is reached: a word in hex. */
export type Statement = { readonly line: number; readonly tag: string };

export type Condition = {
  readonly line: number;
  /** The condition's source, on one line. */
  readonly text: string;
  /** What is reported when it holds, and when it does not. */
  readonly tags: readonly [string, string];
};

export type Source = ReturnType<typeof openSource>;

/** A source, with what is to be inserted into it. Nodes are to be treated before those inside them. */
export function openSource(content: string, firstId: bigint) {
  // The compiler counts bytes: one character of this is one byte.
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
    /** A new probe's id. */
    probe: () => reserve(1n),
    /** Counts a statement that a probe stands before. */
    count: (node: Node, probe: bigint) => void statements.push({ line: lineOf(range(node)[0]), tag: tag(probe) }),
    /** Passes a condition through a function of its id and value. */
    test: (node: Node, name: string) => {
      const id = reserve(2n);
      const [start, end] = range(node);
      const text = Buffer.from(bytes.slice(start, end), "latin1").toString().replaceAll(/\s+/g, " ");
      conditions.push({ line: lineOf(start), text, tags: [tag(id), tag(id + 1n)] });
      wrap([start, end], `${name}(${id}, `, ")");
    },
    rewrite: (): string => {
      // Where one node ends and another begins: first the ends, from the inside out.
      const edits = [...closings, ...openings].toSorted((a, b) => a.at - b.at);
      const added = edits.reduceRight((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), bytes);
      return Buffer.from(added, "latin1").toString();
    },
  };
}

/** Where a node begins and ends. */
export function range({ src }: Node): [number, number] {
  const [start, length] = src.split(":").map(Number) as [number, number];
  return [start, start + length];
}
