/**
 * An operator's configuration: the settings of `anchorlog operate` from a file and the environment. Node only.
 *
 * @module
 */
export { formatConfig } from "./format.ts";
export { CONFIG_FILE, loadConfig, readConfig, pathOf, type Environment } from "./load.ts";
export { archiveOf, identityOf, openGuard, openStore, publishOptions } from "./open.ts";
export { readTrusted } from "./trusted.ts";
export { readSecretUrl } from "./secrets.ts";
export type { Config, SettingName } from "./settings.ts";
