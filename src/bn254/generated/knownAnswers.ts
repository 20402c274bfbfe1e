// Written by scripts/generate/bn254/knownAnswers.ts: do not edit.
import type { Groth16Key, Groth16Proof } from "../pairing.ts";
import type { PartA, PartB, Proof } from "../parts.ts";
import type { Point2 } from "../numbers.ts";
import type { ProverPoints } from "../proverAnswers.ts";

/** A key that is of no circuit, proofs that hold under it, and a point of the twist that is not of order r. */
export const KEY: Groth16Key = {
  alpha: {
    x: 0xf6879a620b6f05dcc642870c3454330cd7c2e0510b6bbe1ef0044923cc22855n,
    y: 0x2ce7d5d40fd4e3956223841f61dde09787b3030b2b5e33429cd339791edaf4acn,
  },
  beta: {
    x: {
      c0: 0x55d487e9f852e3763a295a116b262364d5dc0ac9cf7ea70cfa65e621737cb78n,
      c1: 0x76aba2baa63b075377b70458bda7eb967962776e75cd7d71c0fa299ab56d211n,
    },
    y: {
      c0: 0x27475058b4a82c868b04aa179032f005a2a3894d983ce7887a41aab5cf26cab9n,
      c1: 0x25e22198a995b5f1c4dc7d3f0e0622afbae3e4dc5c4c62b69f1186c4ccec31c9n,
    },
  },
  gamma: {
    x: {
      c0: 0x3294ab08f4bc36ad96be0743849344e0d0d907166b84cfd4de29662ee349547n,
      c1: 0x20ed8cbe6327dc2307e406236fd815b2d09da629beba7b9a8faf1b292bf7856en,
    },
    y: {
      c0: 0x2367ad2f138058bec1276b7dcebee2e355a6bade3f6e74bc94abeb3b1db23d11n,
      c1: 0x28d27f69c824765eb65471e85101db10d0d7f5c805e2e6d5f9a57404c2599ba2n,
    },
  },
  delta: {
    x: {
      c0: 0xc2683ac3c9882573d3935bcba3fc205ba3cfe94855bbef76d1526c038bee998n,
      c1: 0x1e83a5b73c9746859741af71876bf9336847fe567cf580261c28d98b3d4878aen,
    },
    y: {
      c0: 0x2c0c5f9cf5cbf9fa9d90d3eec85d62f4754fb8def5d9b6854f269009437e8bc2n,
      c1: 0xb3752117fb22303efcfe47f071b2a76a485e1ecab84d770ec8f8254dfb8507an,
    },
  },
  ic: [
    {
      x: 0x1c889600c562a3648b05f6186f9e1d4d5e96d2c432a22b2d2403c94f0249811en,
      y: 0x292af7ce2fd105ae36d980f3712303a872ed7fe156e67c5b81e9246650c5de96n,
    },
    {
      x: 0x1dee667c4c02431188f04783ff23b43bb6c33ff12bc611d53b497c9ace112073n,
      y: 0x2aab18980f00eec1dca45dcf3c19e88e36fcbd6d8ac7f0bd9ed5ecf4933f0153n,
    },
    {
      x: 0xb39745a08dbab69ef0a9065bc9d7e6e51695a65eee358cf2431762747d158a5n,
      y: 0x6e4fd60df83fc5f85f240bd47f35787bac6b137e3f9dd9b20f5f739cdbd7a0n,
    },
    {
      x: 0x2765d1b7e6b4954ace11523b4ae4d1dee7bd5e8824f0e972de098d61602bd2d8n,
      y: 0x2a230b65f12ee91158518aa956884c16723f74c956350d0009404abbef5ad6d0n,
    },
  ],
};
export const PROOFS: readonly { readonly proof: Groth16Proof; readonly signals: readonly bigint[] }[] = [
  {
    proof: {
      a: {
        x: 0x2c980e9cfbaf22abf0ac5096838e064bcf1f47a6c8b20280e52bd9ad57325fcn,
        y: 0x1840c68ded8e83b79fbd6fa0502b9cff603a45065cd9ce5dd0e733d0b622b7cbn,
      },
      b: {
        x: {
          c0: 0x13f18a1c4556dbe289b0d65c458a08ff646f8f9309129547e87e9a702942een,
          c1: 0x28004064a4b3a1cbf28c9003d90e7f57d63a354e7edc375d37e1081c5eaa10aan,
        },
        y: {
          c0: 0x518d8c94d7892ac6b99d0b9751ff4df44c411019591f5c30153b0f0cb6c6a20n,
          c1: 0x102a4465ee2bce7914ab2068c07b3dd0fb8d4b51c30fba070c0d4caa4ac06c1dn,
        },
      },
      c: {
        x: 0x38345b1180490fd76ff36dccfdf03a0395ed99f94adff8e12b5edfb163ad03fn,
        y: 0x22fa3f7790e6abacbf9c721008124bf7af1437df8f72b7333c96f5976dc4d1ebn,
      },
    },
    signals: [0n, 1n, 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000000n],
  },
  {
    proof: {
      a: {
        x: 0x14c31f63cc72ac1ef172423cdf3aef5defcc68b23765c8d5c290e72e5b99aa64n,
        y: 0x128859ea24994e7c326cbdb336fd7bfce20f4289c510fcc6429711f833b4b911n,
      },
      b: {
        x: {
          c0: 0x9c7426536ff5c6e07b88544f353043ccbf6b5eadfc0675df086e12f95db784dn,
          c1: 0x77208ca8e45f533e4f1ac72a587b7a31d2a1b8e87140a7401c33cb90255585dn,
        },
        y: {
          c0: 0x1f125e63ef88e36560d7c6319cb468f98a3b19f45e10b66c4ffc4bb1edbf3e16n,
          c1: 0xe3ccf68e9b55d5bbee89df9845b3a2e5aa81befd1f010c35704168fe5ed1b95n,
        },
      },
      c: {
        x: 0xa4e4b210e5d499f7f49fd5b91b6f2a8284b95b3b8d11336de974ae6221ca59cn,
        y: 0x1ad4880769eea9043f96eb5b31e6b97ab2b7ce00e3b64eb1b73c4647e4186d71n,
      },
    },
    signals: [
      0x245b808e3801234858a933c92d6586a8ab9e1ba8d63189c7faa5bb77d0f2bf16n,
      0xc8afba5220fd629d30f0defb63ff4cae84f38337abb91a1871e546306a33995n,
      0x276893110d3d3afb0d191bd77a3e592f31f6a11fe1678ad96df259213e769312n,
    ],
  },
  {
    proof: {
      a: {
        x: 0x2db8402f65b47461465d6a8af8197e205f2bdd8356c3c03d93d22ae80bf50429n,
        y: 0x2cdb7b0c2cf00d55ae0d38b9add7bd8392de24c34546d1ed6edc8d4cbcafcea3n,
      },
      b: {
        x: {
          c0: 0x2a18d3e05ff4d070ed29652a3fa9abf508c5af9f22a243770dc6f6b1504b94a9n,
          c1: 0x7bc65a7e887453bfa7318a23421da73e97c18c5218df2176affa2c1e53a3623n,
        },
        y: {
          c0: 0x151546b64d3f9f8f88d890d310d6cb18337dcfb02f07f6354346d9ee06f6697n,
          c1: 0x9ef290b4a96ba23e10abc1b0037fd9115887280c931ab120cfe3ee67ce2daben,
        },
      },
      c: {
        x: 0x1c000e77b0db8420493a8a7078cec7e12ce18596a996efefb324718cad88d1d9n,
        y: 0xdb22ec27e6bc232f03b671e5f4f9d6fffd3f179198fb5a98977160d6125dcf0n,
      },
    },
    signals: [
      0x21e67d38f6b47c0cc21e6653d02db67894bade74c935991bae36a405053e0579n,
      0x2bbc32c33a28e3b26d93b570ab3a9bd7704c740f99916d7cb3f6a5d364b2264bn,
      0xfcb8ca54ff478e6ad2853cda59230b520dfbaba58a15b015472c75020df0c07n,
    ],
  },
  {
    proof: {
      a: {
        x: 0x2a7747fd5592fb3ba0b3c0c1cc95313c426d85bc99147fdb24cab8f40810c2c1n,
        y: 0x2205373a8c4e1acaba9f746ccbe4547799dacd08eb31a59ca4597b5b5aea7b1an,
      },
      b: {
        x: {
          c0: 0xb8a6c7951ddb5346eab869f6ac0f972faefc1e7cf0df9aaf299095d5c08219fn,
          c1: 0x11f34cb7c8c802c0af505570e5571b67a49f414412e9ae9cd8476a2a42ecc417n,
        },
        y: {
          c0: 0x28973a3fc4a4f4e0e05df78a4663c0350c9cb2df9137c3bab11ac1606663bcefn,
          c1: 0x808723d4b39384beb212f98d59d19914e56399b43e593ef66d0178689113b60n,
        },
      },
      c: {
        x: 0x2261ab8be4f60063616b34530163a9173910299c5af1c36b29a04bcbdfaf92adn,
        y: 0x974522302f6aa442e4a46458e414682a3f96007c6577dc4f318140dae50b127n,
      },
    },
    signals: [
      0x217fc00a8a65a12059403f761b5bc2fa586a6922d99ad0643a7ae0b288e5c6f7n,
      0x1f6a187fe7340c9da02fdb71bf4eae71f0d353c874f69b27c92792a4763687aan,
      0xa861f4f438f8b163db07d5e1d678f4a93bd6f2eedbebb4035b045fd01402a74n,
    ],
  },
  {
    proof: {
      a: {
        x: 0x11651dd22e0fa6ab0d7e56601883ac30e27390e39eb984bb92b6a6945cad231en,
        y: 0x32fb9d805bb5f0d66f48c3de016b70d99ca46af08fd279f1b990a9f56cb4bd1n,
      },
      b: {
        x: {
          c0: 0x2c0c16151daf9c48382b4e32c46c75008acd8629efdc6f5fab6c6bebe19c7f32n,
          c1: 0x27931a72a814f9d97de7e2c77afba3e23f68b0da7e6257cab540662f9248c18cn,
        },
        y: {
          c0: 0x2bffc8a6a2940c90fd10b7cc0711b1d1d8d5a38015ce8219bac68b6487e8e381n,
          c1: 0x26239900c415738df34144360177e21d488ab71c929b28efbf1e48bb1259dbcen,
        },
      },
      c: {
        x: 0xe9a6ab68c427b160c81a634561488e9c87ebf92dbdd377c200e30dd9e4e9cfn,
        y: 0x3016e2a47462221d352b295d8467044783754c75e67288d42281b423d73129e8n,
      },
    },
    signals: [
      0x28ed067e4400e73b8f80a560b97cf363ca193ed20c55f07889d44e91fe4870bdn,
      0x1a5571b3cda5d7a8800de942352163a8f4f7a9594bd87bd1708d2c2f7b7db5a2n,
      0x19468cb7f7bb2d71f78327dc4c5392ace1fa2200067dae3033eff45718c1292bn,
    ],
  },
  {
    proof: {
      a: {
        x: 0x2563af7701aadfc9b857fd55a660366b2ef7fcef88838b31473175f572ecc3d5n,
        y: 0x26a4850ad9f83f9b9c488086373f8109341c44e737d303a007658e288fee7a1en,
      },
      b: {
        x: {
          c0: 0x1212962ed5e8f2d36413db1f534d1f3a820fbf4045b405dd5940e60921402e17n,
          c1: 0x2a818bd1aa36b0c97cba3fee29254cafa0736958ae80cae042daf6070bd25132n,
        },
        y: {
          c0: 0x2b8e29d0d20faaa5e43ea7fcbf657a95fc2b9c120ca1063a878927cf1d3d540en,
          c1: 0x1e12633b746f90048ddd980802499e352736649d82aca7735a76397ca729a597n,
        },
      },
      c: {
        x: 0x218786f9f639efc1c06b31c72c7acf7059b1fd9e4cf1bed1c28edb01e4399b73n,
        y: 0x27befba28b50ee889063afe4ebeb9ce3cfdbf0c3e0b4d9868c6078d26ff1279dn,
      },
    },
    signals: [
      0x2c85a535760e31d052f329148ae3ede8bdad2e53f5ba607571645a1a43fb1526n,
      0x27293091fbf4051e57708fabef65b0873a29e897a5bf110648365490906ff76bn,
      0x1fc0edaf22895da09ba545e291c4f9a2b53b3526c043719d9fe9cda5dd48202an,
    ],
  },
  {
    proof: {
      a: {
        x: 0x237aca6abbc80be0480b8b3e213da1f7e98a2fba6d7dd2287ea71bd81365946n,
        y: 0x17ef7f9e6ad0030a08d2306c30aa841fc8fd26dba4234f624004364d3f0e9721n,
      },
      b: {
        x: {
          c0: 0x2a603f573b9035b378c58f75aaa641a29d4e365fd318179c12700354a51cf90en,
          c1: 0x2001a1a3a6f60beda247e822a35043eabbd60ff27d32fca16163a55dc9a53ff8n,
        },
        y: {
          c0: 0x424512cadef26fed60bca28dc681b6d758dc177f777bfab1439ea76ddbbe6e0n,
          c1: 0x2881ecd0769582a5fdc620961ea17db2a17602a75b34171791957b92d2fc08a8n,
        },
      },
      c: {
        x: 0xec6ac7e16e9bdd9ba670d15649fa62419b36d06863d7e26814ab370d16c8cf5n,
        y: 0xb589d967c9aafd006d6e46c07a1f3a60943005b50fd4febfe719fb8a2032840n,
      },
    },
    signals: [
      0x154dadc4f3399bb7f2c47d48c3336f2e3e84d298ddbfffce8272b5403bdd9404n,
      0x202acbbf7db40303ca829123044119e0ce21d2bb279a4455a6128410430fc3e8n,
      0x1cb545fe6cfb0ebd6043d257f65d71fe53ced2ed5af2590a4fdcc9394cf8e122n,
    ],
  },
  {
    proof: {
      a: {
        x: 0x21a3c6be7650a16d4f4c78d242cf77a26d22134b008a7dc8637a0e135e602ce0n,
        y: 0x1304d88884f6dbe29157c1819211f467a0cb596742ebdc5a480fcd05396c0f26n,
      },
      b: {
        x: {
          c0: 0x1e8435338a074da661f1b8b67c7f5e4511ed9f8aecd748ca09811f1be9801bc6n,
          c1: 0x5fc3c626354bb4fd5c90063c1ae93791ed7aba5f901243e70e735735aa585e4n,
        },
        y: {
          c0: 0x21d908437d4d83bbc88db57a92baf511d361e9150513ad2397561728db2be022n,
          c1: 0xc14ad8e14b072b95126e005815ba183a8dd299716256276a29338edd031f935n,
        },
      },
      c: {
        x: 0x2f8a0ee12ec0a811a0c57d398baa95f1134d689556f453393e36877455dffe59n,
        y: 0x2d56b8201849e786b8b4eead7b55cb00e84698827898deb48d20046298c15412n,
      },
    },
    signals: [0x297a8c6277e164b60bb284e59393704fd951103e1f313bea3a2f64c7f2492493n, 0n, 0n],
  },
];
export const OUTSIDE: Point2 = {
  x: { c0: 1n, c1: 0n },
  y: {
    c0: 0x7fb3d558dafafb6bf6dd326a5fefe0beca3f9ac3bd999a390d504fad34b0b8cn,
    c1: 0x2351dcdda257b62181cbd745dfee16d5fdf4eb185bbcf33c20a0fe6eaa9cb4a3n,
  },
};

