/**
 * An operator's configuration: the file and the environment of `anchorlog operate`, checked as a whole. Node only.
 *
 * @module
 */
export { formatConfig } from "./format.ts";
export { CONFIG_FILE, loadConfig, readConfig, pathOf, type Environment } from "./load.ts";
export { archiveOf, identityOf, openGuard, openStore, publishOptions } from "./open.ts";
export { readTrusted } from "./trusted.ts";
export { readSecretUrl } from "./secrets.ts";
export type { Config, SettingName } from "./settings.ts";
