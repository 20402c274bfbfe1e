// Written by scripts/generate/registries.ts from the contracts' code and src/chain/presets.ts: do not edit.

/** The addresses of the contracts with each preset's parameters, the same on every chain. Lower-case. */
export const releasedContracts = {
  local: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0x0e6ead577068a7cd2fd7bc5f7c0827da23a3f092",
    deployment: "0x021c04f424417ada74daf1d58273701470e99f55",
    registry: "0xc14f255c0d8fb91ae816b32284709b7502e6ec6f",
    stake: "0x5ab829078fa8f12d874c23553ac6ee3191df02e1",
    faultProofs: "0xc23f4a85f824ef23fd40858843d4e9a51ff1c921",
    challenges: "0x729153050357f18ee373b9782364286dac5032b7",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0xc7ad0b3deb475e8f739e1261d7d71cf9290011bf",
    disputes: "0x1bdd332d644417e07c54bc386f1dbe053da3f2de",
  },
  mainnet: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0x0e6ead577068a7cd2fd7bc5f7c0827da23a3f092",
    deployment: "0x566aa27ec392bb5f8bceebcecbe219c92d8bb6a0",
    registry: "0xe583a12d7455c7859988398d51ddc59096566fb5",
    stake: "0x6832d2547acc93a36364313aa897af32f105ddcf",
    faultProofs: "0x0ca4a8519d266b9fbf9eef939dc8e9781cb13a00",
    challenges: "0x7c79e086763b123d4c665cea35945025e48ca117",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0xcaa815d4e19e2ca9a9df63a4f749f646bbbba34b",
    disputes: "0x8eaac19b5f75bb06a9209229c3982cb5e182f31e",
  },
  l2: {
    poseidon: "0xf7f2c293fd6ad359822da0fabbc29de9316ca60d",
    attestations: "0x0e6ead577068a7cd2fd7bc5f7c0827da23a3f092",
    deployment: "0x32c7ed5361be966dfd8be3c02ec09a5c3a7efc61",
    registry: "0x3ebb004acd2ed5099c2180e83b0164367344dd2b",
    stake: "0xe586fc9cafb61d8aeb28196f61ee7c5b8e00b81b",
    faultProofs: "0x7b278b7d42df4451c8024883a84e6aac554a0d80",
    challenges: "0xf2d3163779c6d1f723045211b39ec6be0bfb2c5a",
    disclosureVerifier: "0xd5125083f1a60f95c2dcc0bcb6d1b255158dbb4a",
    orderVerifier: "0x40899e1f74cb679a2b3d019c33803435e4ddbb92",
    claims: "0xe297f2b65cec9583bb0fb3c335e19f9fffa6635b",
    disputes: "0x548f4a02c31e8451db8cd71de43cb53492b63ffc",
  },
} as const;
