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
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "enum IFaultProofs.Fault", name: "fault", type: "uint8" },
      { indexed: true, internalType: "address", name: "reporter", type: "address" },
      { indexed: false, internalType: "bool", name: "slashed", type: "bool" },
    ],
    name: "FaultProven",
    type: "event",
  },
  {
    inputs: [
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
  "0x60e060405234801561000f575f5ffd5b50604051614a08380380614a0883398101604081905261002e91610066565b6001600160a01b0392831660805290821660a0521660c0526100a6565b80516001600160a01b0381168114610061575f5ffd5b919050565b5f5f5f60608486031215610078575f5ffd5b6100818461004b565b925061008f6020850161004b565b915061009d6040850161004b565b90509250925092565b60805160a05160c05161488961017f5f395f8181610ad30152610b1a01525f818161120f0152818161197f015261285701525f81816101fc01528181610234015281816102670152818161035b015281816103cf01528181610475015281816104a60152818161054001528181610716015281816108870152818161093501528181610a5201528181610a8301528181610b9001528181610bc001528181610c8501528181610cb501528181610de601528181610eef01528181610f240152818161147301528181612586015261264601526148895ff3fe608060405234801561000f575f5ffd5b50600436106100e5575f3560e01c8063551f8101116100885780637001f82e116100635780637001f82e146101a9578063abf5fb1f146101bc578063b8e940c0146101cf578063e283f7c9146101e2575f5ffd5b8063551f8101146101705780636ed44672146101835780636f5d173f14610196575f5ffd5b80633987b067116100c35780633987b06714610124578063444b1a6414610137578063447b1cfe1461014a578063463f76c71461015d575f5ffd5b806307605cc8146100e9578063175fcdb9146100fe5780632660836514610111575b5f5ffd5b6100fc6100f7366004613c06565b6101f5565b005b6100fc61010c366004613c92565b610355565b6100fc61011f366004613cee565b61046e565b6100fc610132366004613cee565b610539565b6100fc610145366004613d62565b610710565b6100fc610158366004613dd2565b610842565b6100fc61016b366004613d62565b610880565b6100fc61017e366004613e59565b61092f565b6100fc610191366004613efc565b610a4a565b6100fc6101a4366004613e59565b610b8a565b6100fc6101b7366004613cee565b610c7f565b6100fc6101ca366004613f9c565b610d94565b6100fc6101dd366004613cee565b610ddf565b6100fc6101f0366004614006565b610ee9565b828261022f7f0000000000000000000000000000000000000000000000000000000000000000878461022a6080820182614049565b61101f565b6102627f0000000000000000000000000000000000000000000000000000000000000000878361022a6080890189614049565b61028f7f000000000000000000000000000000000000000000000000000000000000000087843586611179565b5f823582351480156102d057506102ac604083016020840161408b565b6001600160401b03166102c5604085016020860161408b565b6001600160401b0316145b90505f8260400135846040013514801561031957506102f5608084016060850161408b565b6001600160401b031661030e608086016060870161408b565b6001600160401b0316145b905061032f828015610329575081155b5f6111b6565b61034b885f86356103466040890160208a0161408b565b6111da565b5050505050505050565b5f6103817f00000000000000000000000000000000000000000000000000000000000000008585611270565b509091505f90506103b7833561039d60408601602087016140a6565b6103ad60608701604088016140a6565b86606001356112c3565b90505f83354614801561040a57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166103ff60408601602087016140a6565b6001600160a01b0316145b801561043657506001600160a01b03861661042b60608601604087016140a6565b6001600160a01b0316145b9050610452835f01518314801561044b575081155b60086111b6565b610466866008855f015186604001516111da565b505050505050565b5f5f61049b7f00000000000000000000000000000000000000000000000000000000000000008686611270565b50915091505f6104cc7f00000000000000000000000000000000000000000000000000000000000000008786611270565b505060808101519091505f906001600160401b03166104f1604088016020890161408b565b6001600160401b031614905061051c8180156105155750610513858585611316565b155b60056111b6565b610530876005845f015185604001516111da565b50505050505050565b5f5f6105667f000000000000000000000000000000000000000000000000000000000000000086866113db565b915091505f61057786868587611412565b905061058381856114a9565b505f61058f85806140c1565b6105a090604081019060200161408b565b6001600160401b03166105b387806140c1565b6105c490604081019060200161408b565b6001600160401b03161461065f5760808201516001600160401b03166105ea87806140c1565b6105fb90604081019060200161408b565b6001600160401b031614801561063b57506001846060015161061d91906140f3565b63ffffffff16610633604088016020890161410f565b63ffffffff16145b801561065a5750610652604086016020870161410f565b63ffffffff16155b610698565b61066f604087016020880161410f565b6106809063ffffffff166001614132565b610690604087016020880161410f565b63ffffffff16145b90505f6106c96106b36106ae60408a018a614049565b6115a0565b856106c46106ae60408b018b614049565b6115d4565b90506106e08280156106d9575081155b60046111b6565b825161034b9089906004906106fb60408b0160208c0161410f565b63ffffffff1687604001516103469190614145565b5f61073c7f0000000000000000000000000000000000000000000000000000000000000000848461164a565b91505f9050806107576107526040860186614049565b61179e565b915091508115610820575f6001600160401b03801682608001516001600160401b0316141580156107ad5750610793604086016020870161408b565b6001600160401b031682608001516001600160401b031610155b90505f61012c6001600160401b031685604001516001600160401b03166107d49190614132565b6107e0906103e8614164565b905061080582806107fe5750818461014001516001600160401b0316115b60076111b6565b610819876007855f015186604001516111da565b505061083b565b61083b856007610836604088016020890161408b565b611951565b5050505050565b61084d8484846119e5565b6108588484836119e5565b61086e81602001358360200135141560036111b6565b61087a84600385611951565b50505050565b5f5f6108ad7f000000000000000000000000000000000000000000000000000000000000000085856113db565b90925090505f806108c96108c46040870187614049565b611a75565b915091505f8280156108f157506108f1856108ea6040890160208a0161410f565b8685611c9c565b90506108ff811560096111b6565b845161053090889060099061091a60408b0160208c0161410f565b63ffffffff1689604001516103469190614145565b5f61095b7f00000000000000000000000000000000000000000000000000000000000000008686611d61565b5060e08101519092505f915060ff1615801561099157508160c00151848460405161098792919061417b565b6040518091039020145b90505f5f6109d88460a0015187878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611d9892505050565b5090925090505f808260038111156109f2576109f261418a565b148015610a14575084606001516001600160a01b0316836001600160a01b0316145b9050610a2b848015610a24575081155b600b6111b6565b610a3f89600b875f015188602001516111da565b505050505050505050565b5f5f5f610a787f00000000000000000000000000000000000000000000000000000000000000008888611d61565b925092509250610aaa7f0000000000000000000000000000000000000000000000000000000000000000888488611de1565b5f610ab58680614049565b604051610ac392919061417b565b604051809103902090505f610b0a7f00000000000000000000000000000000000000000000000000000000000000008585858b8060400190610b05919061419e565b611ed1565b6101208601519091505f90610b4f7f0000000000000000000000000000000000000000000000000000000000000000610b4960408d0160208e0161410f565b8a61234a565b149050610b6a818015610b63575087358314155b600d6111b6565b610b7e8a600d875f015188602001516111da565b50505050505050505050565b5f610bb67f00000000000000000000000000000000000000000000000000000000000000008686611d61565b509150505f610bf17f0000000000000000000000000000000000000000000000000000000000000000610bec8460600151612494565b6124f6565b90505f82606001516001600160a01b0316610c418387878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061252c92505050565b6001600160a01b0316149050610c6b818015610c64575060e084015160ff166001145b600c6111b6565b61053087600c855f015186602001516111da565b5f610cab7f00000000000000000000000000000000000000000000000000000000000000008585611270565b505090505f610cdb7f00000000000000000000000000000000000000000000000000000000000000008685611270565b509091505f9050610cf2604085016020860161408b565b6001600160401b0316610d0b604087016020880161408b565b6001600160401b031614159050610d55818015610d29575082518451145b8015610d4e575082602001516001600160401b031684602001516001600160401b0316145b60066111b6565b610466866006855f015185604001516001600160401b031687604001516001600160401b031610610d8a5785604001516111da565b86604001516111da565b5f5f610da08585612554565b915091505f5f610db08786612554565b9092509050610dd36001600160401b0385811690841614848314141560026111b6565b6105308760025f611951565b5f5f610e0c7f00000000000000000000000000000000000000000000000000000000000000008686611d61565b50915091505f610e1e86868587611412565b90505f610e358286610e3085896114a9565b612688565b805184519192505f91148015610e65575081602001516001600160401b031684602001516001600160401b031614155b8015610e8a575081606001516001600160a01b031684606001516001600160a01b0316145b8015610e9d575081608001518460800151145b9050610eaa81600a6111b6565b61034b88600a865f015185602001516001600160401b031688602001516001600160401b031611610edf5785602001516111da565b87602001516111da565b81610f1d7f0000000000000000000000000000000000000000000000000000000000000000858361022a6080820182614049565b5f5f610f4a7f000000000000000000000000000000000000000000000000000000000000000087866113db565b815191935091505f908435148015610fa65750610f6d604086016020870161410f565b63ffffffff168360400151610f829190614145565b6001600160401b0316610f9b604086016020870161408b565b6001600160401b0316145b90505f828560400135148015610ff05750610fc76106ae6040880188614049565b61012001516001600160401b0316610fe5608087016060880161408b565b6001600160401b0316145b9050611007828015611000575081155b60016111b6565b61034b886001873561034660408a0160208b0161408b565b5f61104f8435611035604087016020880161408b565b604087013561104a6080890160608a0161408b565b6126d9565b90505f61106187876002858888612731565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa1580156110b8573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906110dc91906141e3565b9150506001600160401b0381161580159061112257506111076001600160401b0382166103e8614164565b611117608088016060890161408b565b6001600160401b0316115b1561034b5781816111396080890160608a0161408b565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b0391821660248401521660448201526064015b60405180910390fd5b611185468585846112c3565b821461087a576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401611170565b816111d657806040516337e19b7160e11b8152600401611170919061421b565b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015611250575f5ffd5b505af1158015611262573d5f5f3e3d5ffd5b5050505061087a8484612830565b611278613a9a565b604080516060810182525f8082526020820181905291810182905261129e86868661164a565b90925090506112b86112b36040860186614049565b612922565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b825181515f9114801561134d57506020840151611334906001614145565b6001600160401b031682602001516001600160401b0316145b80156113875750836060015163ffffffff16846040015161136e9190614145565b6001600160401b031682604001516001600160401b0316145b80156113965750828260a00151145b80156113a957508360e001518260c00151145b80156113d157508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b6113e3613a9a565b5f6113f885856113f386806140c1565b611270565b50909250611408905082846114a9565b9050935093915050565b61141a613a9a565b61142482806140c1565b61143590604081019060200161408b565b6001600160401b031661144885806140c1565b61145990604081019060200161408b565b6001600160401b03160361146e57508161130e565b61149d7f0000000000000000000000000000000000000000000000000000000000000000866113f385806140c1565b50909695505050505050565b5f6114f36114ba6040840184614049565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061295792505050565b90505f6115308261150a604086016020870161410f565b63ffffffff16866060015163ffffffff1686806060019061152b919061419e565b612985565b905083610100015181146115995761154883806140c1565b61155990604081019060200161408b565b611569604085016020860161410f565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401611170565b5092915050565b6115a8613b13565b5f6115b38484611a75565b925090508061159957604051620f67ed60e11b815260040160405180910390fd5b825181515f9114801561160b575060208401516115f2906001614145565b6001600160401b031682602001516001600160401b0316145b801561161a5750828260400151145b80156113d157508361012001516001600160401b03168261012001516001600160401b0316101590509392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e3085611682602087018761408b565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156116d2573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906116f69190614285565b90506117086114ba6040850185614049565b91505f6117318361171f604087016020880161408b565b602085015161152b606089018961419e565b82519091508114611795578461174a602086018661408b565b61175a604087016020880161408b565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401611170565b50935093915050565b5f6117a7613a9a565b60e5831415806117de5750600160f91b84845f816117c7576117c76142ed565b9050013560f81c60f81b6001600160f81b03191614155b156117eb575f915061194a565b6117f9602160018587614301565b61180291614328565b8152611812602960218587614301565b61181b91614345565b60c01c6020820152611831603160298587614301565b61183a91614345565b60c01c6040820152611850603560318587614301565b6118599161437b565b60e01c606082015261186f603d60358587614301565b61187891614345565b60c01c608082015261188e605d603d8587614301565b61189791614328565b60a08201526118aa607d605d8587614301565b6118b391614328565b60c08201526118c6609d607d8587614301565b6118cf91614328565b60e08201526118e260bd609d8587614301565b6118eb91614328565b6101008201526118ff60dd60bd8587614301565b61190891614328565b61012082015261191c60e560dd8587614301565b61192591614345565b60c01c61014082015261193781612a9d565b8015611947575061194781612b9e565b91505b9250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156119c0575f5ffd5b505af11580156119d2573d5f5f3e3d5ffd5b505050506119e08383612830565b505050565b5f806119fa856119f585806143b1565b612554565b90925090505f611a176020850135868561152b604089018961419e565b90508181146104665785611a2b85806143b1565b611a3990602081019061408b565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401611170565b5f611a7e613b13565b60ce83141580611ab55750600160f81b84845f81611a9e57611a9e6142ed565b9050013560f81c60f81b6001600160f81b03191614155b15611ac2575f915061194a565b611ad0602160018587614301565b611ad991614328565b8152611ae9602960218587614301565b611af291614345565b60c01c6020820152611b08604960298587614301565b611b1191614328565b6040820152611b24605d60498587614301565b611b2d916143c5565b606090811c90820152611b44607d605d8587614301565b611b4d91614328565b6080820152611b60609d607d8587614301565b611b6991614328565b60a0820152611b7c60bd609d8587614301565b611b8591614328565b60c0820152838360bd818110611b9d57611b9d6142ed565b919091013560f81c60e083015250611bb960c660be8587614301565b611bc291614345565b60c01c610100820152611bd960ce60c68587614301565b611be291614345565b60c01c6101208201526020810151661fffffffffffff6001600160401b0390911611801590611c1c5750600160ff168160e0015160ff1611155b8015611c40575061010081015160e082015160ff16156001600160401b0390911615145b8015611c6a5750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b80156119475750661fffffffffffff6001600160401b03168161012001516001600160401b0316111591509250929050565b835181515f91148015611cd957508363ffffffff168560400151611cc09190614145565b6001600160401b031682602001516001600160401b0316145b8015611d0157508461014001516001600160401b03168261012001516001600160401b031611155b8015611d23575063ffffffff8416151580611d2357508460c001518260400151145b8015611d58575060018560600151611d3b91906140f3565b63ffffffff168463ffffffff16141580611d5857508460e0015183145b95945050505050565b611d69613a9a565b611d71613b13565b5f611d7d8686866113db565b9093509050611d8d838583612688565b915093509350939050565b5f5f5f8351604103611dcf576020840151604085015160608601515f1a611dc188828585612c29565b955095509550505050611dda565b505081515f91506002905b9250925092565b5f80611df5611df08480614049565b612cf1565b909250905080611e08604085018561419e565b905014611e4157611e1c604084018461419e565b604051631f37c23760e31b815261117092508390600401918252602082015260400190565b5f611e4c8480614049565b604051611e5a92919061417b565b6040518091039020848060400190611e72919061419e565b604051602001611e8493929190614405565b60408051601f19818403018152919052805160209091012090505f611eb2611eac8680614049565b86612f0d565b905061034b88888884611ecb60408b0160208c0161408b565b87612f5c565b5f5f5f611ede8585613009565b915091505f600882901b60055f5160206148695f395f51905f528b60800151611f07919061444a565b611f12911b87614132565b611f1c9190614132565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f5160206148695f395f51905f528f60800151611fa2919061445d565b8152602081018790526101208f01516001600160401b03166040820152606001611fd95f5160206148695f395f51905f528f61445d565b8152506040518363ffffffff1660e01b8152600401611ff9929190614470565b602060405180830381865afa158015612014573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061203891906144a7565b9050612042613b83565b5f5b60048110156121c5575f612059826004614164565b612064906002614132565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b86601281106120c9576120c96142ed565b602002015181526020018b8660016120e19190614132565b601281106120f1576120f16142ed565b602002015181526020018b8660026121099190614132565b60128110612119576121196142ed565b602002015181526020018b8660036121319190614132565b60128110612141576121416142ed565b60200201518152506040518363ffffffff1660e01b81526004016121669291906144be565b602060405180830381865afa158015612181573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121a591906144a7565b8383600481106121b7576121b76142ed565b602002015250600101612044565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf390612206906f616e63686f726c6f672f312f726573749086906004016144be565b602060405180830381865afa158015612221573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061224591906144a7565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f5160206148695f395f51905f528f5f1c6122be919061445d565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b81526004016122f8929190614470565b602060405180830381865afa158015612313573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061233791906144a7565b96505050505050505b9695505050505050565b8035612354613b83565b5f5b600881101561248b575f61236b826002614164565b63ffffffff8716901c60031690505f5b60038110156123ea576020860181612394856003614164565b61239e9190614132565b601881106123ae576123ae6142ed565b6020020135848383106123cb576123c6836001614132565b6123cd565b825b600481106123dd576123dd6142ed565b602002015260010161237b565b50838382600481106123fe576123fe6142ed565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf390612441906f616e63686f726c6f672f312f6e6f64659087906004016144be565b602060405180830381865afa15801561245c573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061248091906144a7565b935050600101612356565b50509392505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e2240826040516020016124d99291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f612523612503846130bb565b8360405161190160f01b8152600281019290925260228201526042902090565b90505b92915050565b5f5f5f5f61253a8686611d98565b92509250925061254a8282613107565b5090949350505050565b5f803661256460208501856144eb565b90506125736040820182614049565b90505f03612641575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e30876125b9602089018961408b565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015612609573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061262d9190614285565b60208101519051909450925061194a915050565b61266c7f000000000000000000000000000000000000000000000000000000000000000086836131bf565b612679602082018261408b565b92506020013590509250929050565b612690613b13565b6126a06106ae6040850185614049565b90506126bd846126b6604086016020870161410f565b8484611c9c565b6113d457604051620f67ed60e11b815260040160405180910390fd5b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c0016112f5565b5f61277a61273f88866124f6565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061252c92505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa1580156127d3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906127f791906144ff565b6123405760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401611170565b604051637aeccce960e01b81526001600160a01b0383811660048301523360248301525f917f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af115801561289f573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906128c391906144ff565b90503382600d8111156128d8576128d861418a565b846001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612915911515815260200190565b60405180910390a4505050565b61292a613a9a565b5f612935848461179e565b925090508061159957604051635d6786e360e01b815260040160405180910390fd5b5f6125265f60f81b8360405160200161297192919061451e565b6040516020818303038152906040526131f7565b5f836001600160401b0316856001600160401b0316106129cb576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401611170565b5f5f6129d78787613235565b90925090506129e68183614132565b8414612a1957836129f78284614132565b604051630602a2fd60e51b815260048101929092526024820152604401611170565b8792505f5b82811015612a6c5760016001600160401b038916821c1615612a5157612a4c600582901b8701355b85613286565b612a62565b612a6284600583901b880135613286565b9350600101612a1e565b50815b84811015612a9157612a87600582901b870135612a46565b9350600101612a6f565b50505095945050505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b031611158015612ae85750661fffffffffffff6001600160401b031682604001516001600160401b031611155b8015612afd5750606082015163ffffffff1615155b8015612b1c57506201000063ffffffff16826060015163ffffffff1611155b8015612b5c5750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612b5c575060808201516001600160401b03908116145b8015612b7957506101208201515f5160206148695f395f51905f52115b80156125265750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612bdf5760808201516001600160401b0390811614801590612526575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612c07575060408201516001600160401b0316155b8015612c15575060a0820151155b8015612526575050805160c0909101511490565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115612c6257505f91506003905082612ce7565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015612cb3573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b038116612cde57505f925060019150829050612ce7565b92505f91508190505b9450945094915050565b5f80838382612d018383836132cf565b9050600781111580612d1d57506020612d1b600783614549565b115b80612d495750612d4783835f818110612d3857612d386142ed565b9050013560f81c60f81b613359565b155b15612d6957604051637c08de9f60e11b81525f6004820152602401611170565b612d74600782614549565b94507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be612da382878587614301565b604051612db192919061417b565b604051809103902014612dda57604051637c08de9f60e11b815260048101869052602401611170565b612de2613ba1565b600560fb1b5b82841480612e2557506001600160f81b03198116858585818110612e0e57612e0e6142ed565b9050013560f81c60f81b6001600160f81b03191614155b15612e4657604051637c08de9f60e11b815260048101849052602401611170565b60108603612e6a57604051637c08de9f60e11b815260048101849052602401611170565b612e818585612e7a866001614132565b858a61338b565b9250612e8c8661455c565b95508383108015612ec55750848484818110612eaa57612eaa6142ed565b9050013560f81c60f81b6001600160f81b031916602960f81b145b612ed45750600b60fa1b612de8565b83612ee0846001614132565b14612f0157604051637c08de9f60e11b815260048101849052602401611170565b50505050509250929050565b5f3681612f1c84828789614301565b91509150818183838989604051602001612f3b96959493929190614574565b60405160208183030381529060405280519060200120925050509392505050565b835160608086015160808088015160408051602081018a9052908101959095526001600160a01b0390921692840192909252908201526001600160401b03831660a082015260c081018290525f9060e0016040516020818303038152906040528051906020012090505f612fd3612503898961352b565b90508560a00151811461034b5760a0860151604051632c97d7bb60e21b8152600481019190915260248101829052604401611170565b613011613bc0565b5f805b838110156130b3575f5160206148695f395f51905f5285858381811061303c5761303c6142ed565b905060200201355f1c61304f919061445d565b838260128110613061576130616142ed565b6020020152613071816003614164565b5f5160206148695f395f51905f52868684818110613091576130916142ed565b905060200201355f1c6130a4919061444a565b901b9190911790600101613014565b509250929050565b5f6125267fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6846135ba565b5f82600381111561311a5761311a61418a565b03613123575050565b60018260038111156131375761313761418a565b036131555760405163f645eedf60e01b815260040160405180910390fd5b60028260038111156131695761316961418a565b0361318a5760405163fce698f760e01b815260048101829052602401611170565b600382600381111561319e5761319e61418a565b036111d6576040516335e2f38360e21b815260048101829052602401611170565b5f6131db836131d1602085018561408b565b846020013561362b565b905061083b84846001846131f26040880188614049565b612731565b5f5f60205f84516020860160025afa60203d141690505f5191508061322f5760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f8061324c613245600185614605565b8518613686565b91506001600160401b038416821c5b6001600160401b038116156130b3576132738261455c565b9150613280600182614605565b1661325b565b5f5f6040516001815384600182015283602182015260205f60418360025afa60203d14169150505f519150806115995760405163c176b3c560e01b815260040160405180910390fd5b805b828110801561334457506132ff8484838181106132f0576132f06142ed565b9050013560f81c60f81b613732565b8061331a575061331a848483818110612d3857612d386142ed565b806133445750613344848483818110613335576133356142ed565b9050013560f81c60f81b613764565b156113d4576133528161455c565b90506132d1565b5f604160f81b6001600160f81b03198316108015906125265750602d60f91b6001600160f81b03198316111592915050565b5f6133978686866132cf565b90506133ad6133a88286888a614301565b613796565b6133cd57604051637c08de9f60e11b815260048101859052602401611170565b8085148061340457508585828181106133e8576133e86142ed565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b1561342557604051637c08de9f60e11b815260048101829052602401611170565b5f613431826001614132565b905061343e8787836132cf565b915080821480613457575060206134558284614549565b115b8061347457506134728787838181106132f0576132f06142ed565b155b1561349557604051637c08de9f60e11b815260048101829052602401611170565b5f6134a28383898b614301565b6040516134b092919061417b565b60405190819003902090505f5b8481101561350657818682601081106134d8576134d86142ed565b6020020151036134fe57604051637c08de9f60e11b815260048101849052602401611170565b6001016134bd565b508085856010811061351a5761351a6142ed565b602002015250909695505050505050565b60405163220c1f2760e01b81526001600160a01b0382811660048301525f91829182919086169063220c1f27906024015f60405180830381865afa158015613575573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f1916820160405261359c9190810190614714565b505050509250925050611d5882805190602001208280519060200120875b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f6020820152908101849052606081018390524660808201526001600160a01b03821660a08201525f9060c0015b6040516020818303038152906040528051906020012090509392505050565b604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a00161360c565b5f6001600160401b0382161561372b5761371b826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613726906001614132565b612526565b5f92915050565b5f606160f81b6001600160f81b03198316108015906125265750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b03198316108015906125265750603960f81b6001600160f81b03198316111592915050565b5f5f83836040516137a892919061417b565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b8114806137ff57507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b1561380e576001915050612526565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a1079281148061385b57507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b1561386a576001915050612526565b6005831180156138b4575061388260055f8587614301565b61388b916147e4565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b156138ea575f6138cf6138ca8560058189614301565b6139e3565b905080158015906138e1575060208111155b92505050612526565b5f600484118015613935575061390360045f8688614301565b61390c9161437b565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15613942575060046139a3565b60038411801561398c575061395a60035f8688614301565b6139639161481a565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b15613999575060036139a3565b5f92505050612526565b5f6139b36138ca8684818a614301565b905080158015906139c657506101008111155b801561234057506139d860088261445d565b159695505050505050565b5f6003821180613a1b575082825f818110613a0057613a006142ed565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b15613a2757505f612526565b5f5b8281101561159957613a46848483818110613335576133356142ed565b613a53575f915050612526565b6030848483818110613a6757613a676142ed565b613a789392013560f81c905061484f565b60ff16613a8683600a614164565b613a909190614132565b9150600101613a29565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b6040518061014001604052805f81526020015f6001600160401b031681526020015f81526020015f6001600160a01b031681526020015f81526020015f81526020015f81526020015f60ff1681526020015f6001600160401b031681526020015f6001600160401b031681525090565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b6001600160a01b0381168114613bf3575f5ffd5b50565b5f60a0828403121561322f575f5ffd5b5f5f5f5f60808587031215613c19575f5ffd5b8435613c2481613bdf565b935060208501356001600160401b03811115613c3e575f5ffd5b613c4a87828801613bf6565b93505060408501356001600160401b03811115613c65575f5ffd5b613c7187828801613bf6565b949793965093946060013593505050565b5f6080828403121561322f575f5ffd5b5f5f5f60c08486031215613ca4575f5ffd5b8335613caf81613bdf565b925060208401356001600160401b03811115613cc9575f5ffd5b613cd586828701613c82565b925050613ce58560408601613c82565b90509250925092565b5f5f5f60608486031215613d00575f5ffd5b8335613d0b81613bdf565b925060208401356001600160401b03811115613d25575f5ffd5b613d3186828701613c82565b92505060408401356001600160401b03811115613d4c575f5ffd5b613d5886828701613c82565b9150509250925092565b5f5f60408385031215613d73575f5ffd5b8235613d7e81613bdf565b915060208301356001600160401b03811115613d98575f5ffd5b613da485828601613c82565b9150509250929050565b6001600160401b0381168114613bf3575f5ffd5b5f6060828403121561322f575f5ffd5b5f5f5f5f60808587031215613de5575f5ffd5b8435613df081613bdf565b93506020850135613e0081613dae565b925060408501356001600160401b03811115613e1a575f5ffd5b613e2687828801613dc2565b92505060608501356001600160401b03811115613e41575f5ffd5b613e4d87828801613dc2565b91505092959194509250565b5f5f5f5f60608587031215613e6c575f5ffd5b8435613e7781613bdf565b935060208501356001600160401b03811115613e91575f5ffd5b613e9d87828801613c82565b93505060408501356001600160401b03811115613eb8575f5ffd5b8501601f81018713613ec8575f5ffd5b80356001600160401b03811115613edd575f5ffd5b876020828401011115613eee575f5ffd5b949793965060200194505050565b5f5f5f5f848603610380811215613f11575f5ffd5b8535613f1c81613bdf565b945060208601356001600160401b03811115613f36575f5ffd5b613f4288828901613c82565b94505060408601356001600160401b03811115613f5d575f5ffd5b613f6988828901613dc2565b935050610320605f1982011215613f7e575f5ffd5b509295919450926060019150565b5f6040828403121561322f575f5ffd5b5f5f5f60608486031215613fae575f5ffd5b8335613fb981613bdf565b925060208401356001600160401b03811115613fd3575f5ffd5b613fdf86828701613f8c565b92505060408401356001600160401b03811115613ffa575f5ffd5b613d5886828701613f8c565b5f5f5f60608486031215614018575f5ffd5b833561402381613bdf565b925060208401356001600160401b0381111561403d575f5ffd5b613d3186828701613bf6565b5f5f8335601e1984360301811261405e575f5ffd5b8301803591506001600160401b03821115614077575f5ffd5b60200191503681900382131561194a575f5ffd5b5f6020828403121561409b575f5ffd5b81356113d481613dae565b5f602082840312156140b6575f5ffd5b81356113d481613bdf565b5f8235607e198336030181126140d5575f5ffd5b9190910192915050565b634e487b7160e01b5f52601160045260245ffd5b63ffffffff8281168282160390811115612526576125266140df565b5f6020828403121561411f575f5ffd5b813563ffffffff811681146113d4575f5ffd5b80820180821115612526576125266140df565b6001600160401b038181168382160190811115612526576125266140df565b8082028115828204841417612526576125266140df565b818382375f9101908152919050565b634e487b7160e01b5f52602160045260245ffd5b5f5f8335601e198436030181126141b3575f5ffd5b8301803591506001600160401b038211156141cc575f5ffd5b6020019150600581901b360382131561194a575f5ffd5b5f5f604083850312156141f4575f5ffd5b82516141ff81613dae565b602084015190925061421081613dae565b809150509250929050565b60208101600e831061423b57634e487b7160e01b5f52602160045260245ffd5b91905290565b634e487b7160e01b5f52604160045260245ffd5b604051601f8201601f191681016001600160401b038111828210171561427d5761427d614241565b604052919050565b5f6060828403128015614296575f5ffd5b50604051606081016001600160401b03811182821017156142b9576142b9614241565b6040528251815260208301516142ce81613dae565b602082015260408301516142e181613dae565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f8585111561430f575f5ffd5b8386111561431b575f5ffd5b5050820193919092039150565b80356020831015612526575f19602084900360031b1b1692915050565b80356001600160c01b03198116906008841015611599576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b03198116906004841015611599576001600160e01b031960049490940360031b84901b1690921692915050565b5f8235603e198336030181126140d5575f5ffd5b80356bffffffffffffffffffffffff198116906014841015611599576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b8381525f6001600160fb1b0383111561441c575f5ffd5b8260051b8085602085013791909101602001949350505050565b634e487b7160e01b5f52601260045260245ffd5b5f8261445857614458614436565b500490565b5f8261446b5761446b614436565b500690565b82815260c0810160208201835f5b600581101561449d57815183526020928301929091019060010161447e565b5050509392505050565b5f602082840312156144b7575f5ffd5b5051919050565b82815260a0810160208201835f5b600481101561449d5781518352602092830192909101906001016144cc565b5f8235605e198336030181126140d5575f5ffd5b5f6020828403121561450f575f5ffd5b815180151581146113d4575f5ffd5b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b81810381811115612526576125266140df565b5f6001820161456d5761456d6140df565b5060010190565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b6001600160401b038281168282160390811115612526576125266140df565b5f82601f830112614633575f5ffd5b81516001600160401b0381111561464c5761464c614241565b61465f601f8201601f1916602001614255565b818152846020838601011115614673575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b805161469a81613bdf565b919050565b5f82601f8301126146ae575f5ffd5b81516001600160401b038111156146c7576146c7614241565b8060051b6146d760208201614255565b918252602081850181019290810190868411156146f2575f5ffd5b6020860192505b838310156123405782518252602092830192909101906146f9565b5f5f5f5f5f5f5f60e0888a03121561472a575f5ffd5b87516001600160f81b031981168114614741575f5ffd5b60208901519097506001600160401b0381111561475c575f5ffd5b6147688a828b01614624565b96505060408801516001600160401b03811115614783575f5ffd5b61478f8a828b01614624565b60608a015190965094506147a790506080890161468f565b60a089015160c08a015191945092506001600160401b038111156147c9575f5ffd5b6147d58a828b0161469f565b91505092959891949750929550565b80356001600160d81b03198116906005841015611599576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b03198116906003841015611599576001600160e81b0319600394850390941b84901b1690921692915050565b60ff8281168282160390811115612526576125266140df56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