/** Points of the prover's key, and what it makes under that. */
export const POINTS: ProverPoints = {
  g1: [
    {
      x: 0x2b4a520f837849783b357a8bfd3317308655f9cedbc083135f211ae783d5eb9dn,
      y: 0x1de59f086e9e0bf62d976098127ac0812fb0d19a638ad29c9b06d83465b3fb49n,
    },
    {
      x: 0x19a8f0a995c1a26da5c942d13908884add94631a558a4ae6bb3781f0db9e340n,
      y: 0x140210a447bb9ac2d1d87da1e5a19af0373abf876f9946c458103a327d6f9e58n,
    },
    {
      x: 0xf22924ac3ca8b20773fa1c585e187c918dcd1a67a80f9ce492c7ecbb90f6c9fn,
      y: 0x13ad312ec26567d51485a43d6d5c613400d9f5c535928f5f3110c2161c7723cbn,
    },
    {
      x: 0x1f8805423310d889b145fe1a7d54d08ba7d7877d1d16d4786d3268ba31cc1a28n,
      y: 0x1ab92020fd0b94ee62a75d05011248e4cfa26e360a27d6f4f4a8cada991ac296n,
    },
    {
      x: 0x2bc06469fb37bbedb8c8506937b0c8f88df838ed232516ad7f5fb0e2a6257b5fn,
      y: 0x2a985ddd1c98ed62504c48777d12d506682db030e5df6ad898e477dc9848ca01n,
    },
  ],
  g2: [
    {
      x: {
        c0: 0x4d9e7eb437770052d62a758552f1a1fab98c35916d79f9aae17ecb3cfc2ac2n,
        c1: 0x1184d63aa22a7738db6efb7cb6da329db095fc60cbfcecd50ebdb953dc399a5cn,
      },
      y: {
        c0: 0x233654aab2e8b7b6e664edab05299e1d2985d7b0a1b3a8d28abc48d8789e2f9n,
        c1: 0x245fccc7a8bb6047e855879e202f4169bc0eaff5f0f661959881259917a49c0bn,
      },
    },
    {
      x: {
        c0: 0x18a549dd95e2c2b70003cb3310f2cf9c009db1430f7c05ef29e7955b02de9ec2n,
        c1: 0x13535e53bb17ff0608ea3d9af42da815d3f582cef61920f54968b46f82a0bf73n,
      },
      y: {
        c0: 0x1b38abd6c7b8a32adc96454e2cbfd9fe57d9ed03065948d4d9dfaddf09b39420n,
        c1: 0x1a5f0a62fdb07c7e4485b9954fc6d1aaed2cf0b29bca083f376b83db5669867fn,
      },
    },
    {
      x: {
        c0: 0x189fff888b96e2eabf2741e491adc3e3f3b7e1fa4f61cac3e86befd868c28756n,
        c1: 0x24252595521d41dedb866cfe8cac1ef21bacf0ed6f98d9de880d381ae1ab7a0en,
      },
      y: {
        c0: 0x1d19a04d49e9375445edfa9d80d13be6ff45e1e1e0f990776809effdf829c2cn,
        c1: 0x2e3fe044f689d2b121fe694025bf6292a2cbb7bc085f2f2405cbe8e9d75f643fn,
      },
    },
  ],
};
export const PART_A: PartA = {
  a: {
    x: 0x12f058b0f20d3a69b92f629e8979bb4bf3e2d2a0ffe6c0726c19e81a05fc0d95n,
    y: 0xd21146e1e34808ea969d036f5ce6d289804c377c43ef4a530f145712e223f54n,
  },
  c: {
    x: 0xfc00ba54d77ea1d251f7601613a4a962a4bcf83abba2319f1fd586bbec96c93n,
    y: 0x1f9e7e861a85766511ca1b2eea76bc5b3b0383a6bc48ec1d6b635d6ad2b3875bn,
  },
};
export const PART_B: PartB = {
  b1: {
    x: 0xd5b7448a11a0789efc10fdc15404c2b55981538c1e42d3394e006c6728aa359n,
    y: 0x29493b0b3474353d26c25beedc9b33d83fd4407d07d4b39a0189d16abd078862n,
  },
  b2: {
    x: {
      c0: 0x11b01703f32bf202b57a33e195c03e1cb7865dace6ce266b1eb77f8451a6fb31n,
      c1: 0x2b79fb95870018a524542b57998ea790d3fe35eb6b3e2873cfd5666e7a4561b0n,
    },
    y: {
      c0: 0x2c4aabba930fd8ff5cf4e2140dbc7aa28a69fab9d1fb9db1619f690cf46b6f91n,
      c1: 0x1bbf4fbc3825e3a40e4bf667f475ff64622b751206e7e0298372e9788d812063n,
    },
  },
};
export const PROOF: Proof = {
  a: {
    x: 0x12f058b0f20d3a69b92f629e8979bb4bf3e2d2a0ffe6c0726c19e81a05fc0d95n,
    y: 0xd21146e1e34808ea969d036f5ce6d289804c377c43ef4a530f145712e223f54n,
  },
  b: {
    x: {
      c0: 0x11b01703f32bf202b57a33e195c03e1cb7865dace6ce266b1eb77f8451a6fb31n,
      c1: 0x2b79fb95870018a524542b57998ea790d3fe35eb6b3e2873cfd5666e7a4561b0n,
    },
    y: {
      c0: 0x2c4aabba930fd8ff5cf4e2140dbc7aa28a69fab9d1fb9db1619f690cf46b6f91n,
      c1: 0x1bbf4fbc3825e3a40e4bf667f475ff64622b751206e7e0298372e9788d812063n,
    },
  },
  c: {
    x: 0x2d80abc75fb64f5036ec424cca3eb780cc45f9610ba26cb1dc7cf3869d43a65cn,
    y: 0x12729e57dee508bcf3f1afca9be969911d0b3c8a600bb1ab25a7e1723294f01n,
  },
};
