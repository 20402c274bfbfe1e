import { AnchorlogError } from "../base/errors.ts";
import { assertText } from "../base/options.ts";
import { bounded, readBounded, urlUnder } from "../base/transfer.ts";

/** A source of a log's tiles: a folder, an object store, a server. */
export type TileSource = {
  /**
   * Returns the bytes at a path such as `checkpoint` or `tile/0/x001/234`, or undefined if the file does not exist. The
   * caller checks the bytes. A source may refuse to load more than `maxBytes`.
   */
  get(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
};

/** A place to write a log's tiles. */
export type TileTarget = {
  /**
   * Stores bytes at a path, all of them or nothing, and durably once the promise is fulfilled. `immutable` files (all
   * tiles) stay as first written, and may be cached for good. Other files (the checkpoint) are replaced.
   */
  put(path: string, bytes: Uint8Array, options: { readonly immutable: boolean }): Promise<void>;
};

/** Both, since a publisher reads the published state to continue from it. */
export type TileStore = TileSource & TileTarget;

/**
 * Reads tiles over HTTP, from any static file server or CDN.
 *
 * Redirects are errors, and so are all statuses except 200, 404 and 410.
 *
 * @param prefix the log's URL, such as `https://log.example/tiles/`
 * @param options.timeout milliseconds for each file; 30,000 by default
 * @returns a source whose `get` rejects with `bad_url`, `log_unavailable`, or `bad_tile` if a file is too long.
 */
export function httpTiles(
  prefix: string,
  options: { readonly timeout?: number; readonly fetch?: typeof fetch } = {},
): TileSource {
  assertText("the URL of httpTiles", prefix, "give an address such as https://log.example/");
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
