/** An action's EIP-712 digest and its ECDSA signature, beside the libraries that wallets and servers use. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import * as ethers from "ethers";
import * as Secp256k1 from "ox/Secp256k1";
import * as TypedData from "ox/TypedData";
import { Engine } from "ox/wasm";
import * as viem from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  defineActions,
  encodeMessage,
  hashDomain,
  recoverSigner,
  toTypedData,
  verifyAction,
} from "../../src/action/index.ts";
import { fromHex, toHex, type Hex } from "../../src/encoding/hex.ts";
import { type BenchCase, OURS, same } from "./frame.ts";

const VIEM = "viem 2";
const ETHERS = "ethers 6";
const OX = "ox/wasm";
const HASH_FLOOR = "@noble/hashes 2, hashes only";
const RECOVER_FLOOR = "@noble/curves 2, recover only";

const wallet = privateKeyToAccount(`0x${"a1".repeat(32)}`);
const actor = wallet.address.toLowerCase() as Hex;
const types = defineActions({
  Trade: {
    objectId: "string",
    buyer: "address",
    price: "uint256",
    amount: "uint64",
    terms: "bytes32",
    transferable: "bool",
  },
});
const domain = {
  name: "Test platform",
  version: "1",
  chainId: 31_337,
  verifyingContract: "0x00000000000000000000000000000000000000aa",
} as const;
const log: Hex = `0x${"1c".repeat(32)}`;
const message = {
  log,
  actor,
  nonce: "1767603600000",
  deadline: "1767603660",
  payload: {
    objectId: "urn:example:object:1234",
    buyer: actor,
    price: "1250000000000000000",
    amount: "12",
    terms: `0x${"5a".repeat(32)}`,
    transferable: true,
  },
} as const;

export async function cases(): Promise<BenchCase[]> {
  await Engine.install();
  const kind = types.kinds.get("Trade")!;
  const domainSeparator = hashDomain(domain);
  const rules = { kinds: types.kinds, domainSeparator, hasLog: (id: Hex) => id === log };
  const { types: structs, primaryType } = toTypedData(kind, message, domain);

  // Peers get integers as bigints: reading them out of the JSON is on our account only.
  const payload = { ...message.payload, price: BigInt(message.payload.price), amount: BigInt(message.payload.amount) };
  const read = { ...message, nonce: BigInt(message.nonce), deadline: BigInt(message.deadline), payload };
  const typedData = { domain, types: structs, primaryType, message: read };
  // ethers adds the domain's type by itself.
  const { EIP712Domain: _, ...ethersTypes } = structs as Record<string, ethers.TypedDataField[]>;

  const digest = encodeMessage(kind, message, domainSeparator).digest;
  const hash = toHex(digest);
  const signature = await wallet.sign({ hash });
  const action = { primaryType, message, signature };

  const viemHash = () => viem.hashTypedData(typedData);
  const ethersHash = () => ethers.TypedDataEncoder.hash(domain, ethersTypes, read);
  const oxHash = () => TypedData.getSignPayload(typedData);
  same(viemHash(), hash, "viem's digest");
  same(ethersHash(), hash, "ethers' digest");
  same(oxHash(), hash, "ox's digest");
  // The string, the payload, the envelope and the digest.
  const hashed = [23, 7 * 32, 6 * 32, 66].map((bytes) => new Uint8Array(bytes));
  const hashFloor = () => {
    for (const bytes of hashed) keccak_256(bytes);
  };

  const viemRecover = () => viem.recoverAddress({ hash, signature });
  const ethersRecover = () => ethers.recoverAddress(hash, signature);
  const oxRecover = () => Secp256k1.recoverAddress({ payload: hash, signature });
  same(JSON.stringify(recoverSigner(digest, signature)), JSON.stringify({ address: actor }), "our signer");
  same((await viemRecover()).toLowerCase(), actor, "viem's signer");
  same(ethersRecover().toLowerCase(), actor, "ethers' signer");
  same(oxRecover().toLowerCase(), actor, "ox's signer");
  const compact = secp256k1.Signature.fromBytes(fromHex(signature).subarray(0, 64), "compact");
  const recoverable = compact.addRecoveryBit(fromHex(signature)[64]! - 27);
  const recoverFloor = () => recoverable.recoverPublicKey(digest);

  const viemVerify = () => viem.recoverTypedDataAddress({ ...typedData, signature });
  const ethersVerify = () => ethers.verifyTypedData(domain, ethersTypes, read, signature);
  const oxVerify = () => Secp256k1.recoverAddress({ payload: oxHash(), signature });
  same(verifyAction(action, rules).verdict, "valid", "our verdict");
  same((await viemVerify()).toLowerCase(), actor, "viem's verdict");
  same(ethersVerify().toLowerCase(), actor, "ethers' verdict");
  same(oxVerify().toLowerCase(), actor, "ox's verdict");

  return [
    {
      name: "hash a 6-member action",
      unit: "µs",
      subjects: [
        { name: OURS, run: () => encodeMessage(kind, message, domainSeparator) },
        { name: VIEM, run: viemHash },
        { name: ETHERS, run: ethersHash },
        { name: OX, run: oxHash },
        { name: HASH_FLOOR, run: hashFloor },
      ],
    },
    {
      name: "recover the signer of a digest",
      unit: "µs",
      subjects: [
        { name: OURS, run: () => recoverSigner(digest, signature) },
        { name: VIEM, run: viemRecover },
        { name: ETHERS, run: ethersRecover },
        { name: OX, run: oxRecover },
        { name: RECOVER_FLOOR, run: recoverFloor },
      ],
    },
    {
      name: "verify a signed action",
      unit: "µs",
      subjects: [
        { name: OURS, run: () => verifyAction(action, rules) },
        { name: VIEM, run: viemVerify },
        { name: ETHERS, run: ethersVerify },
        { name: OX, run: oxVerify },
        { name: RECOVER_FLOOR, run: recoverFloor },
      ],
    },
  ];
}
