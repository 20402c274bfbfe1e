/** The memory of the module of engines/generate/bn254/module.ts. */
import { FREE } from "@anchorlog/engines/bn254/groups";

export type GroupName = "G1" | "G2";

export type Addresses = (...addresses: number[]) => void;
export type Asks = (...addresses: number[]) => number;

/** A `WebAssembly.Memory`. */
export type GrowingMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };

const PAGE = 65_536;
/** Bytes of an element: five doubles; and of a pair of them, one in each lane of five vectors. */
export const ELEMENT = 40;
export const PAIR = 80;

/** Views of the whole memory. Once the memory has grown, `views` returns new ones. */
type Views = { readonly bytes: Uint8Array; readonly words: Uint32Array; readonly doubles: Float64Array };

export type Memory = {
  readonly views: () => Views;
  /** Takes bytes of memory for good. Returns their address, a multiple of 16. */
  readonly take: (bytes: number) => number;
  /** Runs `work`. The memory that it takes is free again afterwards. */
  readonly borrow: <T>(work: () => T) => T;
};

/** Takes pieces of memory, and grows it. */
export function memoryOf(memory: GrowingMemory): Memory {
  const viewsOf = (buffer: ArrayBuffer): Views => ({
    bytes: new Uint8Array(buffer),
    words: new Uint32Array(buffer),
    doubles: new Float64Array(buffer),
  });
  let free = FREE;
  let current = viewsOf(memory.buffer);
  return {
    views: () => {
      if (current.bytes.buffer !== memory.buffer) current = viewsOf(memory.buffer);
      return current;
    },
    take: (bytes) => {
      const address = free;
      free = (free + bytes + 15) & ~15;
      const missing = free - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      return address;
    },
    borrow: (work) => {
      const before = free;
      try {
        return work();
      } finally {
        free = before;
      }
    },
  };
}
