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
  "0x60e060405234801561000f575f5ffd5b50604051615bc4380380615bc483398101604081905261002e91610066565b6001600160a01b0391821660805291811660a0521660c0526100a6565b80516001600160a01b0381168114610061575f5ffd5b919050565b5f5f5f60608486031215610078575f5ffd5b6100818461004b565b925061008f6020850161004b565b915061009d6040850161004b565b90509250925092565b60805160a05160c051615a3e6101865f395f81816105c0015261060701525f81816102550152818161028f015281816103aa015281816104830152818161053f01528181610570015281816106cd015281816107f50152818161092a0152818161095d0152818161099001528181610a7a01528181610aaa01528181610b8b01528181610bbc01528181610c5001528181610e6701528181610e9701528181610fdc01528181612105015281816121eb01526123c501525f818161133a0152818161228201528181612f7101528181613ca80152613dbd0152615a3e5ff3fe608060405234801561000f575f5ffd5b50600436106100fb575f3560e01c80638943248511610093578063d5deeb5511610063578063d5deeb5514610203578063db7cc8af14610216578063f14fcbc814610229578063fa78132c1461023c575f5ffd5b806389432485146101995780639073319f146101ca578063ac0a5182146101dd578063c1cef0ce146101f0575f5ffd5b806346a179a9116100ce57806346a179a91461014d57806364e43b051461016057806369f753d314610173578063837b072c14610186575f5ffd5b806301a0eb48146100ff5780630c84fd2d146101145780631903464f1461012757806321985dc31461013a575b5f5ffd5b61011261010d366004614a4f565b61024f565b005b610112610122366004614acf565b6103a4565b610112610135366004614b36565b61047c565b610112610148366004614b9b565b610537565b61011261015b366004614c66565b610679565b61011261016e366004614cda565b6106c6565b610112610181366004614b36565b6107ef565b610112610194366004614d26565b610923565b6101b86101a7366004614dad565b5f9081526020819052604090205490565b60405190815260200160405180910390f35b6101126101d8366004614dc4565b610a74565b6101126101eb366004614cda565b610b84565b6101126101fe366004614cda565b610c49565b610112610211366004614e8a565b610e21565b610112610224366004614cda565b610e61565b610112610237366004614dad565b610f86565b61011261024a366004614dc4565b610fd6565b816102887f000000000000000000000000000000000000000000000000000000000000000085836102836080820182614f1c565b61110d565b5f5f6102b57f0000000000000000000000000000000000000000000000000000000000000000878661114e565b815191935091505f90843514801561031357506102d86040860160208701614f7d565b63ffffffff1683604001516102ed9190614fcd565b67ffffffffffffffff166103076040860160208701614fed565b67ffffffffffffffff16145b90505f82856040013514801561036457506103396103346040880188614f1c565b6111fd565b610120015167ffffffffffffffff166103586080870160608801614fed565b67ffffffffffffffff16145b905061037b828015610374575081155b6001611298565b61039989896001883561039460408b0160208c01614fed565b6112de565b505050505050505050565b5f6103d07f0000000000000000000000000000000000000000000000000000000000000000858561139c565b509091505f905061040683356103ec6040860160208701615008565b6103fc6060870160408801615008565b8660600135611467565b905061045f825f015182148015610458575073ffffffffffffffffffffffffffffffffffffffff861661043f6060860160408701615008565b73ffffffffffffffffffffffffffffffffffffffff1614155b6008611298565b61047486866008855f015186604001516112de565b505050505050565b5f5f6104a97f0000000000000000000000000000000000000000000000000000000000000000858561114e565b90925090505f806104c56104c06040870187614f1c565b6114c7565b915091505f8280156104ed57506104ed856104e66040890160208a01614f7d565b8685611770565b90506104fb81156009611298565b845161052d908990899060099061051860408c0160208d01614f7d565b63ffffffff168a604001516103949190614fcd565b5050505050505050565b5f5f5f6105657f00000000000000000000000000000000000000000000000000000000000000008888611839565b9250925092506105977f000000000000000000000000000000000000000000000000000000000000000088848861192f565b5f6105a28680614f1c565b6040516105b0929190615023565b604051809103902090505f6105f77f00000000000000000000000000000000000000000000000000000000000000008585858b80604001906105f29190615032565b611a38565b6101208601519091505f9061063c7f000000000000000000000000000000000000000000000000000000000000000061063660408d0160208e01614f7d565b8a611f56565b149050610657818015610650575087358314155b600d611298565b61066c8b8b600d885f015189602001516112de565b5050505050505050505050565b5f5f61068585856120c6565b915091505f5f61069587866120c6565b90925090506106b967ffffffffffffffff8581169084161484831414156002611298565b61052d888860025f61222d565b5f5f6106f37f00000000000000000000000000000000000000000000000000000000000000008686611839565b50915091505f610705868685876122ea565b90505f61071c828661071785896123fb565b612505565b805184519192505f9114801561074e5750816020015167ffffffffffffffff16846020015167ffffffffffffffff1614155b801561078d5750816060015173ffffffffffffffffffffffffffffffffffffffff16846060015173ffffffffffffffffffffffffffffffffffffffff16145b80156107a0575081608001518460800151145b90506107ad81600a611298565b6103998989600a875f0151866020015167ffffffffffffffff16896020015167ffffffffffffffff16116107e55786602001516112de565b88602001516112de565b5f61081b7f000000000000000000000000000000000000000000000000000000000000000084846125bc565b91505f9050806108366108316040860186614f1c565b61276a565b915091508115610907575f67ffffffffffffffff8016826080015167ffffffffffffffff161415801561089057506108746040860160208701614fed565b67ffffffffffffffff16826080015167ffffffffffffffff1610155b90505f61012c67ffffffffffffffff16856040015167ffffffffffffffff166108b99190615096565b6108c5906103e86150a9565b90506108eb82806108e457508184610140015167ffffffffffffffff16115b6007611298565b61090088886007865f015187604001516112de565b5050610474565b6104748686600761091e6040890160208a01614fed565b61222d565b82826109587f000000000000000000000000000000000000000000000000000000000000000087846102836080820182614f1c565b61098b7f000000000000000000000000000000000000000000000000000000000000000087836102836080890189614f1c565b6109b87f000000000000000000000000000000000000000000000000000000000000000087843586612995565b5f823582351480156109fb57506109d56040830160208401614fed565b67ffffffffffffffff166109ef6040850160208601614fed565b67ffffffffffffffff16145b90505f82604001358460400135148015610a465750610a206080840160608501614fed565b67ffffffffffffffff16610a3a6080860160608701614fed565b67ffffffffffffffff16145b9050610a5c828015610a56575081155b5f611298565b61039989895f873561039460408a0160208b01614fed565b5f610aa07f00000000000000000000000000000000000000000000000000000000000000008686611839565b509150505f610adb7f0000000000000000000000000000000000000000000000000000000000000000610ad684606001516129f8565b612a67565b90505f826060015173ffffffffffffffffffffffffffffffffffffffff16610b388387878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612ab892505050565b73ffffffffffffffffffffffffffffffffffffffff16149050610b6f818015610b68575060e084015160ff166001145b600c611298565b61052d8888600c865f015187602001516112de565b5f5f610bb17f0000000000000000000000000000000000000000000000000000000000000000868661139c565b50915091505f610be27f0000000000000000000000000000000000000000000000000000000000000000878661139c565b505060808101519091505f9067ffffffffffffffff16610c086040880160208901614fed565b67ffffffffffffffff16149050610c34818015610c2d5750610c2b858585612ae0565b155b6005611298565b61052d88886005855f015186604001516112de565b5f5f610c767f0000000000000000000000000000000000000000000000000000000000000000868661114e565b915091505f610c87868685876122ea565b9050610c9381856123fb565b505f610c9f85806150c0565b610cb0906040810190602001614fed565b67ffffffffffffffff16610cc487806150c0565b610cd5906040810190602001614fed565b67ffffffffffffffff1614610d7357608082015167ffffffffffffffff16610cfd87806150c0565b610d0e906040810190602001614fed565b67ffffffffffffffff16148015610d4f575060018460600151610d3191906150fc565b63ffffffff16610d476040880160208901614f7d565b63ffffffff16145b8015610d6e5750610d666040860160208701614f7d565b63ffffffff16155b610dac565b610d836040870160208801614f7d565b610d949063ffffffff166001615096565b610da46040870160208801614f7d565b63ffffffff16145b90505f610dd8610dc261033460408a018a614f1c565b85610dd361033460408b018b614f1c565b612ba8565b9050610def828015610de8575081155b6004611298565b8251610399908a908a90600490610e0c60408c0160208d01614f7d565b63ffffffff1688604001516103949190614fcd565b610e2c848484612c22565b610e37848483612c22565b610e4d8160200135836020013514156003611298565b610e5a858560038661222d565b5050505050565b5f610e8d7f0000000000000000000000000000000000000000000000000000000000000000858561139c565b505090505f610ebd7f0000000000000000000000000000000000000000000000000000000000000000868561139c565b509091505f9050610ed46040850160208601614fed565b67ffffffffffffffff16610eee6040870160208801614fed565b67ffffffffffffffff1614159050610f3b818015610f0d575082518451145b8015610f345750826020015167ffffffffffffffff16846020015167ffffffffffffffff16145b6006611298565b610f7d87876006865f0151866040015167ffffffffffffffff16886040015167ffffffffffffffff1610610f735786604001516112de565b87604001516112de565b50505050505050565b5f8181526020819052604090205415610f9c5750565b5f818152602081905260408082204390555182917f1d835fd041cc3bb34aa7ab8341f3008e52f9e9abe48577aab34a2ba101e5030f91a250565b5f6110027f00000000000000000000000000000000000000000000000000000000000000008686611839565b5060e08101519092505f915060ff1615801561103857508160c00151848460405161102e929190615023565b6040518091039020145b90505f5f61107f8460a0015187878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612cd992505050565b5090925090505f8082600381111561109957611099615118565b1480156110d55750846060015173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff16145b90506110ec8480156110e5575081155b600b611298565b6111018a8a600b885f015189602001516112de565b50505050505050505050565b5f61113d84356111236040870160208801614fed565b60408701356111386080890160608a01614fed565b612d22565b905061047486866002848787612d7b565b6111ce6040518061016001604052805f81526020015f67ffffffffffffffff1681526020015f67ffffffffffffffff1681526020015f63ffffffff1681526020015f67ffffffffffffffff1681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f67ffffffffffffffff1681525090565b5f6111e385856111de86806150c0565b61139c565b509092506111f3905082846123fb565b9050935093915050565b60408051610140810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290529061125784846114c7565b9250905080611291576040517e1ecfda00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5092915050565b816112da57806040517f6fc336e20000000000000000000000000000000000000000000000000000000081526004016112d19190615145565b60405180910390fd5b5050565b6040517f14eccf9900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85811660048301526024820184905267ffffffffffffffff831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b15801561137b575f5ffd5b505af115801561138d573d5f5f3e3d5ffd5b50505050610e5a858585612ec6565b61141c6040518061016001604052805f81526020015f67ffffffffffffffff1681526020015f67ffffffffffffffff1681526020015f63ffffffff1681526020015f67ffffffffffffffff1681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f67ffffffffffffffff1681525090565b604080516060810182525f808252602082018190529181018290526114428686866125bc565b909250905061145c6114576040860186614f1c565b6130e5565b925093509350939050565b604080516020810186905273ffffffffffffffffffffffffffffffffffffffff808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b60408051610140810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e081018290526101008101829052610120810182905260ce8314158061158157507f010000000000000000000000000000000000000000000000000000000000000084845f8161155257611552615184565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191614155b1561158e575f9150611769565b61159c6021600185876151b1565b6115a5916151d8565b81526115b56029602185876151b1565b6115be91615214565b60c01c60208201526115d46049602985876151b1565b6115dd916151d8565b60408201526115f0605d604985876151b1565b6115f991615279565b606090811c90820152611610607d605d85876151b1565b611619916151d8565b608082015261162c609d607d85876151b1565b611635916151d8565b60a082015261164860bd609d85876151b1565b611651916151d8565b60c0820152838360bd81811061166957611669615184565b919091013560f81c60e08301525061168560c660be85876151b1565b61168e91615214565b60c01c6101008201526116a560ce60c685876151b1565b6116ae91615214565b60c01c6101208201526020810151661fffffffffffff67ffffffffffffffff909116118015906116e95750600160ff168160e0015160ff1611155b801561170e575061010081015160e082015160ff161567ffffffffffffffff90911615145b801561173a5750661fffffffffffff67ffffffffffffffff1681610100015167ffffffffffffffff1611155b80156117665750661fffffffffffff67ffffffffffffffff1681610120015167ffffffffffffffff1611155b91505b9250929050565b835181515f911480156117af57508363ffffffff1685604001516117949190614fcd565b67ffffffffffffffff16826020015167ffffffffffffffff16145b80156117d9575084610140015167ffffffffffffffff1682610120015167ffffffffffffffff1611155b80156117fb575063ffffffff84161515806117fb57508460c001518260400151145b801561183057506001856060015161181391906150fc565b63ffffffff168463ffffffff1614158061183057508460e0015183145b95945050505050565b6118b96040518061016001604052805f81526020015f67ffffffffffffffff1681526020015f67ffffffffffffffff1681526020015f63ffffffff1681526020015f67ffffffffffffffff1681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f67ffffffffffffffff1681525090565b60408051610140810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290529061191486868661114e565b9093509050611924838583612505565b915093509350939050565b5f8061194361193e8480614f1c565b6131ab565b9092509050806119566040850185615032565b9050146119a85761196a6040840184615032565b6040517ff9be11b80000000000000000000000000000000000000000000000000000000081526112d192508390600401918252602082015260400190565b5f6119b38480614f1c565b6040516119c1929190615023565b60405180910390208480604001906119d99190615032565b6040516020016119eb939291906152de565b60408051601f19818403018152919052805160209091012090505f611a19611a138680614f1c565b866134e0565b905061052d88888884611a3260408b0160208c01614fed565b8761352f565b5f5f5f611a458585613603565b915091505f600882901b60057f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f00000018b60800151611a819190615355565b611a8c911b87615096565b611a969190615096565b90505f8a73ffffffffffffffffffffffffffffffffffffffff1663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e6060015173ffffffffffffffffffffffffffffffffffffffff1681526020017f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f00000018f60800151611b499190615368565b8152602081018790526101208f015167ffffffffffffffff166040820152606001611b947f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f00000018f615368565b8152506040518363ffffffff1660e01b8152600401611bb492919061537b565b602060405180830381865afa158015611bcf573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611bf391906153b2565b9050611bfd6149af565b5f5b6004811015611d8d575f611c148260046150a9565b611c1f906002615096565b90508d73ffffffffffffffffffffffffffffffffffffffff16634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b8660128110611c9157611c91615184565b602002015181526020018b866001611ca99190615096565b60128110611cb957611cb9615184565b602002015181526020018b866002611cd19190615096565b60128110611ce157611ce1615184565b602002015181526020018b866003611cf99190615096565b60128110611d0957611d09615184565b60200201518152506040518363ffffffff1660e01b8152600401611d2e9291906153c9565b602060405180830381865afa158015611d49573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611d6d91906153b2565b838360048110611d7f57611d7f615184565b602002015250600101611bff565b506040517f4d5ccbf30000000000000000000000000000000000000000000000000000000081525f9073ffffffffffffffffffffffffffffffffffffffff8e1690634d5ccbf390611df4906f616e63686f726c6f672f312f726573749086906004016153c9565b602060405180830381865afa158015611e0f573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611e3391906153b2565b90508c73ffffffffffffffffffffffffffffffffffffffff1663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020017f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f00000018f5f1c611ecc9190615368565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b8152600401611f0692919061537b565b602060405180830381865afa158015611f21573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f4591906153b2565b9d9c50505050505050505050505050565b8035611f606149af565b5f5b60088110156120bd575f611f778260026150a9565b63ffffffff8716901c60031690505f5b6003811015611ff6576020860181611fa08560036150a9565b611faa9190615096565b60188110611fba57611fba615184565b602002013584838310611fd757611fd2836001615096565b611fd9565b825b60048110611fe957611fe9615184565b6020020152600101611f87565b508383826004811061200a5761200a615184565b60200201526040517f4d5ccbf300000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff881690634d5ccbf390612073906f616e63686f726c6f672f312f6e6f64659087906004016153c9565b602060405180830381865afa15801561208e573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906120b291906153b2565b935050600101611f62565b50509392505050565b5f80366120d660208501856153f6565b90506120e56040820182614f1c565b90505f036121e6575f73ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016635cfa0e30876121386020890189614fed565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e085901b16815273ffffffffffffffffffffffffffffffffffffffff909216600483015267ffffffffffffffff166024820152604401606060405180830381865afa1580156121ae573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121d291906154af565b602081015190519094509250611769915050565b6122117f000000000000000000000000000000000000000000000000000000000000000086836136db565b61221e6020820182614fed565b92506020013590509250929050565b6040517f64555bc500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff848116600483015267ffffffffffffffff831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156122c3575f5ffd5b505af11580156122d5573d5f5f3e3d5ffd5b505050506122e4848484612ec6565b50505050565b61236a6040518061016001604052805f81526020015f67ffffffffffffffff1681526020015f67ffffffffffffffff1681526020015f63ffffffff1681526020015f67ffffffffffffffff1681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f67ffffffffffffffff1681525090565b61237482806150c0565b612385906040810190602001614fed565b67ffffffffffffffff1661239985806150c0565b6123aa906040810190602001614fed565b67ffffffffffffffff16036123c05750816114bf565b6123ef7f0000000000000000000000000000000000000000000000000000000000000000866111de85806150c0565b50909695505050505050565b5f61244561240c6040840184614f1c565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061371392505050565b90505f6124828261245c6040860160208701614f7d565b63ffffffff16866060015163ffffffff1686806060019061247d9190615032565b613741565b905083610100015181146112915761249a83806150c0565b6124ab906040810190602001614fed565b6124bb6040850160208601614f7d565b6040517ffabb6cfa00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff909216600483015263ffffffff1660248201526044016112d1565b60408051610140810182525f80825260208201819052818301819052606082018190526080820181905260a0820181905260c0820181905260e082018190526101008201819052610120820152906125639061033490850185614f1c565b9050612580846125796040860160208701614f7d565b8484611770565b6125b5576040517e1ecfda00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b9392505050565b604080516060810182525f8082526020820181905291810182905273ffffffffffffffffffffffffffffffffffffffff8516635cfa0e30856126016020870187614fed565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e085901b16815273ffffffffffffffffffffffffffffffffffffffff909216600483015267ffffffffffffffff166024820152604401606060405180830381865afa158015612677573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061269b91906154af565b90506126ad61240c6040850185614f1c565b91505f6126d6836126c46040870160208801614fed565b602085015161247d6060890189615032565b8251909150811461276157846126ef6020860186614fed565b6126ff6040870160208801614fed565b6040517f293e07ed00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff909316600484015267ffffffffffffffff91821660248401521660448201526064016112d1565b50935093915050565b60408051610160810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e0810182905261010081018290526101208101829052610140810182905260e58314158061282c57507f020000000000000000000000000000000000000000000000000000000000000084845f816127fd576127fd615184565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191614155b15612839575f9150611769565b6128476021600185876151b1565b612850916151d8565b81526128606029602185876151b1565b61286991615214565b60c01c602082015261287f6031602985876151b1565b61288891615214565b60c01c604082015261289e6035603185876151b1565b6128a7916154fa565b60e01c60608201526128bd603d603585876151b1565b6128c691615214565b60c01c60808201526128dc605d603d85876151b1565b6128e5916151d8565b60a08201526128f8607d605d85876151b1565b612901916151d8565b60c0820152612914609d607d85876151b1565b61291d916151d8565b60e082015261293060bd609d85876151b1565b612939916151d8565b61010082015261294d60dd60bd85876151b1565b612956916151d8565b61012082015261296a60e560dd85876151b1565b61297391615214565b60c01c6101408201526129858161388f565b80156117665750611766816139ab565b6129a146858584611467565b82146122e4576040517fb149484000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018390526044016112d1565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001612a4a92919091825273ffffffffffffffffffffffffffffffffffffffff16602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f612aaf612a7484613a3b565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b90505b92915050565b5f5f5f5f612ac68686612cd9565b925092509250612ad68282613a87565b5090949350505050565b825181515f91148015612b1957506020840151612afe906001614fcd565b67ffffffffffffffff16826020015167ffffffffffffffff16145b8015612b555750836060015163ffffffff168460400151612b3a9190614fcd565b67ffffffffffffffff16826040015167ffffffffffffffff16145b8015612b645750828260a00151145b8015612b7757508360e001518260c00151145b80156114bf575083610140015167ffffffffffffffff1682610140015167ffffffffffffffff161015949350505050565b825181515f91148015612be157506020840151612bc6906001614fcd565b67ffffffffffffffff16826020015167ffffffffffffffff16145b8015612bf05750828260400151145b80156114bf575083610120015167ffffffffffffffff1682610120015167ffffffffffffffff16101590509392505050565b5f80612c3785612c32858061555f565b6120c6565b90925090505f612c546020850135868561247d6040890189615032565b90508181146104745785612c68858061555f565b612c76906020810190614fed565b6040517f293e07ed00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff909216600483015267ffffffffffffffff9081166024830152861660448201526064016112d1565b5f5f5f8351604103612d10576020840151604085015160608601515f1a612d0288828585613b8a565b955095509550505050612d1b565b505081515f91506002905b9250925092565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa602082015290810185905267ffffffffffffffff808516606083015260808201849052821660a08201525f9060c0016114a6565b5f612dc4612d898886612a67565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612ab892505050565b6040517f81b18b2c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015612e43573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612e679190615591565b610f7d576040517fc5d7cab100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff808816600483015260ff87166024830152821660448201526064016112d1565b5f7fffffffff00000000000000000000000000000000000000000000000000000000813516612ef836602481856151b1565b604051602001612f0a939291906155b0565b60408051808303601f1901815282825280516020918201208184018190523384840152606080850189905283518086039091018152608090940183528351938201939093205f90815290819052908120549192508115801590612f6c57504382105b90505f7f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16637aeccce98784612fb7575f612fb9565b335b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e085901b16815273ffffffffffffffffffffffffffffffffffffffff9283166004820152911660248201526044016020604051808303815f875af1158015613028573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061304c9190615591565b613056575f613058565b815b9050818015613065575080155b15613077576130748684613c5f565b90505b3385600d81111561308a5761308a615118565b8773ffffffffffffffffffffffffffffffffffffffff167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b51846040516130d4911515815260200190565b60405180910390a450505050505050565b6131656040518061016001604052805f81526020015f67ffffffffffffffff1681526020015f67ffffffffffffffff1681526020015f63ffffffff1681526020015f67ffffffffffffffff1681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f67ffffffffffffffff1681525090565b5f613170848461276a565b9250905080611291576040517f5d6786e300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f808383826131bb838383613e33565b90506007811115806131d7575060206131d56007836155eb565b115b80613203575061320183835f8181106131f2576131f2615184565b9050013560f81c60f81b613ebd565b155b1561323c576040517ff811bd3e0000000000000000000000000000000000000000000000000000000081525f60048201526024016112d1565b6132476007826155eb565b94507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be613276828785876151b1565b604051613284929190615023565b6040518091039020146132c6576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018690526024016112d1565b6132ce6149cd565b7f28000000000000000000000000000000000000000000000000000000000000005b8284148061335d57507fff00000000000000000000000000000000000000000000000000000000000000811685858581811061332e5761332e615184565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191614155b15613397576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018490526024016112d1565b601086036133d4576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018490526024016112d1565b6133eb85856133e4866001615096565b858a613f57565b92506133f6866155fe565b95508383108015613463575084848481811061341457613414615184565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19167f2900000000000000000000000000000000000000000000000000000000000000145b61348e57507f2c000000000000000000000000000000000000000000000000000000000000006132f0565b8361349a846001615096565b146134d4576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018490526024016112d1565b50505050509250929050565b5f36816134ef848287896151b1565b9150915081818383898960405160200161350e96959493929190615635565b60405160208183030381529060405280519060200120925050509392505050565b835160608086015160808088015160408051602081018a90529081019590955273ffffffffffffffffffffffffffffffffffffffff909216928401929092529082015267ffffffffffffffff831660a082015260c081018290525f9060e0016040516020818303038152906040528051906020012090505f6135b4612a74898961418f565b90508560a00151811461052d5760a08601516040517fb25f5eec0000000000000000000000000000000000000000000000000000000081526004810191909152602481018290526044016112d1565b61360b6149ec565b5f805b838110156136d3577f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f000000185858381811061364957613649615184565b905060200201355f1c61365c9190615368565b83826012811061366e5761366e615184565b602002015261367e8160036150a9565b7f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f00000018686848181106136b1576136b1615184565b905060200201355f1c6136c49190615355565b901b919091179060010161360e565b509250929050565b5f6136f7836136ed6020850185614fed565b8460200135614248565b90506122e4848460018461370e6040880188614f1c565b612d7b565b5f612ab25f60f81b8360405160200161372d9291906156d3565b6040516020818303038152906040526142cc565b5f8367ffffffffffffffff168567ffffffffffffffff16106137a3576040517f5afd7fec00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff8087166004830152851660248201526044016112d1565b5f5f6137af8787614323565b90925090506137be8183615096565b841461380a57836137cf8284615096565b6040517fc0545fa0000000000000000000000000000000000000000000000000000000008152600481019290925260248201526044016112d1565b8792505f5b8281101561385e57600167ffffffffffffffff8916821c16156138435761383e600582901b8701355b85614376565b613854565b61385484600583901b880135614376565b935060010161380f565b50815b8481101561388357613879600582901b870135613838565b9350600101613861565b50505095945050505050565b5f661fffffffffffff67ffffffffffffffff16826020015167ffffffffffffffff16111580156138de5750661fffffffffffff67ffffffffffffffff16826040015167ffffffffffffffff1611155b80156138f35750606082015163ffffffff1615155b801561391257506201000063ffffffff16826060015163ffffffff1611155b80156139555750661fffffffffffff67ffffffffffffffff16826080015167ffffffffffffffff161115806139555750608082015167ffffffffffffffff908116145b801561398557506101208201517f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001115b8015612ab25750506101400151661fffffffffffff67ffffffffffffffff909116111590565b5f816020015167ffffffffffffffff165f146139ef57608082015167ffffffffffffffff90811614801590612ab25750506040015167ffffffffffffffff16151590565b608082015167ffffffffffffffff908116148015613a195750604082015167ffffffffffffffff16155b8015613a27575060a0820151155b8015612ab2575050805160c0909101511490565b5f612ab27fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6846143d8565b5f826003811115613a9a57613a9a615118565b03613aa3575050565b6001826003811115613ab757613ab7615118565b03613aee576040517ff645eedf00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002826003811115613b0257613b02615118565b03613b3c576040517ffce698f7000000000000000000000000000000000000000000000000000000008152600481018290526024016112d1565b6003826003811115613b5057613b50615118565b036112da576040517fd78bce0c000000000000000000000000000000000000000000000000000000008152600481018290526024016112d1565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115613bc357505f91506003905082613c55565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613c14573d5f5f3e3d5ffd5b5050604051601f19015191505073ffffffffffffffffffffffffffffffffffffffff8116613c4c57505f925060019150829050613c55565b92505f91508190505b9450945094915050565b6040517ffb8e73f400000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301525f9182917f0000000000000000000000000000000000000000000000000000000000000000169063fb8e73f490602401606060405180830381865afa158015613ced573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613d119190615715565b80519091505f906fffffffffffffffffffffffffffffffff1615801590613d465750816040015167ffffffffffffffff164211155b9050801580613d635750816020015167ffffffffffffffff168410155b15613d72575f92505050612ab2565b6040517f4d5b008100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff86811660048301523360248301527f00000000000000000000000000000000000000000000000000000000000000001690634d5b0081906044016020604051808303815f875af1158015613e03573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613e2791906153b2565b50600195945050505050565b805b8281108015613ea85750613e63848483818110613e5457613e54615184565b9050013560f81c60f81b61443b565b80613e7e5750613e7e8484838181106131f2576131f2615184565b80613ea85750613ea8848483818110613e9957613e99615184565b9050013560f81c60f81b6144d5565b156125b557613eb6816155fe565b9050613e35565b5f7f41000000000000000000000000000000000000000000000000000000000000007fff00000000000000000000000000000000000000000000000000000000000000831610801590612ab257507f5a000000000000000000000000000000000000000000000000000000000000007fff000000000000000000000000000000000000000000000000000000000000008316111592915050565b5f613f63868686613e33565b9050613f79613f748286888a6151b1565b61456f565b613fb2576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018590526024016112d1565b8085148061401d5750858582818110613fcd57613fcd615184565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19167f200000000000000000000000000000000000000000000000000000000000000014155b15614057576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018290526024016112d1565b5f614063826001615096565b9050614070878783613e33565b9150808214806140895750602061408782846155eb565b115b806140a657506140a4878783818110613e5457613e54615184565b155b156140e0576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018290526024016112d1565b5f6140ed8383898b6151b1565b6040516140fb929190615023565b60405190819003902090505f5b8481101561416a578186826010811061412357614123615184565b602002015103614162576040517ff811bd3e000000000000000000000000000000000000000000000000000000008152600481018490526024016112d1565b600101614108565b508085856010811061417e5761417e615184565b602002015250909695505050505050565b6040517f220c1f2700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82811660048301525f91829182919086169063220c1f27906024015f60405180830381865afa1580156141ff573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f191682016040526142269190810190615850565b50505050925092505061183082805190602001208280519060200120876143d8565b604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b80602082015273ffffffffffffffffffffffffffffffffffffffff85169181019190915267ffffffffffffffff83166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090509392505050565b5f5f60205f84516020860160025afa60203d141690505f5191508061431d576040517fc176b3c500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50919050565b5f8061433a61433360018561593b565b8518614808565b915067ffffffffffffffff8416821c5b67ffffffffffffffff8116156136d357614363826155fe565b915061437060018261593b565b1661434a565b5f5f6040516001815384600182015283602182015260205f60418360025afa60203d14169150505f51915080611291576040517fc176b3c500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018490526060810183905246608082015273ffffffffffffffffffffffffffffffffffffffff821660a08201525f9060c0016142ad565b5f7f61000000000000000000000000000000000000000000000000000000000000007fff00000000000000000000000000000000000000000000000000000000000000831610801590612ab257507f7a000000000000000000000000000000000000000000000000000000000000007fff000000000000000000000000000000000000000000000000000000000000008316111592915050565b5f7f30000000000000000000000000000000000000000000000000000000000000007fff00000000000000000000000000000000000000000000000000000000000000831610801590612ab257507f39000000000000000000000000000000000000000000000000000000000000007fff000000000000000000000000000000000000000000000000000000000000008316111592915050565b5f5f8383604051614581929190615023565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b8114806145d857507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b156145e7576001915050612ab2565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a1079281148061463457507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15614643576001915050612ab2565b6005831180156146a5575061465b60055f85876151b1565b6146649161595b565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff19167f6279746573000000000000000000000000000000000000000000000000000000145b156146db575f6146c06146bb85600581896151b1565b6148c4565b905080158015906146d2575060208111155b92505050612ab2565b5f60048411801561473f57506146f460045f86886151b1565b6146fd916154fa565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff19167f75696e7400000000000000000000000000000000000000000000000000000000145b1561474c575060046147c7565b6003841180156147b0575061476460035f86886151b1565b61476d916159c0565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19167f696e740000000000000000000000000000000000000000000000000000000000145b156147bd575060036147c7565b5f92505050612ab2565b5f6147d76146bb8684818a6151b1565b905080158015906147ea57506101008111155b80156147fe57506147fc600882615368565b155b9695505050505050565b5f67ffffffffffffffff8216156148bd576148ad8267ffffffffffffffff165f60076fffffffffffffffffffffffffffffffff8311901b9050600667ffffffffffffffff83831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c117d010102020202030303030303030300000000000000000000000000000000911b9190911791821c1a1790565b6148b8906001615096565b612ab2565b5f92915050565b5f6003821180614930575082825f8181106148e1576148e1615184565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff19167f3000000000000000000000000000000000000000000000000000000000000000145b1561493c57505f612ab2565b5f5b828110156112915761495b848483818110613e9957613e99615184565b614968575f915050612ab2565b603084848381811061497c5761497c615184565b61498d9392013560f81c9050615a25565b60ff1661499b83600a6150a9565b6149a59190615096565b915060010161493e565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b73ffffffffffffffffffffffffffffffffffffffff81168114614a2c575f5ffd5b50565b5f60a0828403121561431d575f5ffd5b5f6080828403121561431d575f5ffd5b5f5f5f5f60808587031215614a62575f5ffd5b843593506020850135614a7481614a0b565b9250604085013567ffffffffffffffff811115614a8f575f5ffd5b614a9b87828801614a2f565b925050606085013567ffffffffffffffff811115614ab7575f5ffd5b614ac387828801614a3f565b91505092959194509250565b5f5f5f5f60e08587031215614ae2575f5ffd5b843593506020850135614af481614a0b565b9250604085013567ffffffffffffffff811115614b0f575f5ffd5b614b1b87828801614a3f565b925050614b2b8660608701614a3f565b905092959194509250565b5f5f5f60608486031215614b48575f5ffd5b833592506020840135614b5a81614a0b565b9150604084013567ffffffffffffffff811115614b75575f5ffd5b614b8186828701614a3f565b9150509250925092565b5f6060828403121561431d575f5ffd5b5f5f5f5f5f8587036103a0811215614bb1575f5ffd5b863595506020870135614bc381614a0b565b9450604087013567ffffffffffffffff811115614bde575f5ffd5b614bea89828a01614a3f565b945050606087013567ffffffffffffffff811115614c06575f5ffd5b614c1289828a01614b8b565b9350506103207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8082011215614c45575f5ffd5b506080860190509295509295909350565b5f6040828403121561431d575f5ffd5b5f5f5f5f60808587031215614c79575f5ffd5b843593506020850135614c8b81614a0b565b9250604085013567ffffffffffffffff811115614ca6575f5ffd5b614cb287828801614c56565b925050606085013567ffffffffffffffff811115614cce575f5ffd5b614ac387828801614c56565b5f5f5f5f60808587031215614ced575f5ffd5b843593506020850135614cff81614a0b565b9250604085013567ffffffffffffffff811115614d1a575f5ffd5b614a9b87828801614a3f565b5f5f5f5f5f60a08688031215614d3a575f5ffd5b853594506020860135614d4c81614a0b565b9350604086013567ffffffffffffffff811115614d67575f5ffd5b614d7388828901614a2f565b935050606086013567ffffffffffffffff811115614d8f575f5ffd5b614d9b88828901614a2f565b95989497509295608001359392505050565b5f60208284031215614dbd575f5ffd5b5035919050565b5f5f5f5f5f60808688031215614dd8575f5ffd5b853594506020860135614dea81614a0b565b9350604086013567ffffffffffffffff811115614e05575f5ffd5b614e1188828901614a3f565b935050606086013567ffffffffffffffff811115614e2d575f5ffd5b8601601f81018813614e3d575f5ffd5b803567ffffffffffffffff811115614e53575f5ffd5b886020828401011115614e64575f5ffd5b959894975092955050506020019190565b67ffffffffffffffff81168114614a2c575f5ffd5b5f5f5f5f5f60a08688031215614e9e575f5ffd5b853594506020860135614eb081614a0b565b93506040860135614ec081614e75565b9250606086013567ffffffffffffffff811115614edb575f5ffd5b614ee788828901614b8b565b925050608086013567ffffffffffffffff811115614f03575f5ffd5b614f0f88828901614b8b565b9150509295509295909350565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112614f4f575f5ffd5b83018035915067ffffffffffffffff821115614f69575f5ffd5b602001915036819003821315611769575f5ffd5b5f60208284031215614f8d575f5ffd5b813563ffffffff811681146125b5575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b67ffffffffffffffff8181168382160190811115612ab257612ab2614fa0565b5f60208284031215614ffd575f5ffd5b81356125b581614e75565b5f60208284031215615018575f5ffd5b81356125b581614a0b565b818382375f9101908152919050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112615065575f5ffd5b83018035915067ffffffffffffffff82111561507f575f5ffd5b6020019150600581901b3603821315611769575f5ffd5b80820180821115612ab257612ab2614fa0565b8082028115828204841417612ab257612ab2614fa0565b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff818336030181126150f2575f5ffd5b9190910192915050565b63ffffffff8281168282160390811115612ab257612ab2614fa0565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b60208101600e831061517e577f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b91905290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f858511156151bf575f5ffd5b838611156151cb575f5ffd5b5050820193919092039150565b80356020831015612ab2577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b80357fffffffffffffffff0000000000000000000000000000000000000000000000008116906008841015611291577fffffffffffffffff000000000000000000000000000000000000000000000000808560080360031b1b82161691505092915050565b80357fffffffffffffffffffffffffffffffffffffffff0000000000000000000000008116906014841015611291577fffffffffffffffffffffffffffffffffffffffff000000000000000000000000808560140360031b1b82161691505092915050565b8381525f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff83111561530e575f5ffd5b8260051b8085602085013791909101602001949350505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f8261536357615363615328565b500490565b5f8261537657615376615328565b500690565b82815260c0810160208201835f5b60058110156153a8578151835260209283019290910190600101615389565b5050509392505050565b5f602082840312156153c2575f5ffd5b5051919050565b82815260a0810160208201835f5b60048110156153a85781518352602092830192909101906001016153d7565b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa18336030181126150f2575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b6040516060810167ffffffffffffffff8111828210171561547857615478615428565b60405290565b604051601f8201601f1916810167ffffffffffffffff811182821017156154a7576154a7615428565b604052919050565b5f60608284031280156154c0575f5ffd5b506154c9615455565b8251815260208301516154db81614e75565b602082015260408301516154ee81614e75565b60408201529392505050565b80357fffffffff000000000000000000000000000000000000000000000000000000008116906004841015611291577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505092915050565b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc18336030181126150f2575f5ffd5b5f602082840312156155a1575f5ffd5b815180151581146125b5575f5ffd5b7fffffffff0000000000000000000000000000000000000000000000000000000084168152818360048301375f910160040190815292915050565b81810381811115612ab257612ab2614fa0565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff820361562e5761562e614fa0565b5060010190565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301377f5061796c6f6164207061796c6f61642900000000000000000000000000000000603991870191820152838560498301375f930160490192835250909695505050505050565b7fff00000000000000000000000000000000000000000000000000000000000000831681525f82518060208501600185015e5f92016001019182525092915050565b5f6060828403128015615726575f5ffd5b5061572f615455565b82516fffffffffffffffffffffffffffffffff8116811461574e575f5ffd5b815260208301516154db81614e75565b5f82601f83011261576d575f5ffd5b815167ffffffffffffffff81111561578757615787615428565b61579a6020601f19601f8401160161547e565b8181528460208386010111156157ae575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b80516157d581614a0b565b919050565b5f82601f8301126157e9575f5ffd5b815167ffffffffffffffff81111561580357615803615428565b8060051b6158136020820161547e565b9182526020818501810192908101908684111561582e575f5ffd5b6020860192505b838310156147fe578251825260209283019290910190615835565b5f5f5f5f5f5f5f60e0888a031215615866575f5ffd5b87517fff0000000000000000000000000000000000000000000000000000000000000081168114615895575f5ffd5b602089015190975067ffffffffffffffff8111156158b1575f5ffd5b6158bd8a828b0161575e565b965050604088015167ffffffffffffffff8111156158d9575f5ffd5b6158e58a828b0161575e565b60608a015190965094506158fd9050608089016157ca565b60a089015160c08a0151919450925067ffffffffffffffff811115615920575f5ffd5b61592c8a828b016157da565b91505092959891949750929550565b67ffffffffffffffff8281168282160390811115612ab257612ab2614fa0565b80357fffffffffff0000000000000000000000000000000000000000000000000000008116906005841015611291577fffffffffff000000000000000000000000000000000000000000000000000000808560050360031b1b82161691505092915050565b80357fffffff00000000000000000000000000000000000000000000000000000000008116906003841015611291577fffffff0000000000000000000000000000000000000000000000000000000000808560030360031b1b82161691505092915050565b60ff8281168282160390811115612ab257612ab2614fa056";
