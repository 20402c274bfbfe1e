// Written by scripts/generate/registries.ts from the contracts' code and src/chain/presets.ts: do not edit.

/** The addresses of the contracts with each preset's parameters, the same on every chain. Lower-case. */
export const releasedContracts = {
  local: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0x0e6ead577068a7cd2fd7bc5f7c0827da23a3f092",
    deployment: "0x6af7038af10b3f044adb7c2852f9069e0b7bbb7a",
    registry: "0xc1a06f987fff20c9929a48735a87fe6586746065",
    stake: "0x1398d4d0dfad403144b7c4155fc5fb29a8899622",
    faultProofs: "0x384c614a837f9ecebe5a481edf192ec09b1363cb",
    challenges: "0xd05d9d51df9205d97fcbd485fa09f1738a0dc95c",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0xe15f76bbd9ff393a1ce9ed36f21a4c5882a8b2c4",
    disputes: "0x25022bd5822f23bde3c2bb57ccbbaccbc29eab51",
  },
  mainnet: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0x0e6ead577068a7cd2fd7bc5f7c0827da23a3f092",
    deployment: "0x3770a80d45138b444db25b34eeeb125899510cd4",
    registry: "0xef6c978091f88d673dc0d91da219eb8b6ecbd67b",
    stake: "0x498698ad0288510eddd6fb16c16a1a2690698f2d",
    faultProofs: "0xf1ea895b8dfcd69e3fa2f4241a2df1054586b1a9",
    challenges: "0x2e3e0b0d6e809ce89c77eec073f1191534bfee99",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0xa5565c63f2b0527c64bcf36489955d869c600cdd",
    disputes: "0xbabb7fa8362014ad736b4c4972bb46a3657076f0",
  },
  l2: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0x0e6ead577068a7cd2fd7bc5f7c0827da23a3f092",
    deployment: "0x29aaa0e5c158e86ee9b87f1eaf1707d901e565b4",
    registry: "0xbd6296015b1d40426210ae82a4091afd431ae274",
    stake: "0xbb5286d5db7173ff157237f0aa66456b59b10db4",
    faultProofs: "0x8cb1824e2115a3ff10fc950ad8192a7d1861620f",
    challenges: "0x90362e851b2fbd1271950e3e045c7fc48ef4e693",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0x0ca0b5161565f5deef1f0ffde75bfb540d85935a",
    disputes: "0xd4101b4012355763cec596a87706539c99ed4661",
  },
} as const;
