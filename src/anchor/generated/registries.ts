// Written by scripts/generate/registries.ts from the contract's code and src/anchor/presets.ts: do not edit.

/** Where AnchorRegistry is with each preset's parameters, on every chain that it is deployed on. Lower-case. */
export const releasedRegistries = {
  local: "0xb3dd6000894e6863780a365ba7449cabc89e3ffe",
  mainnet: "0x366be968e61959f7cc727f8790c546c66c287062",
  l2: "0x6c8020fb97890cc1cc930b64d08a70fd860bbed3",
} as const;
