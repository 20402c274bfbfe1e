// Written by scripts/generate/abis.ts from contracts/FaultProofs.sol: do not edit.
import type { Abi } from "viem";

/** The ABI of `FaultProofs`. */
export const faultProofsAbi = [
  {
    inputs: [
      { internalType: "address", name: "registry", type: "address" },
      { internalType: "address", name: "stake", type: "address" },
      { internalType: "address", name: "poseidon", type: "address" },
    ],
    stateMutability: "nonpayable",
    type: "constructor",
  },
  { inputs: [{ internalType: "uint256", name: "offset", type: "uint256" }], name: "BadPayloadType", type: "error" },
  {
    inputs: [{ internalType: "uint256", name: "blockNumber", type: "uint256" }],
    name: "CommittedInThisBlock",
    type: "error",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "expected", type: "bytes32" },
      { internalType: "bytes32", name: "actual", type: "bytes32" },
    ],
    name: "DigestMismatch",
    type: "error",
  },
  { inputs: [], name: "ECDSAInvalidSignature", type: "error" },
  {
    inputs: [{ internalType: "uint256", name: "length", type: "uint256" }],
    name: "ECDSAInvalidSignatureLength",
    type: "error",
  },
  { inputs: [{ internalType: "bytes32", name: "s", type: "bytes32" }], name: "ECDSAInvalidSignatureS", type: "error" },
  { inputs: [], name: "EntryMalformed", type: "error" },
  { inputs: [], name: "HeaderMalformed", type: "error" },
  {
    inputs: [
      { internalType: "uint64", name: "index", type: "uint64" },
      { internalType: "uint64", name: "size", type: "uint64" },
    ],
    name: "IndexOutOfRange",
    type: "error",
  },
  {
    inputs: [{ internalType: "enum IFaultProofs.Fault", name: "fault", type: "uint8" }],
    name: "NoFault",
    type: "error",
  },
  { inputs: [{ internalType: "address", name: "account", type: "address" }], name: "NoPoseidon", type: "error" },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
    ],
    name: "NotALogOf",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint64", name: "batchPosition", type: "uint64" },
      { internalType: "uint32", name: "position", type: "uint32" },
    ],
    name: "NotInBatch",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "sequence", type: "uint64" },
      { internalType: "uint64", name: "position", type: "uint64" },
    ],
    name: "NotInBatchLog",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "address", name: "signer", type: "address" },
    ],
    name: "NotSignedBy",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint256", name: "length", type: "uint256" },
      { internalType: "uint256", name: "expected", type: "uint256" },
    ],
    name: "ProofLength",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "key", type: "address" },
      { internalType: "uint64", name: "until", type: "uint64" },
      { internalType: "uint64", name: "acceptedAt", type: "uint64" },
    ],
    name: "ReceiptAfterRetirement",
    type: "error",
  },
  { inputs: [], name: "Sha256Failed", type: "error" },
  {
    inputs: [
      { internalType: "uint256", name: "words", type: "uint256" },
      { internalType: "uint256", name: "members", type: "uint256" },
    ],
    name: "WordCount",
    type: "error",
  },
  {
    anonymous: false,
    inputs: [{ indexed: true, internalType: "bytes32", name: "commitment", type: "bytes32" }],
    name: "Committed",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "enum IFaultProofs.Fault", name: "fault", type: "uint8" },
      { indexed: true, internalType: "address", name: "reporter", type: "address" },
      { indexed: false, internalType: "bool", name: "rewarded", type: "bool" },
    ],
    name: "FaultProven",
    type: "event",
  },
  {
    inputs: [{ internalType: "bytes32", name: "commitment", type: "bytes32" }],
    name: "commit",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [{ internalType: "bytes32", name: "commitment", type: "bytes32" }],
    name: "committedIn",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          {
            components: [
              { internalType: "uint64", name: "size", type: "uint64" },
              { internalType: "bytes32", name: "root", type: "bytes32" },
              { internalType: "bytes", name: "signature", type: "bytes" },
            ],
            internalType: "struct Evidence.SignedCheckpoint",
            name: "signed",
            type: "tuple",
          },
        ],
        internalType: "struct IFaultProofs.Statement",
        name: "first",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          {
            components: [
              { internalType: "uint64", name: "size", type: "uint64" },
              { internalType: "bytes32", name: "root", type: "bytes32" },
              { internalType: "bytes", name: "signature", type: "bytes" },
            ],
            internalType: "struct Evidence.SignedCheckpoint",
            name: "signed",
            type: "tuple",
          },
        ],
        internalType: "struct IFaultProofs.Statement",
        name: "second",
        type: "tuple",
      },
    ],
    name: "proveCheckpointEquivocation",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "bytes32", name: "log", type: "bytes32" },
              { internalType: "uint64", name: "index", type: "uint64" },
              { internalType: "bytes32", name: "entryHash", type: "bytes32" },
              { internalType: "uint64", name: "acceptedAt", type: "uint64" },
            ],
            internalType: "struct Evidence.Receipt",
            name: "receipt",
            type: "tuple",
          },
          { internalType: "bytes", name: "signature", type: "bytes" },
        ],
        internalType: "struct IFaultProofs.SignedReceipt",
        name: "receipt",
        type: "tuple",
      },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "anchored",
        type: "tuple",
      },
    ],
    name: "proveEntryEquivocation",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "previous",
        type: "tuple",
      },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "next",
        type: "tuple",
      },
    ],
    name: "proveEntrySuccession",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "entry",
        type: "tuple",
      },
      { internalType: "bytes", name: "signature", type: "bytes" },
    ],
    name: "proveExternallyOwned",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "leaf",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint256", name: "chainId", type: "uint256" },
          { internalType: "address", name: "registry", type: "address" },
          { internalType: "address", name: "operator", type: "address" },
          { internalType: "bytes32", name: "nameHash", type: "bytes32" },
        ],
        internalType: "struct IFaultProofs.LogOpening",
        name: "log",
        type: "tuple",
      },
    ],
    name: "proveForeignLog",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "entry",
        type: "tuple",
      },
      { internalType: "bytes", name: "signature", type: "bytes" },
    ],
    name: "proveForgedAction",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "first",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "second",
        type: "tuple",
      },
    ],
    name: "proveFork",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "previous",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "next",
        type: "tuple",
      },
    ],
    name: "proveHeaderSuccession",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "position", type: "uint64" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              {
                components: [
                  { internalType: "uint64", name: "size", type: "uint64" },
                  { internalType: "bytes32", name: "root", type: "bytes32" },
                  { internalType: "bytes", name: "signature", type: "bytes" },
                ],
                internalType: "struct Evidence.SignedCheckpoint",
                name: "signed",
                type: "tuple",
              },
            ],
            internalType: "struct IFaultProofs.Statement",
            name: "under",
            type: "tuple",
          },
          { internalType: "bytes32", name: "leafHash", type: "bytes32" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct IFaultProofs.LeafStatement",
        name: "first",
        type: "tuple",
      },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              {
                components: [
                  { internalType: "uint64", name: "size", type: "uint64" },
                  { internalType: "bytes32", name: "root", type: "bytes32" },
                  { internalType: "bytes", name: "signature", type: "bytes" },
                ],
                internalType: "struct Evidence.SignedCheckpoint",
                name: "signed",
                type: "tuple",
              },
            ],
            internalType: "struct IFaultProofs.Statement",
            name: "under",
            type: "tuple",
          },
          { internalType: "bytes32", name: "leafHash", type: "bytes32" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct IFaultProofs.LeafStatement",
        name: "second",
        type: "tuple",
      },
    ],
    name: "proveLeafEquivocation",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "leaf",
        type: "tuple",
      },
    ],
    name: "proveMalformedEntry",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "leaf",
        type: "tuple",
      },
    ],
    name: "proveMalformedHeader",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "bytes32", name: "log", type: "bytes32" },
              { internalType: "uint64", name: "index", type: "uint64" },
              { internalType: "bytes32", name: "entryHash", type: "bytes32" },
              { internalType: "uint64", name: "acceptedAt", type: "uint64" },
            ],
            internalType: "struct Evidence.Receipt",
            name: "receipt",
            type: "tuple",
          },
          { internalType: "bytes", name: "signature", type: "bytes" },
        ],
        internalType: "struct IFaultProofs.SignedReceipt",
        name: "first",
        type: "tuple",
      },
      {
        components: [
          {
            components: [
              { internalType: "bytes32", name: "log", type: "bytes32" },
              { internalType: "uint64", name: "index", type: "uint64" },
              { internalType: "bytes32", name: "entryHash", type: "bytes32" },
              { internalType: "uint64", name: "acceptedAt", type: "uint64" },
            ],
            internalType: "struct Evidence.Receipt",
            name: "receipt",
            type: "tuple",
          },
          { internalType: "bytes", name: "signature", type: "bytes" },
        ],
        internalType: "struct IFaultProofs.SignedReceipt",
        name: "second",
        type: "tuple",
      },
      { internalType: "bytes32", name: "nameHash", type: "bytes32" },
    ],
    name: "proveReceiptEquivocation",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "first",
        type: "tuple",
      },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "second",
        type: "tuple",
      },
    ],
    name: "proveReplay",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "entry",
        type: "tuple",
      },
      {
        components: [
          { internalType: "string", name: "payloadType", type: "string" },
          { internalType: "uint64", name: "deadline", type: "uint64" },
          { internalType: "bytes32[]", name: "words", type: "bytes32[]" },
        ],
        internalType: "struct Actions.Opening",
        name: "opening",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint256", name: "leaf", type: "uint256" },
          { internalType: "uint256[24]", name: "siblings", type: "uint256[24]" },
        ],
        internalType: "struct ZkTree.ZkPath",
        name: "path",
        type: "tuple",
      },
    ],
    name: "proveWrongCommitment",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
] as const satisfies Abi;

