// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    deployment: "0xcafe2b62a8cf5900f773bd1f226273e10c3cb6f6",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x341dba98d89dbf7c20c1f32eb7d1bce14b276403",
    stake: "0x65389aad2cd349aa5ba41a1ca7f933cee561beea",
    faultProofs: "0x6345ce98334ee9dd181ae3efde70b84f3186518a",
    challenges: "0x6636b0b51df8321fd65b0fbbb284a368dae946c8",
    claims: "0x9baadb6dedbd151d26bab34fd39a2645fce72884",
    disputes: "0xe5382c72a47d19c605975f2e948ad749186a7781",
  },
  mainnet: {
    deployment: "0x612bdeac34f7a9f17f33ccd4f0a8b513fc37cc3e",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x9796fd795dded5dda3f8cd2e8e73f396fadd8221",
    stake: "0xdde0488608b67261260b3f3d5120e62e409c9570",
    faultProofs: "0x20fd40a8e62426a4c7b077c7244faa84f48c0ced",
    challenges: "0x54adf69ab883a719212f0aed10ea9e03dc9ca7d5",
    claims: "0x5305f0d35e2f6f51162b8ad218505494029ffe14",
    disputes: "0x225eb460b72fedfc4031d51ad78a1b6491090d7c",
  },
  l2: {
    deployment: "0x922c0007d69eaef2e3e22c5908e7c124042e2d1d",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x49572918ace56f475721f2b3f2c560ae0cbdfb1e",
    stake: "0x54e688d95daebc993c023090d2eac54a4463650f",
    faultProofs: "0x4d4625d672275fdba41061bb2e3f42d5ad65f9f4",
    challenges: "0x5a5e708fb249a48b45eda4a1460aae21ea9bb4de",
    claims: "0xc9567464b6a62fc946f9bbbc929a43ffda55df37",
    disputes: "0xe5e2af2bb70c95af01b7c9fde055c0874840420e",
  },
} as const;
