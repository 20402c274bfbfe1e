/** Option names of the library, with the settings that correspond to them. */
const NAMES: readonly (readonly [option: RegExp, setting: string])[] = [
  [/\bkeys\.next\.anchorKey\b/g, "keys.nextAnchor"],
  [/\bkeys\.next\.receiptKey\b/g, "keys.nextReceipt"],
  [/\bkeys\.next\.noteKey\b/g, "keys.nextNote"],
  [/\bkeys\.(anchor|receipt|note)Key\b/g, "keys.$1"],
  [/\bkeys\.next\b/g, "keys.nextAnchor or keys.nextReceipt"],
  [/\b(?:transactions\.)?maxFeePerGas\b/g, "transactions.maxFeeGwei"],
  [/\banchors\.maxAge\b/g, "anchors.maxAgeSeconds (here in milliseconds)"],
  [/\bthe option contractHolders\b/g, "operator.contractHolders"],
];

/** Replaces option names of the library by names of settings, for messages to users of a configuration. */
export function withSettingNames(text: string): string {
  return NAMES.reduce((said, [option, setting]) => said.replaceAll(option, setting), text);
}
