// For `node --import`: runs TypeScript in a child process by stripping its types. The package's own name means its
// sources, as in tsconfig.json. A child starts in half the time that it takes with tsx.
import { existsSync } from "node:fs";
import { flushCompileCache, registerHooks } from "node:module";

const sources = new URL("../src/", import.meta.url);
// A killed child does not write its compile cache at its end, so it is written early: see test/setup.ts.
setTimeout(() => flushCompileCache(), 1_000).unref();

registerHooks({
  resolve: (specifier, context, next) => {
    const name = /^anchorlog(?:\/(.+))?$/.exec(specifier);
    if (name === null) return next(specifier, context);
    const files = [`${name[1] ?? "index"}.ts`, `${name[1]}/index.ts`].map((path) => new URL(path, sources));
    // A built page has no source file of this name.
    return next(files.find((file) => existsSync(file))?.href ?? specifier, context);
  },
});
