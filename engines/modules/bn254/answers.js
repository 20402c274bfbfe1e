// Written by engines/generate/bn254/knownAnswers.ts: do not edit.

/** Keys that are of no circuit, and proofs that hold under each. */
export const PROVABLE = [
  {
    key: {
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
    },
    proofs: [
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
            x: 0x71941b988156080c7d25e860cb3283943f6e70efa844b4f37f7046c5fce250dn,
            y: 0x202d66ed5406375e5421616320644e760f8051f3099bec13bf9be2564361df7cn,
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
        signals: [
          0xdc83b9f6d4c0dfb4b79bf3283fca43995b64a8778f69be6c75f88090619542fn,
          0x301552e91be2c1b55803f4ab1a672535efc8216bd504d2be2fbac2ab3ab14d48n,
          0x2e3b6dae7c098afb163a0e66afc9f24a9d41783ff8c91fcbb6cf9136fad91cf2n,
        ],
      },
      {
        proof: {
          a: {
            x: 0x1635612699d84b27fadf677943afe5bb9facb8ef03d70acf77380dca1c6b4c81n,
            y: 0x4e18e01da8d9680f48a20a9b584e9730d2a9a56818fed5cfac6132f35a46048n,
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
        signals: [0x297a8c6277e164b60bb284e59393704fd951103e1f313bea3a2f64c7f2492493n, 0n, 0n],
      },
    ],
  },
  {
    key: {
      alpha: {
        x: 0x1283f5e1f11c14484d3b2dc99c874721d491932aececc4cf16f7ae18f76f03afn,
        y: 0x2083b907c91e2081a1b3a21ace39983b75ca2645c26a442b54df6a8593b45a04n,
      },
      beta: {
        x: {
          c0: 0x26ad11be0aaa37c9411b62c2287fdbe3c06cc133772280232dafd271abc4f8a3n,
          c1: 0x6e20a9670a9e70f22a179cf26db165a4540b5b1d39f876a45ff517cf4eaea77n,
        },
        y: {
          c0: 0xde411a1606c728ee7e607e3e356487302f0ece5f74fa22192121dc06e193c1fn,
          c1: 0x1f57567bd5f7c273ce1064cc788b40d6f7a3c72fe5be5ed1a99e12ce510f0475n,
        },
      },
      gamma: {
        x: {
          c0: 0x39ef4ba65b01c07bae62fa78fc8906306f2143d0bfa078afe9a6a7488519e14n,
          c1: 0x1c085cd5fec2e1192beb954dae2aad09c435d7286361bedc21062b528f8a5b16n,
        },
        y: {
          c0: 0x2a79272adf146990ead167e41479aa2c6587e07b32c055df60e7514e7ea4aef6n,
          c1: 0x4313b098be9f2b8c3f378a95371f1609721aa76627d46cbdfb793ef3794f109n,
        },
      },
      delta: {
        x: {
          c0: 0x1ef36ee72f91c7d197aa1dcb92b79caf6b0307a0686db078310a994ae0216b0fn,
          c1: 0x20266c52572b2d7f0f9ea7b92e83a889be2d93efa02dc9dcd7783dd9cd4e7c82n,
        },
        y: {
          c0: 0x28a5c3b408851101aaaa383d633dce34459e8efb20c19c3d1a7f5c4fc3a5c58dn,
          c1: 0xc219f360842d023fc6d8e264d0a98a5c4002e2384e0b76bfdc1e24712b30684n,
        },
      },
      ic: [
        {
          x: 0x1cfc703c4d22fae548885552aebd5550013b0b5bb543db37d5a5dcc4401569a3n,
          y: 0xe7dec11df3d5d95ce739d69648d99f4d32aa93f7c9e656ed790db7d3973b1d0n,
        },
        {
          x: 0x133618af5718809ea19008bc737be8e506c08716630b6a857336e667b4ff4dd4n,
          y: 0x1a72035dcc07e67e96c225bdb64ba55824cb1aa3d6d09f882195f7c817491262n,
        },
        {
          x: 0x1fcdeb2c83ffba6b44b9318d029fb454c7e56f4a99793a2e34f181088b7c4dc3n,
          y: 0x23d277110378a6be65bdbc3f037ee321ea127de05f04d963c6e730ea87f232d6n,
        },
        {
          x: 0x260d13cc70371911053a99075fabc1403e92cc1f2ac6bd680f871eae28ff5664n,
          y: 0x30456b38bdd819dd9ecd2a96a2a0dbc983ff012cf57c9d09db8a307167ce0462n,
        },
      ],
    },
    proofs: [
      {
        proof: {
          a: {
            x: 0x1f6abe66d66b14ee677064d65403bdddca4bd82c3b0fde18165adbc1b4c94394n,
            y: 0x16fd2b1f1a0716992d876814731a0e24769a03dfac6e3a9f687dec24c01e73f8n,
          },
          b: {
            x: {
              c0: 0x78aa5791ae33368edb7d4b5dd5dee74a9a3022fc25408383406802558ceb7e2n,
              c1: 0x1d0ee97c84cd96d7ed7f824556e88a1213e82825b11b10395d179a4675c4af1fn,
            },
            y: {
              c0: 0x16d6ae1695344abe12273c056a2fab6a4fb5a6c31679f3bfa2b70ac5a3965a55n,
              c1: 0x186c026bcd3eaa895f379edb177ed28e8155ff54176f2557520f76d368e0d453n,
            },
          },
          c: {
            x: 0x1dac5eac4d4fa86f7ca8e977127420e6ca0865cfb75bf2e058df70e5a1a68bcbn,
            y: 0x1e55c664b9bdc6d9c3d5b65ffa0dcee8249c06fce071b12a2bd33bedffcbc426n,
          },
        },
        signals: [0n, 1n, 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000000n],
      },
      {
        proof: {
          a: {
            x: 0x2a540597d59c85dc69324146bad479009ccd390efa4c967bb5be8920439c1aa5n,
            y: 0x249456d8b5bec94c44eeaf72d8999b3b408141adbf110487cc64c86aafd5e9bbn,
          },
          b: {
            x: {
              c0: 0x2ae7c5feb16ddf1ab25971998aeebb12e5887eb1cffe803f5089e6d5778ed6c2n,
              c1: 0x5a87ec0fea142a61f1e9e3705458163b8c23856fbed58418b52e5da6168fcc0n,
            },
            y: {
              c0: 0xe40152b2b358c11f367718ae820fb8b123b7c6de9acccd470628a772d5bd10cn,
              c1: 0x2e10c5edf3a0cff09be9072361acfa145fcc0444d99525e7ad8af98a1fa0787fn,
            },
          },
          c: {
            x: 0xd676a1721678785cecaab67f94cf1465a723e8d69ad98e7f1b65f3e441dc55an,
            y: 0x2d452e477bf53726ea273b30231a93e03a2372573f47aa89273d557ba988f56en,
          },
        },
        signals: [
          0x29877f1d78cb8f935c75647ee27e83574ab3b9a79c8f4e59a2a69b5f1e05cb90n,
          0x5aa31d06672c0d35541d31286d853419b2a1e26d92810bdb427e22322890ean,
          0x27a75cb2cd2345c754ccc581afea46cb3e26d30ff018752fed172ef5f1bf666n,
        ],
      },
      {
        proof: {
          a: {
            x: 0x155a86630714566f7fb5c776ea9911aa1e44cee3c84b80e131e3635f7031adben,
            y: 0x1ab557fcc494ddd9a883ac3ee71aca27c5fbc2b2547a4fcc3fabd56d40e42a5n,
          },
          b: {
            x: {
              c0: 0xe16385e9fdeff350945b6493af81543c24c194d747f3effe417ed263c6a3f0cn,
              c1: 0x1bd08d65f69b6b2af17e7cbaa86cd28c7effce6f852b3585c4a310e7bd01fee0n,
            },
            y: {
              c0: 0x113d17e2ff990e4c77559b2d798e17f88afe926e0bb360debcb74c8b8bcf55cfn,
              c1: 0x26297eec4308e4d61f9e4b56c7403dff41d7fbf934247551ec9b0f59f3c00c8dn,
            },
          },
          c: {
            x: 0x49e32ca177c70da270f7f2cf47255ffe6082a083e9a9430c330f9176eea46f3n,
            y: 0x17668c29b3cc309b80b92cd33f8996ef6881a54e7d2c043d2da607ad598faa14n,
          },
        },
        signals: [
          0x1159388e39bf6e8735199668bcf67ef8eb30fc56f90ab344f7ba248b99c3bccan,
          0x18a7eefdd1d8c55f0312917027bac8141def15cfdbd805c03e5314a9545a2984n,
          0x1b6a9d981958851bec9128ed91976f7558eddfd595bbd68de89fafe57e772299n,
        ],
      },
      {
        proof: {
          a: {
            x: 0x21e2ea20a9b698bfd2e47af8e9372ed3c4eace7b24dadc3cf971750a884d5b1an,
            y: 0x1dd870d6e40e16fea54225e2b6e7b7da4fdacca4372417b5ebb4056711786c62n,
          },
          b: {
            x: {
              c0: 0x21ff77882270752b584ab00e944aa7e12276044695bf82a47c40f0e4fd2c57b3n,
              c1: 0x3c2227d495403026f9e07942a4cda91d2eb0125c57017d41a56d91e9446f224n,
            },
            y: {
              c0: 0x15a455462f870154b51c9c830a7b312f67e4c390e56bc2f3e28e893325df4949n,
              c1: 0x27afd635e9d2529e8b21d24b420e725510950d31774bc61ce7599063658159b7n,
            },
          },
          c: {
            x: 0x19d6e085fa67a8363d88a4d99deabda5c428475e1c308f6d76b5d83d4132ffd3n,
            y: 0x14a55919e381999e30edce887c3ac0795eb9f8dc21e0e37ecc8ab4b90e70b06cn,
          },
        },
        signals: [
          0x2ebd63d00dd6c3464f074d5b76a0031df5e565fdaaf68c2d90b7ee8aa541f22cn,
          0x24d3e3ff19b595f1d7517b39355803a2c80e583cd26531d75dbbc452e4cd9f2en,
          0xfd5b3bb4dfef8cc49a901ffede15fa1af60e03f60252a0d3cb89260919f5a3dn,
        ],
      },
      {
        proof: {
          a: {
            x: 0x82ded57603180fa5fe863d85c853667061d651fe1bf38a71500be3353fb1036n,
            y: 0x10f6ec15234a762029fc6ffc5d31b804d3a5a8ee6dd7a6417b17bd5595b3df83n,
          },
          b: {
            x: {
              c0: 0x24cd04aaed2555744888de7a7aaf2070398a61822f53be6214a9c9f062bde41cn,
              c1: 0x1c3e2cc69e89e6e0977da534117539d9961fd78b22fe254c6613795c15f290ccn,
            },
            y: {
              c0: 0x1cb7e6e514e1cb418bb6e312599d5570f65512cc1185b2558a67d6772ce0c607n,
              c1: 0x2d1fac4e4d0b8d058939f8c2f9034cfb2e39e29d631a3997b85ba747ba55002cn,
            },
          },
          c: {
            x: 0x1d2ff601bb0a66b970a4c7d880ced70dcb21786d4eb7d8602efff5dc1cc250b6n,
            y: 0x28c58952c6101eeae925838d0723ebe8a98015aa620cb3d8b6ebc19f54fa3d23n,
          },
        },
        signals: [0x297a8c6277e164b60bb284e59393704fd951103e1f313bea3a2f64c7f2492493n, 0n, 0n],
      },
    ],
  },
];

/** A point of the twist that is not of order r. */
export const OUTSIDE = {
  x: { c0: 1n, c1: 0n },
  y: {
    c0: 0x7fb3d558dafafb6bf6dd326a5fefe0beca3f9ac3bd999a390d504fad34b0b8cn,
    c1: 0x2351dcdda257b62181cbd745dfee16d5fdf4eb185bbcf33c20a0fe6eaa9cb4a3n,
  },
};

/** Points of the prover's key, and what it makes under that. */
export const POINTS = {
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
export const PART_A = {
  a: {
    x: 0x12f058b0f20d3a69b92f629e8979bb4bf3e2d2a0ffe6c0726c19e81a05fc0d95n,
    y: 0xd21146e1e34808ea969d036f5ce6d289804c377c43ef4a530f145712e223f54n,
  },
  c: {
    x: 0xfc00ba54d77ea1d251f7601613a4a962a4bcf83abba2319f1fd586bbec96c93n,
    y: 0x1f9e7e861a85766511ca1b2eea76bc5b3b0383a6bc48ec1d6b635d6ad2b3875bn,
  },
};
export const PART_B = {
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
export const PROOF = {
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
