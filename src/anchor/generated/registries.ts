// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    deployment: "0x37a149dc420a72915368b327b50fc60bad31c056",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0xb658dc62e85542ce1f212f5064b2d48d2f93e0dc",
    orderVerifier: "0xe279b5cfe517ad171df0726511bc9471babb8cbc",
    absenceVerifier: "0x0ce325f88002a25b751caaa2fbdf5759929e5a5f",
    registry: "0x8b0bf2833f95338ad1fb52aeb457107f28aec671",
    stake: "0xbf22f49eecfafd9a7a9bc0451fc9037bc816df94",
    faultProofs: "0xd8cc24a8c5e9accc9cf467b05a939a3423f073ee",
    challenges: "0x7159c9aeb37afa0884f40590d397f92a74b62b80",
    claims: "0xb343b627a424f7d47759a0950e0b993f0d5a21c9",
  },
  mainnet: {
    deployment: "0x093913b5ea1ebe6165ef0a6063f7855521b0b125",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0xb658dc62e85542ce1f212f5064b2d48d2f93e0dc",
    orderVerifier: "0xe279b5cfe517ad171df0726511bc9471babb8cbc",
    absenceVerifier: "0x0ce325f88002a25b751caaa2fbdf5759929e5a5f",
    registry: "0x2e2038f37d0eb26b7a72172c9bf9282de34fc413",
    stake: "0xf5f11c06a0c180ee35dadc954d8b3e0ba9a425f5",
    faultProofs: "0xed5aae56a472eef04ae308191bfcb888963ece2f",
    challenges: "0xf0fe8c32951de7bc947ce7b9525d6947ba6929d6",
    claims: "0xf134b21316c60e8da9243ed9b1e422c926fcc8e4",
  },
  l2: {
    deployment: "0x8cd57be0fc424ab68701ba610cf2e03e8c8f4d49",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0xb658dc62e85542ce1f212f5064b2d48d2f93e0dc",
    orderVerifier: "0xe279b5cfe517ad171df0726511bc9471babb8cbc",
    absenceVerifier: "0x0ce325f88002a25b751caaa2fbdf5759929e5a5f",
    registry: "0x9b898458ce887a8c6b213b311f403668f64a01b4",
    stake: "0x36b25a25a662882967da03584e0476eceeedf1f7",
    faultProofs: "0xf7095a49a7031516ca0f6e916d85bf03a3a9633b",
    challenges: "0x59ecf5e45945353a8adb4aaef78d39f166804b70",
    claims: "0x41ba3b3440ecb68bf8bef62fd6bd6ea464b5b82b",
  },
} as const;
