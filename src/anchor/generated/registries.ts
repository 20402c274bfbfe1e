// Written by scripts/generate/registries.ts from the contracts' code and src/anchor/presets.ts: do not edit.

/** Where the contracts are with each preset's parameters, on every chain that they are deployed on. Lower-case. */
export const releasedContracts = {
  local: {
    deployment: "0x274001a8c16b6ef8b460e841785d59cc2e9e508a",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0xb658dc62e85542ce1f212f5064b2d48d2f93e0dc",
    orderVerifier: "0xe279b5cfe517ad171df0726511bc9471babb8cbc",
    absenceVerifier: "0x0ce325f88002a25b751caaa2fbdf5759929e5a5f",
    registry: "0x36525f4b07441630c9619091df11242082e2a9da",
    stake: "0xdd6e7a02966f6245167c58fc69378a7a7ff82dcd",
    faultProofs: "0x6804b91a4c647ad6fd11b5e2f0b243bab725ba60",
    challenges: "0x9e707d9fe724994014674f233526b97e793f9947",
    claims: "0x3b52e641c6dc971470c366ce417e9ce49d60f124",
  },
  mainnet: {
    deployment: "0xe9244ddde6ee3d3a9e7506a9804fb87b8e86fae2",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0xb658dc62e85542ce1f212f5064b2d48d2f93e0dc",
    orderVerifier: "0xe279b5cfe517ad171df0726511bc9471babb8cbc",
    absenceVerifier: "0x0ce325f88002a25b751caaa2fbdf5759929e5a5f",
    registry: "0xed6608a1873b99e24cf6bfe28c9759c856305454",
    stake: "0x8a3511f8d8d1c1c789afa8e08fe18d81840600d0",
    faultProofs: "0x52027e6ffc5df714722cefa17d138f3f539dd76a",
    challenges: "0x3cf21531b6f4f2c36a7b6b2c48dbad2ad11df216",
    claims: "0xfdacf23877fd263626a70488fd30268117d83404",
  },
  l2: {
    deployment: "0xcfa9a24a7143f6765eb74910abed13927afe9181",
    poseidon: "0xaab8193f296f5517cafaaae4702408ff1d77fc31",
    disclosureVerifier: "0xb658dc62e85542ce1f212f5064b2d48d2f93e0dc",
    orderVerifier: "0xe279b5cfe517ad171df0726511bc9471babb8cbc",
    absenceVerifier: "0x0ce325f88002a25b751caaa2fbdf5759929e5a5f",
    registry: "0x61512c01cb15a53a65c061e4285d03fc1f9be733",
    stake: "0xe42c55d262d4ecf9e57829008288ce2c0938ab5e",
    faultProofs: "0x0ca4a81b8266c987f82dfb9558ddf2733f6a46eb",
    challenges: "0xd2de53b672259f106b3390182088efea12e6ee28",
    claims: "0x07b946acbfca6bfad7fd4c49e1e2a697246ea568",
  },
} as const;
