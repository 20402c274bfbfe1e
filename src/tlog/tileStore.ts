import { AnchorlogError } from "../errors.ts";
import { bounded, readBounded, urlUnder } from "./transfer.ts";

/** Where a log's tiles are read: a folder, an object store, a server. */
export type TileSource = {
  /**
   * The bytes at a path such as `checkpoint` or `tile/0/x001/234`, or undefined where there is nothing. Whoever calls
   * checks what it gets; a source may refuse to load what is over `maxBytes`.
   */
  get(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
};

/** Where a log's tiles are written. */
export type TileTarget = {
  /**
   * Keeps bytes at a path, all of them or none, and durably once the promise is fulfilled. What is `immutable` stays as
   * it was first written and may be cached for good (all tiles); the rest is replaced (the checkpoint).
   */
  put(path: string, bytes: Uint8Array, options: { readonly immutable: boolean }): Promise<void>;
};

/** Both, as a publisher needs it to go on where it stopped. */
export type TileStore = TileSource & TileTarget;

/**
 * Tiles over HTTP, as any static file server or CDN has them.
 *
 * A redirect is an error, and so is every status but 200, 404 and 410.
 *
 * @param prefix the log's URL, such as `https://log.example/tiles/`
 * @param options.timeout milliseconds for each file; 30,000 by default
 */
export function httpTiles(
  prefix: string,
  options: { readonly timeout?: number; readonly fetch?: typeof fetch } = {},
): TileSource {
  const { timeout = 30_000, fetch: send = fetch } = options;
  return {
    get: async (path, maxBytes) => {
      const url = urlUnder(prefix, path);
      try {
        return await bounded(timeout, async (signal) => {
          const response = await send(url, { redirect: "error", signal });
          if (response.status === 200) return readBounded(response, maxBytes);
          await response.body?.cancel();
          if (response.status === 404 || response.status === 410) return undefined;
          throw new Error(`the answer is ${response.status}`);
        });
      } catch (error) {
        if (error instanceof AnchorlogError) throw new AnchorlogError("bad_tile", `${path}: ${error.message}`);
        throw new AnchorlogError("log_unavailable", `${url} cannot be read: ${(error as Error).message}`, {
          fix: "check the log's URL, and try again",
          cause: error,
        });
      }
    },
  };
}
