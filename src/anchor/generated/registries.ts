// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    deployment: "0xaf4cb5343fe269e04b08d0496542bdb4fc0cc1c4",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0xc9255fa5a0f4eccb764d46d6c869fe872e5f6765",
    stake: "0xb4e126885ba7159edea54b0b3ac1f99a44792dbf",
    faultProofs: "0xeb8118f21279b294f6641a257bf0dba8b072fdb2",
    challenges: "0xed57e09f596c4fc7e3641306530679977776b155",
    claims: "0xa9240be2335f6f40916ba05eccc0bbc82a6aeadf",
    disputes: "0xa68f6fea132f10d6c4611f2e6a109f102f105d8b",
  },
  mainnet: {
    deployment: "0xcd7fbeb3689fe19c6d725dea67007d47d4b3af63",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x09e87ae0eb8d55dd8f4ce699d6a61900d44a3cee",
    stake: "0x2b024bc81630541c695b5f71fdb2db60f72a2ae7",
    faultProofs: "0x3fca29635f9ba22da22086fca24d852ab2a3ae15",
    challenges: "0x3c481ee96cef3400edac19c46a2d49ae5dfc4512",
    claims: "0x3c3d9b33c62fb2512627134e80567f885651a966",
    disputes: "0x40b73a2f040435bdaab28311a05fae3d130a39bd",
  },
  l2: {
    deployment: "0x44561af529b21dc77d9e1d9c3db4b61ba153aa63",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0x6ecc8de5ea6fe8a15cfa83b8a499a8253ed79e18",
    orderVerifier: "0x79bf248d0b287ed66e4ad22e4ffdc6cb6c10518e",
    absenceVerifier: "0x4a17653f90d75ac3375701e1134eb8393ab67335",
    registry: "0x3dd4d443a3943a6f5b68f14fc2304c55cf9fb503",
    stake: "0x54167b5503b414a8ffb08d29c50a85436e71b194",
    faultProofs: "0x49ca1b5c700a9460ab309573b1b01606d1c712b8",
    challenges: "0xe488126ada272573eb14206e8941cb59f315af2c",
    claims: "0x3af660997cc505b1c7065c96b2e315cd189552e9",
    disputes: "0x7062b9c027ccec0940561a44d6bc83c516e4993b",
  },
} as const;
