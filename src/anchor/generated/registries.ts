// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    deployment: "0xb05e1fa3effbd8b1e0e537bfe75ea210e33d2775",
    registry: "0x49cfd3491d4b6e2a222c734781203c96e318963e",
    stake: "0x57912e49ab24cdfb8e0528a790046bf976b50388",
    disclosureVerifier: "0x98715edbe99a37992be20f5cadad13df739ca43a",
  },
  mainnet: {
    deployment: "0x0c5d592f2459254adbad2ea80f5f4443cf4cf963",
    registry: "0x5ebf11470c0fe96dca6a1a0f334f8b115043433b",
    stake: "0x3c0acc65be508577e7c99e0fc36056ac593dcd8d",
    disclosureVerifier: "0x98715edbe99a37992be20f5cadad13df739ca43a",
  },
  l2: {
    deployment: "0x4bd0c2855f7182d7f4410baedcd24618d808031b",
    registry: "0x96a76ccd48b572f3f042c4f15bf7b2c2135ca771",
    stake: "0x9c8ad9f9bd5f7129f9b0069a6a31d8b433288e6e",
    disclosureVerifier: "0x98715edbe99a37992be20f5cadad13df739ca43a",
  },
} as const;