/** What deploys a `FaultProofs`, before its constructor's arguments. */
export const faultProofsCreationBytecode =
  "0x60e060405234801561000f575f5ffd5b50604051614e63380380614e6383398101604081905261002e916100b8565b6001600160a01b03808316608052831660a05261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c051614c846101df5f395f81816105ff015261064601525f81816102550152818161028f015281816103a60152818161041a015281816104c20152818161057e015281816105af0152818161070b015281816108150152818161094b0152818161097e015281816109b101528181610a9701528181610ac701528181610b8e01528181610bbf01528181610c5101528181610e6401528181610e9401528181610fca01528181611e1801528181611ed8015261201101525f818161130601528181611f480152818161299f015281816133c401526134a80152614c845ff3fe608060405234801561000f575f5ffd5b50600436106100fb575f3560e01c80638943248511610093578063d5deeb5511610063578063d5deeb5514610203578063db7cc8af14610216578063f14fcbc814610229578063fa78132c1461023c575f5ffd5b806389432485146101995780639073319f146101ca578063ac0a5182146101dd578063c1cef0ce146101f0575f5ffd5b806346a179a9116100ce57806346a179a91461014d57806364e43b051461016057806369f753d314610173578063837b072c14610186575f5ffd5b806301a0eb48146100ff5780630c84fd2d146101145780631903464f1461012757806321985dc31461013a575b5f5ffd5b61011261010d366004613f38565b61024f565b005b610112610122366004613fb6565b6103a0565b61011261013536600461401c565b6104bb565b610112610148366004614080565b610576565b61011261015b36600461412b565b6106b8565b61011261016e36600461419d565b610704565b61011261018136600461401c565b61080f565b6101126101943660046141e8565b610944565b6101b86101a736600461426d565b5f9081526020819052604090205490565b60405190815260200160405180910390f35b6101126101d8366004614284565b610a91565b6101126101eb36600461419d565b610b87565b6101126101fe36600461419d565b610c4a565b610112610211366004614346565b610e1e565b61011261022436600461419d565b610e5e565b61011261023736600461426d565b610f74565b61011261024a366004614284565b610fc4565b816102887f0000000000000000000000000000000000000000000000000000000000000000858361028360808201826143d6565b6110e1565b5f5f6102b57f0000000000000000000000000000000000000000000000000000000000000000878661123b565b815191935091505f90843514801561031157506102d86040860160208701614418565b63ffffffff1683604001516102ed919061444f565b6001600160401b0316610306604086016020870161446e565b6001600160401b0316145b90505f828560400135148015610360575061033761033260408801886143d6565b611272565b61012001516001600160401b0316610355608087016060880161446e565b6001600160401b0316145b9050610377828015610370575081155b60016112ad565b61039589896001883561039060408b0160208c0161446e565b6112d1565b505050505050505050565b5f6103cc7f00000000000000000000000000000000000000000000000000000000000000008585611368565b509091505f905061040283356103e86040860160208701614489565b6103f86060870160408801614489565b86606001356113bb565b90505f83354614801561045557506001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001661044a6040860160208701614489565b6001600160a01b0316145b801561048157506001600160a01b0386166104766060860160408701614489565b6001600160a01b0316145b905061049d835f015183148015610496575081155b60086112ad565b6104b287876008865f015187604001516112d1565b50505050505050565b5f5f6104e87f0000000000000000000000000000000000000000000000000000000000000000858561123b565b90925090505f806105046104ff60408701876143d6565b61140e565b915091505f82801561052c575061052c856105256040890160208a01614418565b8685611637565b905061053a811560096112ad565b845161056c908990899060099061055760408c0160208d01614418565b63ffffffff168a60400151610390919061444f565b5050505050505050565b5f5f5f6105a47f000000000000000000000000000000000000000000000000000000000000000088886116fc565b9250925092506105d67f0000000000000000000000000000000000000000000000000000000000000000888488611733565b5f6105e186806143d6565b6040516105ef9291906144a4565b604051809103902090505f6106367f00000000000000000000000000000000000000000000000000000000000000008585858b806040019061063191906144b3565b611823565b6101208601519091505f9061067b7f000000000000000000000000000000000000000000000000000000000000000061067560408d0160208e01614418565b8a611c9c565b14905061069681801561068f575087358314155b600d6112ad565b6106ab8b8b600d885f015189602001516112d1565b5050505050505050505050565b5f5f6106c48585611de6565b915091505f5f6106d48786611de6565b90925090506106f76001600160401b0385811690841614848314141560026112ad565b61056c888860025f611f1a565b5f5f6107317f000000000000000000000000000000000000000000000000000000000000000086866116fc565b50915091505f61074386868587611fb0565b90505f61075a82866107558589612047565b612137565b805184519192505f9114801561078a575081602001516001600160401b031684602001516001600160401b031614155b80156107af575081606001516001600160a01b031684606001516001600160a01b0316145b80156107c2575081608001518460800151145b90506107cf81600a6112ad565b6103958989600a875f015186602001516001600160401b031689602001516001600160401b0316116108055786602001516112d1565b88602001516112d1565b5f61083b7f0000000000000000000000000000000000000000000000000000000000000000848461218f565b91505f90508061085661085160408601866143d6565b6122e3565b915091508115610920575f6001600160401b03801682608001516001600160401b0316141580156108ac5750610892604086016020870161446e565b6001600160401b031682608001516001600160401b031610155b90505f61012c6001600160401b031685604001516001600160401b03166108d391906144f8565b6108df906103e861450b565b905061090482806108fd5750818461014001516001600160401b0316115b60076112ad565b61091988886007865f015187604001516112d1565b505061093c565b61093c868660076109376040890160208a0161446e565b611f1a565b505050505050565b82826109797f0000000000000000000000000000000000000000000000000000000000000000878461028360808201826143d6565b6109ac7f0000000000000000000000000000000000000000000000000000000000000000878361028360808901896143d6565b6109d97f00000000000000000000000000000000000000000000000000000000000000008784358661248c565b5f82358235148015610a1a57506109f6604083016020840161446e565b6001600160401b0316610a0f604085016020860161446e565b6001600160401b0316145b90505f82604001358460400135148015610a635750610a3f608084016060850161446e565b6001600160401b0316610a58608086016060870161446e565b6001600160401b0316145b9050610a79828015610a73575081155b5f6112ad565b61039589895f873561039060408a0160208b0161446e565b5f610abd7f000000000000000000000000000000000000000000000000000000000000000086866116fc565b509150505f610af87f0000000000000000000000000000000000000000000000000000000000000000610af384606001516124c9565b61252b565b90505f82606001516001600160a01b0316610b488387878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061256192505050565b6001600160a01b0316149050610b72818015610b6b575060e084015160ff166001145b600c6112ad565b61056c8888600c865f015187602001516112d1565b5f5f610bb47f00000000000000000000000000000000000000000000000000000000000000008686611368565b50915091505f610be57f00000000000000000000000000000000000000000000000000000000000000008786611368565b505060808101519091505f906001600160401b0316610c0a604088016020890161446e565b6001600160401b0316149050610c35818015610c2e5750610c2c858585612589565b155b60056112ad565b61056c88886005855f015186604001516112d1565b5f5f610c777f0000000000000000000000000000000000000000000000000000000000000000868661123b565b915091505f610c8886868587611fb0565b9050610c948185612047565b505f610ca08580614522565b610cb190604081019060200161446e565b6001600160401b0316610cc48780614522565b610cd590604081019060200161446e565b6001600160401b031614610d705760808201516001600160401b0316610cfb8780614522565b610d0c90604081019060200161446e565b6001600160401b0316148015610d4c575060018460600151610d2e9190614540565b63ffffffff16610d446040880160208901614418565b63ffffffff16145b8015610d6b5750610d636040860160208701614418565b63ffffffff16155b610da9565b610d806040870160208801614418565b610d919063ffffffff1660016144f8565b610da16040870160208801614418565b63ffffffff16145b90505f610dd5610dbf61033260408a018a6143d6565b85610dd061033260408b018b6143d6565b61264b565b9050610dec828015610de5575081155b60046112ad565b8251610395908a908a90600490610e0960408c0160208d01614418565b63ffffffff168860400151610390919061444f565b610e298484846126c1565b610e348484836126c1565b610e4a81602001358360200135141560036112ad565b610e578585600386611f1a565b5050505050565b5f610e8a7f00000000000000000000000000000000000000000000000000000000000000008585611368565b505090505f610eba7f00000000000000000000000000000000000000000000000000000000000000008685611368565b509091505f9050610ed1604085016020860161446e565b6001600160401b0316610eea604087016020880161446e565b6001600160401b031614159050610f34818015610f08575082518451145b8015610f2d575082602001516001600160401b031684602001516001600160401b0316145b60066112ad565b6104b287876006865f015186604001516001600160401b031688604001516001600160401b031610610f6a5786604001516112d1565b87604001516112d1565b5f8181526020819052604090205415610f8a5750565b5f818152602081905260408082204390555182917f1d835fd041cc3bb34aa7ab8341f3008e52f9e9abe48577aab34a2ba101e5030f91a250565b5f610ff07f000000000000000000000000000000000000000000000000000000000000000086866116fc565b5060e08101519092505f915060ff1615801561102657508160c00151848460405161101c9291906144a4565b6040518091039020145b90505f5f61106d8460a0015187878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061275192505050565b5090925090505f808260038111156110875761108761455c565b1480156110a9575084606001516001600160a01b0316836001600160a01b0316145b90506110c08480156110b9575081155b600b6112ad565b6110d58a8a600b885f015189602001516112d1565b50505050505050505050565b5f61111184356110f7604087016020880161446e565b604087013561110c6080890160608a0161446e565b61279a565b90505f611123878760028588886127f2565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa15801561117a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061119e9190614570565b9150506001600160401b038116158015906111e457506111c96001600160401b0382166103e861450b565b6111d9608088016060890161446e565b6001600160401b0316115b1561056c5781816111fb6080890160608a0161446e565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b0391821660248401521660448201526064015b60405180910390fd5b611243613dbc565b5f61125885856112538680614522565b611368565b5090925061126890508284612047565b9050935093915050565b61127a613e35565b5f611285848461140e565b92509050806112a657604051620f67ed60e11b815260040160405180910390fd5b5092915050565b816112cd57806040516337e19b7160e11b815260040161123291906145a8565b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015611347575f5ffd5b505af1158015611359573d5f5f3e3d5ffd5b50505050610e578585856128f1565b611370613dbc565b604080516060810182525f8082526020820181905291810182905261139686868661218f565b90925090506113b06113ab60408601866143d6565b612acc565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b5f611417613e35565b60ce8314158061144e5750600160f81b84845f81611437576114376145ce565b9050013560f81c60f81b6001600160f81b03191614155b1561145b575f9150611630565b6114696021600185876145e2565b61147291614609565b81526114826029602185876145e2565b61148b91614626565b60c01c60208201526114a16049602985876145e2565b6114aa91614609565b60408201526114bd605d604985876145e2565b6114c69161465c565b606090811c908201526114dd607d605d85876145e2565b6114e691614609565b60808201526114f9609d607d85876145e2565b61150291614609565b60a082015261151560bd609d85876145e2565b61151e91614609565b60c0820152838360bd818110611536576115366145ce565b919091013560f81c60e08301525061155260c660be85876145e2565b61155b91614626565b60c01c61010082015261157260ce60c685876145e2565b61157b91614626565b60c01c6101208201526020810151661fffffffffffff6001600160401b03909116118015906115b55750600160ff168160e0015160ff1611155b80156115d9575061010081015160e082015160ff16156001600160401b0390911615145b80156116035750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b801561162d5750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b91505b9250929050565b835181515f9114801561167457508363ffffffff16856040015161165b919061444f565b6001600160401b031682602001516001600160401b0316145b801561169c57508461014001516001600160401b03168261012001516001600160401b031611155b80156116be575063ffffffff84161515806116be57508460c001518260400151145b80156116f35750600185606001516116d69190614540565b63ffffffff168463ffffffff161415806116f357508460e0015183145b95945050505050565b611704613dbc565b61170c613e35565b5f61171886868661123b565b9093509050611728838583612137565b915093509350939050565b5f8061174761174284806143d6565b612b01565b90925090508061175a60408501856144b3565b9050146117935761176e60408401846144b3565b604051631f37c23760e31b815261123292508390600401918252602082015260400190565b5f61179e84806143d6565b6040516117ac9291906144a4565b60405180910390208480604001906117c491906144b3565b6040516020016117d69392919061469c565b60408051601f19818403018152919052805160209091012090505f6118046117fe86806143d6565b86612d1d565b905061056c8888888461181d60408b0160208c0161446e565b87612d6c565b5f5f5f6118308585612e19565b915091505f600882901b60055f516020614c645f395f51905f528b6080015161185991906146e1565b611864911b876144f8565b61186e91906144f8565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f516020614c645f395f51905f528f608001516118f491906146f4565b8152602081018790526101208f01516001600160401b0316604082015260600161192b5f516020614c645f395f51905f528f6146f4565b8152506040518363ffffffff1660e01b815260040161194b929190614707565b602060405180830381865afa158015611966573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061198a919061473e565b9050611994613ea5565b5f5b6004811015611b17575f6119ab82600461450b565b6119b69060026144f8565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b8660128110611a1b57611a1b6145ce565b602002015181526020018b866001611a3391906144f8565b60128110611a4357611a436145ce565b602002015181526020018b866002611a5b91906144f8565b60128110611a6b57611a6b6145ce565b602002015181526020018b866003611a8391906144f8565b60128110611a9357611a936145ce565b60200201518152506040518363ffffffff1660e01b8152600401611ab8929190614755565b602060405180830381865afa158015611ad3573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611af7919061473e565b838360048110611b0957611b096145ce565b602002015250600101611996565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf390611b58906f616e63686f726c6f672f312f72657374908690600401614755565b602060405180830381865afa158015611b73573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611b97919061473e565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f516020614c645f395f51905f528f5f1c611c1091906146f4565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b8152600401611c4a929190614707565b602060405180830381865afa158015611c65573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611c89919061473e565b96505050505050505b9695505050505050565b8035611ca6613ea5565b5f5b6008811015611ddd575f611cbd82600261450b565b63ffffffff8716901c60031690505f5b6003811015611d3c576020860181611ce685600361450b565b611cf091906144f8565b60188110611d0057611d006145ce565b602002013584838310611d1d57611d188360016144f8565b611d1f565b825b60048110611d2f57611d2f6145ce565b6020020152600101611ccd565b5083838260048110611d5057611d506145ce565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf390611d93906f616e63686f726c6f672f312f6e6f6465908790600401614755565b602060405180830381865afa158015611dae573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611dd2919061473e565b935050600101611ca8565b50509392505050565b5f8036611df66020850185614782565b9050611e0560408201826143d6565b90505f03611ed3575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e3087611e4b602089018961446e565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015611e9b573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611ebf9190614802565b602081015190519094509250611630915050565b611efe7f00000000000000000000000000000000000000000000000000000000000000008683612ecb565b611f0b602082018261446e565b92506020013590509250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b158015611f89575f5ffd5b505af1158015611f9b573d5f5f3e3d5ffd5b50505050611faa8484846128f1565b50505050565b611fb8613dbc565b611fc28280614522565b611fd390604081019060200161446e565b6001600160401b0316611fe68580614522565b611ff790604081019060200161446e565b6001600160401b03160361200c575081611406565b61203b7f0000000000000000000000000000000000000000000000000000000000000000866112538580614522565b50909695505050505050565b5f61209161205860408401846143d6565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612f0392505050565b90505f6120ce826120a86040860160208701614418565b63ffffffff16866060015163ffffffff168680606001906120c991906144b3565b612f31565b905083610100015181146112a6576120e68380614522565b6120f790604081019060200161446e565b6121076040850160208601614418565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401611232565b61213f613e35565b61214f61033260408501856143d6565b905061216c846121656040860160208701614418565b8484611637565b61218857604051620f67ed60e11b815260040160405180910390fd5b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e30856121c7602087018761446e565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015612217573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061223b9190614802565b905061224d61205860408501856143d6565b91505f61227683612264604087016020880161446e565b60208501516120c960608901896144b3565b825190915081146122da578461228f602086018661446e565b61229f604087016020880161446e565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401611232565b50935093915050565b5f6122ec613dbc565b60e5831415806123235750600160f91b84845f8161230c5761230c6145ce565b9050013560f81c60f81b6001600160f81b03191614155b15612330575f9150611630565b61233e6021600185876145e2565b61234791614609565b81526123576029602185876145e2565b61236091614626565b60c01c60208201526123766031602985876145e2565b61237f91614626565b60c01c60408201526123956035603185876145e2565b61239e9161484d565b60e01c60608201526123b4603d603585876145e2565b6123bd91614626565b60c01c60808201526123d3605d603d85876145e2565b6123dc91614609565b60a08201526123ef607d605d85876145e2565b6123f891614609565b60c082015261240b609d607d85876145e2565b61241491614609565b60e082015261242760bd609d85876145e2565b61243091614609565b61010082015261244460dd60bd85876145e2565b61244d91614609565b61012082015261246160e560dd85876145e2565b61246a91614626565b60c01c61014082015261247c81613049565b801561162d575061162d8161314a565b612498468585846113bb565b8214611faa576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401611232565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e22408260405160200161250e9291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f612558612538846131d5565b8360405161190160f01b8152600281019290925260228201526042902090565b90505b92915050565b5f5f5f5f61256f8686612751565b92509250925061257f8282613221565b5090949350505050565b825181515f911480156125c0575060208401516125a790600161444f565b6001600160401b031682602001516001600160401b0316145b80156125fa5750836060015163ffffffff1684604001516125e1919061444f565b6001600160401b031682604001516001600160401b0316145b80156126095750828260a00151145b801561261c57508360e001518260c00151145b801561140657508361014001516001600160401b03168261014001516001600160401b03161015949350505050565b825181515f911480156126825750602084015161266990600161444f565b6001600160401b031682602001516001600160401b0316145b80156126915750828260400151145b801561140657508361012001516001600160401b03168261012001516001600160401b0316101590509392505050565b5f806126d6856126d18580614883565b611de6565b90925090505f6126f3602085013586856120c960408901896144b3565b905081811461093c57856127078580614883565b61271590602081019061446e565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401611232565b5f5f5f8351604103612788576020840151604085015160608601515f1a61277a888285856132d9565b955095509550505050612793565b505081515f91506002905b9250925092565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c0016113ed565b5f61283b612800888661252b565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061256192505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015612894573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906128b89190614897565b611c925760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401611232565b5f6001600160e01b031981351661290b36602481856145e2565b60405160200161291d939291906148b6565b60408051808303601f1901815282825280516020918201208184018190523384840152606080850189905283518086039091018152608090940183528351938201939093205f908152908190522054909150438103612991576040516397f3310f60e01b8152436004820152602401611232565b8015155f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016637aeccce987846129d0575f6129d2565b335b6040516001600160e01b031960e085901b1681526001600160a01b039283166004820152911660248201526044016020604051808303815f875af1158015612a1c573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612a409190614897565b612a4a575f612a4c565b815b9050818015612a59575080155b15612a6b57612a6886846133a1565b90505b3385600d811115612a7e57612a7e61455c565b876001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612abb911515815260200190565b60405180910390a450505050505050565b612ad4613dbc565b5f612adf84846122e3565b92509050806112a657604051635d6786e360e01b815260040160405180910390fd5b5f80838382612b1183838361351e565b9050600781111580612b2d57506020612b2b6007836148d9565b115b80612b595750612b5783835f818110612b4857612b486145ce565b9050013560f81c60f81b6135a8565b155b15612b7957604051637c08de9f60e11b81525f6004820152602401611232565b612b846007826148d9565b94507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be612bb3828785876145e2565b604051612bc19291906144a4565b604051809103902014612bea57604051637c08de9f60e11b815260048101869052602401611232565b612bf2613ec3565b600560fb1b5b82841480612c3557506001600160f81b03198116858585818110612c1e57612c1e6145ce565b9050013560f81c60f81b6001600160f81b03191614155b15612c5657604051637c08de9f60e11b815260048101849052602401611232565b60108603612c7a57604051637c08de9f60e11b815260048101849052602401611232565b612c918585612c8a8660016144f8565b858a6135da565b9250612c9c866148ec565b95508383108015612cd55750848484818110612cba57612cba6145ce565b9050013560f81c60f81b6001600160f81b031916602960f81b145b612ce45750600b60fa1b612bf8565b83612cf08460016144f8565b14612d1157604051637c08de9f60e11b815260048101849052602401611232565b50505050509250929050565b5f3681612d2c848287896145e2565b91509150818183838989604051602001612d4b96959493929190614904565b60405160208183030381529060405280519060200120925050509392505050565b835160608086015160808088015160408051602081018a9052908101959095526001600160a01b0390921692840192909252908201526001600160401b03831660a082015260c081018290525f9060e0016040516020818303038152906040528051906020012090505f612de3612538898961377a565b90508560a00151811461056c5760a0860151604051632c97d7bb60e21b8152600481019190915260248101829052604401611232565b612e21613ee2565b5f805b83811015612ec3575f516020614c645f395f51905f52858583818110612e4c57612e4c6145ce565b905060200201355f1c612e5f91906146f4565b838260128110612e7157612e716145ce565b6020020152612e8181600361450b565b5f516020614c645f395f51905f52868684818110612ea157612ea16145ce565b905060200201355f1c612eb491906146e1565b901b9190911790600101612e24565b509250929050565b5f612ee783612edd602085018561446e565b846020013561380d565b9050610e578484600184612efe60408801886143d6565b6127f2565b5f61255b5f60f81b83604051602001612f1d929190614995565b604051602081830303815290604052613883565b5f836001600160401b0316856001600160401b031610612f77576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401611232565b5f5f612f8387876138c1565b9092509050612f9281836144f8565b8414612fc55783612fa382846144f8565b604051630602a2fd60e51b815260048101929092526024820152604401611232565b8792505f5b828110156130185760016001600160401b038916821c1615612ffd57612ff8600582901b8701355b85613912565b61300e565b61300e84600583901b880135613912565b9350600101612fca565b50815b8481101561303d57613033600582901b870135612ff2565b935060010161301b565b50505095945050505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b0316111580156130945750661fffffffffffff6001600160401b031682604001516001600160401b031611155b80156130a95750606082015163ffffffff1615155b80156130c857506201000063ffffffff16826060015163ffffffff1611155b80156131085750661fffffffffffff6001600160401b031682608001516001600160401b0316111580613108575060808201516001600160401b03908116145b801561312557506101208201515f516020614c645f395f51905f52115b801561255b5750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f1461318b5760808201516001600160401b039081161480159061255b575050604001516001600160401b0316151590565b60808201516001600160401b039081161480156131b3575060408201516001600160401b0316155b80156131c1575060a0820151155b801561255b575050805160c0909101511490565b5f61255b7fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc68461395b565b5f8260038111156132345761323461455c565b0361323d575050565b60018260038111156132515761325161455c565b0361326f5760405163f645eedf60e01b815260040160405180910390fd5b60028260038111156132835761328361455c565b036132a45760405163fce698f760e01b815260048101829052602401611232565b60038260038111156132b8576132b861455c565b036112cd576040516335e2f38360e21b815260048101829052602401611232565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561331257505f91506003905082613397565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613363573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661338e57505f925060019150829050613397565b92505f91508190505b9450945094915050565b604051633ee39cfd60e21b81526001600160a01b0383811660048301525f9182917f0000000000000000000000000000000000000000000000000000000000000000169063fb8e73f490602401606060405180830381865afa158015613409573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061342d91906149c0565b80519091505f906001600160801b031615801590613458575081604001516001600160401b03164211155b9050801580613474575081602001516001600160401b03168410155b15613483575f9250505061255b565b604051634d5b008160e01b81526001600160a01b0386811660048301523360248301527f00000000000000000000000000000000000000000000000000000000000000001690634d5b0081906044016020604051808303815f875af11580156134ee573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613512919061473e565b50600195945050505050565b805b8281108015613593575061354e84848381811061353f5761353f6145ce565b9050013560f81c60f81b6139b1565b806135695750613569848483818110612b4857612b486145ce565b806135935750613593848483818110613584576135846145ce565b9050013560f81c60f81b6139e3565b15612188576135a1816148ec565b9050613520565b5f604160f81b6001600160f81b031983161080159061255b5750602d60f91b6001600160f81b03198316111592915050565b5f6135e686868661351e565b90506135fc6135f78286888a6145e2565b613a15565b61361c57604051637c08de9f60e11b815260048101859052602401611232565b808514806136535750858582818110613637576136376145ce565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b1561367457604051637c08de9f60e11b815260048101829052602401611232565b5f6136808260016144f8565b905061368d87878361351e565b9150808214806136a6575060206136a482846148d9565b115b806136c357506136c187878381811061353f5761353f6145ce565b155b156136e457604051637c08de9f60e11b815260048101829052602401611232565b5f6136f18383898b6145e2565b6040516136ff9291906144a4565b60405190819003902090505f5b848110156137555781868260108110613727576137276145ce565b60200201510361374d57604051637c08de9f60e11b815260048101849052602401611232565b60010161370c565b5080858560108110613769576137696145ce565b602002015250909695505050505050565b60405163220c1f2760e01b81526001600160a01b0382811660048301525f91829182919086169063220c1f27906024015f60405180830381865afa1580156137c4573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f191682016040526137eb9190810190614af0565b5050505092509250506116f3828051906020012082805190602001208761395b565b604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090509392505050565b5f5f60205f84516020860160025afa60203d141690505f519150806138bb5760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f806138d86138d1600185614bc0565b8518613c62565b91506001600160401b038416821c5b6001600160401b03811615612ec3576138ff826148ec565b915061390c600182614bc0565b166138e7565b5f5f6040516001815384600182015283602182015260205f60418360025afa60203d14169150505f519150806112a65760405163c176b3c560e01b815260040160405180910390fd5b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f6020820152908101849052606081018390524660808201526001600160a01b03821660a08201525f9060c001613864565b5f606160f81b6001600160f81b031983161080159061255b5750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b031983161080159061255b5750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613a279291906144a4565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613a7e57507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613a8d57600191505061255b565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613ada57507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613ae957600191505061255b565b600583118015613b335750613b0160055f85876145e2565b613b0a91614bdf565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15613b69575f613b4e613b4985600581896145e2565b613d05565b90508015801590613b60575060208111155b9250505061255b565b5f600484118015613bb45750613b8260045f86886145e2565b613b8b9161484d565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15613bc157506004613c22565b600384118015613c0b5750613bd960035f86886145e2565b613be291614c15565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b15613c1857506003613c22565b5f9250505061255b565b5f613c32613b498684818a6145e2565b90508015801590613c4557506101008111155b8015611c925750613c576008826146f4565b159695505050505050565b5f6001600160401b03821615613cfe57613cee826001600160401b03165f60076001600160801b038311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613cf99060016144f8565b61255b565b5f92915050565b5f6003821180613d3d575082825f818110613d2257613d226145ce565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b15613d4957505f61255b565b5f5b828110156112a657613d68848483818110613584576135846145ce565b613d75575f91505061255b565b6030848483818110613d8957613d896145ce565b613d9a9392013560f81c9050614c4a565b60ff16613da883600a61450b565b613db291906144f8565b9150600101613d4b565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b6040518061014001604052805f81526020015f6001600160401b031681526020015f81526020015f6001600160a01b031681526020015f81526020015f81526020015f81526020015f60ff1681526020015f6001600160401b031681526020015f6001600160401b031681525090565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b6001600160a01b0381168114613f15575f5ffd5b50565b5f60a082840312156138bb575f5ffd5b5f608082840312156138bb575f5ffd5b5f5f5f5f60808587031215613f4b575f5ffd5b843593506020850135613f5d81613f01565b925060408501356001600160401b03811115613f77575f5ffd5b613f8387828801613f18565b92505060608501356001600160401b03811115613f9e575f5ffd5b613faa87828801613f28565b91505092959194509250565b5f5f5f5f60e08587031215613fc9575f5ffd5b843593506020850135613fdb81613f01565b925060408501356001600160401b03811115613ff5575f5ffd5b61400187828801613f28565b9250506140118660608701613f28565b905092959194509250565b5f5f5f6060848603121561402e575f5ffd5b83359250602084013561404081613f01565b915060408401356001600160401b0381111561405a575f5ffd5b61406686828701613f28565b9150509250925092565b5f606082840312156138bb575f5ffd5b5f5f5f5f5f8587036103a0811215614096575f5ffd5b8635955060208701356140a881613f01565b945060408701356001600160401b038111156140c2575f5ffd5b6140ce89828a01613f28565b94505060608701356001600160401b038111156140e9575f5ffd5b6140f589828a01614070565b935050610320607f198201121561410a575f5ffd5b506080860190509295509295909350565b5f604082840312156138bb575f5ffd5b5f5f5f5f6080858703121561413e575f5ffd5b84359350602085013561415081613f01565b925060408501356001600160401b0381111561416a575f5ffd5b6141768782880161411b565b92505060608501356001600160401b03811115614191575f5ffd5b613faa8782880161411b565b5f5f5f5f608085870312156141b0575f5ffd5b8435935060208501356141c281613f01565b925060408501356001600160401b038111156141dc575f5ffd5b613f8387828801613f28565b5f5f5f5f5f60a086880312156141fc575f5ffd5b85359450602086013561420e81613f01565b935060408601356001600160401b03811115614228575f5ffd5b61423488828901613f18565b93505060608601356001600160401b0381111561424f575f5ffd5b61425b88828901613f18565b95989497509295608001359392505050565b5f6020828403121561427d575f5ffd5b5035919050565b5f5f5f5f5f60808688031215614298575f5ffd5b8535945060208601356142aa81613f01565b935060408601356001600160401b038111156142c4575f5ffd5b6142d088828901613f28565b93505060608601356001600160401b038111156142eb575f5ffd5b8601601f810188136142fb575f5ffd5b80356001600160401b03811115614310575f5ffd5b886020828401011115614321575f5ffd5b959894975092955050506020019190565b6001600160401b0381168114613f15575f5ffd5b5f5f5f5f5f60a0868803121561435a575f5ffd5b85359450602086013561436c81613f01565b9350604086013561437c81614332565b925060608601356001600160401b03811115614396575f5ffd5b6143a288828901614070565b92505060808601356001600160401b038111156143bd575f5ffd5b6143c988828901614070565b9150509295509295909350565b5f5f8335601e198436030181126143eb575f5ffd5b8301803591506001600160401b03821115614404575f5ffd5b602001915036819003821315611630575f5ffd5b5f60208284031215614428575f5ffd5b813563ffffffff81168114612188575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b03818116838216019081111561255b5761255b61443b565b5f6020828403121561447e575f5ffd5b813561218881614332565b5f60208284031215614499575f5ffd5b813561218881613f01565b818382375f9101908152919050565b5f5f8335601e198436030181126144c8575f5ffd5b8301803591506001600160401b038211156144e1575f5ffd5b6020019150600581901b3603821315611630575f5ffd5b8082018082111561255b5761255b61443b565b808202811582820484141761255b5761255b61443b565b5f8235607e19833603018112614536575f5ffd5b9190910192915050565b63ffffffff828116828216039081111561255b5761255b61443b565b634e487b7160e01b5f52602160045260245ffd5b5f5f60408385031215614581575f5ffd5b825161458c81614332565b602084015190925061459d81614332565b809150509250929050565b60208101600e83106145c857634e487b7160e01b5f52602160045260245ffd5b91905290565b634e487b7160e01b5f52603260045260245ffd5b5f5f858511156145f0575f5ffd5b838611156145fc575f5ffd5b5050820193919092039150565b8035602083101561255b575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156112a6576001600160c01b031960089490940360031b84901b1690921692915050565b80356bffffffffffffffffffffffff1981169060148410156112a6576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b8381525f6001600160fb1b038311156146b3575f5ffd5b8260051b8085602085013791909101602001949350505050565b634e487b7160e01b5f52601260045260245ffd5b5f826146ef576146ef6146cd565b500490565b5f82614702576147026146cd565b500690565b82815260c0810160208201835f5b6005811015614734578151835260209283019290910190600101614715565b5050509392505050565b5f6020828403121561474e575f5ffd5b5051919050565b82815260a0810160208201835f5b6004811015614734578151835260209283019290910190600101614763565b5f8235605e19833603018112614536575f5ffd5b634e487b7160e01b5f52604160045260245ffd5b604051606081016001600160401b03811182821017156147cc576147cc614796565b60405290565b604051601f8201601f191681016001600160401b03811182821017156147fa576147fa614796565b604052919050565b5f6060828403128015614813575f5ffd5b5061481c6147aa565b82518152602083015161482e81614332565b6020820152604083015161484181614332565b60408201529392505050565b80356001600160e01b031981169060048410156112a6576001600160e01b031960049490940360031b84901b1690921692915050565b5f8235603e19833603018112614536575f5ffd5b5f602082840312156148a7575f5ffd5b81518015158114612188575f5ffd5b6001600160e01b031984168152818360048301375f910160040190815292915050565b8181038181111561255b5761255b61443b565b5f600182016148fd576148fd61443b565b5060010190565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b5f60608284031280156149d1575f5ffd5b506149da6147aa565b82516001600160801b03811681146149f0575f5ffd5b8152602083015161482e81614332565b5f82601f830112614a0f575f5ffd5b81516001600160401b03811115614a2857614a28614796565b614a3b601f8201601f19166020016147d2565b818152846020838601011115614a4f575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b8051614a7681613f01565b919050565b5f82601f830112614a8a575f5ffd5b81516001600160401b03811115614aa357614aa3614796565b8060051b614ab3602082016147d2565b91825260208185018101929081019086841115614ace575f5ffd5b6020860192505b83831015611c92578251825260209283019290910190614ad5565b5f5f5f5f5f5f5f60e0888a031215614b06575f5ffd5b87516001600160f81b031981168114614b1d575f5ffd5b60208901519097506001600160401b03811115614b38575f5ffd5b614b448a828b01614a00565b96505060408801516001600160401b03811115614b5f575f5ffd5b614b6b8a828b01614a00565b60608a01519096509450614b83905060808901614a6b565b60a089015160c08a015191945092506001600160401b03811115614ba5575f5ffd5b614bb18a828b01614a7b565b91505092959891949750929550565b6001600160401b03828116828216039081111561255b5761255b61443b565b80356001600160d81b031981169060058410156112a6576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156112a6576001600160e81b0319600394850390941b84901b1690921692915050565b60ff828116828216039081111561255b5761255b61443b56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
