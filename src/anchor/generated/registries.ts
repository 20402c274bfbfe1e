// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0xc388d9c2196f68983953c64b53cf702082e60f45",
    deployment: "0x27b609e6945e6c936bae5d7145dfe8e8abb0d681",
    registry: "0x2ae3f91731f82606a29402a58b44afb2c91b7bbd",
    stake: "0x1122a936d59d9985240292ba599963b7ba4f0c7f",
    faultProofs: "0x47f85c40eeb84b1270d21ba69b1a141c903bb1e3",
    challenges: "0x35a68c23ca5575048f41197783740513349a3226",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0x02e8c3c76cbd613d212f1b114dcc94fe087ec3c7",
    disputes: "0x04b8056330169c9cc3ff031334a2eff74b6788e0",
  },
  mainnet: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0xc388d9c2196f68983953c64b53cf702082e60f45",
    deployment: "0xab4e5584e0cf215cb56e0488aad86fdd30f13b62",
    registry: "0xf8a434a931a0fa95b579edfc1444f8a84c958721",
    stake: "0x4e6f28fc67900c25bb1ae53df12fb7ca1e71bdc1",
    faultProofs: "0x5f7b75a128ab73a9ac064b32b46f127a4f112c17",
    challenges: "0xfc90238622a2446ef0fd7e05a6f8ada0105a3477",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0x235df74da48a4da6914fcf73c3aa3dc93cb2802e",
    disputes: "0xc1ab84c01198bebaa4a2aea1a538587b7fa1caa9",
  },
  l2: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0xc388d9c2196f68983953c64b53cf702082e60f45",
    deployment: "0xb95eeee9dd86235dd664af604d4ffcb94e3dbf5e",
    registry: "0xf9019ec5d0111c6e327a9d3a5147ca2e57f6a2fc",
    stake: "0xdc547b369c1a7506e0b0e6628b5415145acc6a73",
    faultProofs: "0x19b1abe35c8cd77cee9cb4d7c2665ec3bbb227ca",
    challenges: "0xf7b492bb1094435d29218897e420dd14c342afdf",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0xb44d9659ded7d8953487ec1df7a58fc92f90a9d6",
    disputes: "0x40115d86f1a44949219bf8396cb67318c5a29fda",
  },
} as const;
