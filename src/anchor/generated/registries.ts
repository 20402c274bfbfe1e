// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    deployment: "0xa8634859020fd38aac46235d5538429d616fcbc9",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x6c3b2a2fbdd55b40e311df3ecbb689b89cd314d2",
    stake: "0x0b84c38f3568002d2c88a926b33acd40fc324336",
    faultProofs: "0xac4dc5cb079199132410df26ccb0b2054c9cb128",
    challenges: "0x18beafd08357c5a94b20af7a19787df53b4286e0",
    claims: "0xc8917854c2f40adbd7f6819d812f55803e99af85",
    disputes: "0xdc08b2f2326e74d83af07528d94fb518ede9b865",
  },
  mainnet: {
    deployment: "0xd912eaca0fbc03ed7ba08b1aacea5d9390e2fdb1",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x58ac65680aa2e6fe869e4ece82bbaa68e474f026",
    stake: "0x14e6dfa7f8a80725c61893680b50ebd82888de48",
    faultProofs: "0x96c8591b3316317ea00a2bcef6acb9364da0044c",
    challenges: "0x37a12bb2fd394bc110f9a140b9c49c2e695f5306",
    claims: "0xa6bdd908430641b8338919c94e7479ec9816eecd",
    disputes: "0xe8bddd13d86fd7e2f3f684972e7f2242c3c434d7",
  },
  l2: {
    deployment: "0xc612625c66935eabd6cb7617d92d4151478dd70d",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0xaabb9ff43a3f1fa8e65568cfd75805889d6ff89c",
    stake: "0x90ab0cfbc1b64d15e988ecd77d0cdb40ad20a25f",
    faultProofs: "0x9c8c3bbcefea9c880726019c1a6d6ed76553c887",
    challenges: "0x9efaab295de572b63a442a42cc002b21569fd5c6",
    claims: "0xd323fa27b0d0543a50d92ed2a7dc07ce541fca48",
    disputes: "0xae00b267b89bcdfca83f2568493c16b6ebaa7583",
  },
} as const;
