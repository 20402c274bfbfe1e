// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    deployment: "0x2e2f6a4a5010c323852c66de91b3e1d39a56fc1a",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0xda09abebe5e352c485c1be1131ae33920909e34b",
    stake: "0x68d8d205478ab1cfce1e9844e1fe41ade08fe9ff",
    faultProofs: "0x4bba7e96fd98bea3f87f057dbaf8e33b79a25725",
    challenges: "0xa03a85dab8e05c630d32c3693d9ca52f1a689ec5",
    claims: "0xbb57b090b747778884cd3d94a93768bd848a0888",
    disputes: "0x87c38a5af6299ba4295319182ffa88fce03e703f",
  },
  mainnet: {
    deployment: "0xcbbbc10a7ce695557d71487a52c42ccf8d8c9d4e",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x9edd1f48da628817ab1a149cdec6b594d61a4b74",
    stake: "0x6dab5c98233159d5dba52478e634787ba8d7fc56",
    faultProofs: "0xedc772a655d91d9c1565bbe485de0132bca1251a",
    challenges: "0xf4d6e10f410630875ee3a550b7327c007f68e16f",
    claims: "0xa2996ded0255f81c152689cbe96ef85b636c57ba",
    disputes: "0xf9bc91703731695f49a384773818350fe6c7fbf2",
  },
  l2: {
    deployment: "0x2de70920ee9d2f34bf520266a4bf51511cebf973",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x0c6e7a8da6172fb6ace33348ee23aa8b9c8c8d57",
    stake: "0xf04510d30d44d7ca4c68bdf3930ef59041ebda22",
    faultProofs: "0x69b0b5cac0ac215c926c90a1ea5ce1305ef2ce34",
    challenges: "0x3d1b454ab8ebbdbe5cc6226653ba0022f60bbec6",
    claims: "0x6a657bc6f92d4c9490e69d694a347e4b16d86148",
    disputes: "0xb639266d5a78c654cdf6220b8b2f6773444bcc42",
  },
} as const;
