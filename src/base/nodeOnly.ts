/**
 * The module that bundlers for browsers get for every sub-path that needs Node: package.json, `exports`.
 *
 * @module
 */
import { AnchorlogError } from "./errors.ts";

/** Bundlers refuse an import of a missing name only if the module exports any. */
export const needsNode = true;

throw new AnchorlogError("needs_node", "this sub-path of anchorlog needs Node: it uses files, threads or sockets", {
  fix: "run it on a server; docs/EMBEDDING.md, Bundlers, names the sub-paths that run in browsers",
});
