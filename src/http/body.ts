/** The bytes of a request's body, or undefined where they are more than `max`: no more than that is kept. */
export async function readBounded(request: Request, max: number): Promise<Uint8Array | undefined> {
  const body = createCollector(max);
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    if (body.add(part.value)) continue;
    await reader?.cancel();
    return undefined;
  }
  return body.bytes();
}

/** Puts together a body that comes in chunks. */
export type Collector = {
  /** Takes a chunk; says whether all of them are still within the bound. */
  add(chunk: Uint8Array): boolean;
  /** All that was added, or undefined where that is over the bound. */
  bytes(): Uint8Array | undefined;
};

export function createCollector(max: number): Collector {
  let chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.length;
      if (size <= max) chunks.push(chunk);
      else chunks = [];
      return size <= max;
    },
    bytes: () => {
      if (size > max) return undefined;
      const all = new Uint8Array(size);
      let offset = 0;
      for (const chunk of chunks) {
        all.set(chunk, offset);
        offset += chunk.length;
      }
      return all;
    },
  };
}
