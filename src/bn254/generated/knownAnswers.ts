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
    x: 0x1e2517cdc4d6da52eeea308cf0c44508b7155583dd650032a5bdbd8f33c7dfdcn,
    y: 0x1a08ab32ce6155f6b2bbbe5c719459d5fa4545d79f437807637f1e0842b60252n,
  },
  c: {
    x: 0x5d6ae316179d8d0734a050aa7dd60b30847c28d417bb550fa461afc5fda245cn,
    y: 0x1d63a0e7a27898c9ead220f23a953580121d6d8a3023be85417eb64dcb5488f9n,
  },
};
export const PART_B: PartB = {
  b1: {
    x: 0x289dbada696158e68e86674ba797edc7082cf36d54ef5bbdc0e4855a296ea4n,
    y: 0xeedbbe4b62b45bae9be47a0bbf189c2d805e95eda972a8fbb0605da4ee610a3n,
  },
  b2: {
    x: {
      c0: 0xd0eba31739788730cb5bc9013aaa185e0a633055660c302a61a679fc7a72e47n,
      c1: 0x2ca72446c82c6254b1484331ba746f8fa3c2db736840f821f1b31d54b2239dcan,
    },
    y: {
      c0: 0x14fc1fd70d8beb7d55fecb70066ca57d6803b123a67503a38203bf13a0d69d61n,
      c1: 0x298727f8aeedaf8ed2c78961f7382ce0ce8ae05c87e6ec9dfa3b68ad9b698dc0n,
    },
  },
};
export const PROOF: Proof = {
  a: {
    x: 0x1e2517cdc4d6da52eeea308cf0c44508b7155583dd650032a5bdbd8f33c7dfdcn,
    y: 0x1a08ab32ce6155f6b2bbbe5c719459d5fa4545d79f437807637f1e0842b60252n,
  },
  b: {
    x: {
      c0: 0xd0eba31739788730cb5bc9013aaa185e0a633055660c302a61a679fc7a72e47n,
      c1: 0x2ca72446c82c6254b1484331ba746f8fa3c2db736840f821f1b31d54b2239dcan,
    },
    y: {
      c0: 0x14fc1fd70d8beb7d55fecb70066ca57d6803b123a67503a38203bf13a0d69d61n,
      c1: 0x298727f8aeedaf8ed2c78961f7382ce0ce8ae05c87e6ec9dfa3b68ad9b698dc0n,
    },
  },
  c: {
    x: 0x3042a218eab8f9dea6051eb7141cbd2e8d2c55200ba85b47a1adc7a8bbc18f53n,
    y: 0x134b063b32f90d4d9d335c1b963763831899a4bef56f08e2819a8be3c10b7a06n,
  },
};
