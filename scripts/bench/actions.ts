/** Measures an action's EIP-712 digest and ECDSA signature, beside the libraries that wallets and servers use. */
import * as ethers from "ethers";
import * as Secp256k1 from "ox/Secp256k1";
import * as TypedData from "ox/TypedData";
import { Engine } from "ox/wasm";
import * as OxSecp256k1 from "ox/wasm/Secp256k1";
import * as viem from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  currentEngine,
  defineActions,
  encodeMessage,
  type EngineName,
  hashDomain,
  loadEngine,
  recoverSigner,
  toTypedData,
  useEngine,
  verifyAction,
} from "../../src/action/index.ts";
import { HASH, WORDS } from "../../src/action/hasher.ts";
import { createVerifierPool, type VerifierPool } from "../../src/action/pool.ts";
import { addressOf, hashReadSignature, readStrictSignature } from "../../src/action/signature.ts";
import { judgeSigner, readAction } from "../../src/action/verify.ts";
import { fromHex, toHex, type Hex } from "../../src/base/hex.ts";
import { type BenchCase, OURS, same, type TimedSubject } from "./frame.ts";

const VIEM = "viem 2";
const ETHERS = "ethers 6";
const OX = "ox/wasm";
const HASH_FLOOR = "the hashes only";
const RECOVER_FLOOR = "libsecp256k1 (native binding), recover only";
const WASM_FLOOR = "libsecp256k1 (WASM, ox), recover only";
const SIGN_FLOOR = "libsecp256k1 (WASM, ox), sign only";
/** The binding of npm's secp256k1 to libsecp256k1, without its slow fallback in JavaScript. */
const BINDINGS = "secp256k1/bindings.js";
type NativeBindings = {
  ecdsaRecover(rs: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array;
};
const BATCH = 256;
const THREADS = 2;
/** Number of batches at once, as from several requests: while one batch ends, the next one is under way. */
const AT_ONCE = 4;

const secretKey: Hex = `0x${"a1".repeat(32)}`;
const wallet = privateKeyToAccount(secretKey);
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

let pool: VerifierPool | undefined;

export async function close(): Promise<void> {
  await pool?.close();
}

/** Our two engines as subjects: WebAssembly and plain JavaScript. */
function ours(run: () => unknown): TimedSubject[] {
  const by = (name: string, engine: EngineName) => ({ name, run, prepare: () => useEngine(engine) });
  return [by(OURS, "wasm"), by(`${OURS} javascript`, "javascript")];
}

export async function cases(): Promise<BenchCase[]> {
  await Engine.install();
  const wasm = await loadEngine("wasm");
  const native = (await import(BINDINGS)) as { default: NativeBindings };
  const kind = types.kinds.get("Trade")!;
  const domainSeparator = hashDomain(domain);
  const rules = { kinds: types.kinds, domainSeparator, hasLog: (id: Hex) => id === log };
  const { types: structs, primaryType } = toTypedData(kind, message, domain);

  // Peers get integers as bigints. Only our measurement includes the time to parse them from JSON.
  const payload = { ...message.payload, price: BigInt(message.payload.price), amount: BigInt(message.payload.amount) };
  const read = { ...message, nonce: BigInt(message.nonce), deadline: BigInt(message.deadline), payload };
  const typedData = { domain, types: structs, primaryType, message: read };
  // ethers adds the domain's type itself.
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
  // Bytes hashed for the string, the payload, the envelope and the digest.
  const hashed = [23, 7 * 32, 6 * 32, 66];
  const hashFloor = () => {
    for (const bytes of hashed) wasm.hasher.keccak(WORDS, bytes, HASH);
  };
  // All hashes of a verification, with the signature and the public key.
  const verifyFloor = () => {
    for (const bytes of [...hashed, 65, 64]) wasm.hasher.keccak(WORDS, bytes, HASH);
  };

  const viemRecover = () => viem.recoverAddress({ hash, signature });
  const ethersRecover = () => ethers.recoverAddress(hash, signature);
  const oxRecover = () => Secp256k1.recoverAddress({ payload: hash, signature });
  same(JSON.stringify(recoverSigner(digest, signature)), JSON.stringify({ address: actor }), "our signer");
  same((await viemRecover()).toLowerCase(), actor, "viem's signer");
  same(ethersRecover().toLowerCase(), actor, "ethers' signer");
  same(oxRecover().toLowerCase(), actor, "ox's signer");
  const rs = fromHex(signature).subarray(0, 64);
  const recovery = fromHex(signature)[64] === 27 ? 0 : 1;
  const recoverFloor = () => native.default.ecdsaRecover(rs, recovery, digest, false);
  const oxEngine = await OxSecp256k1.engine();
  const recoverable = new Uint8Array([recovery, ...rs]);
  const wasmFloor = () => oxEngine.recoverPublicKey(recoverable, digest);

  const keyBytes = fromHex(secretKey);
  const sign = () => currentEngine().sign(digest, keyBytes);
  const viemSign = () => wallet.sign({ hash });
  const ethersSign = () => new ethers.SigningKey(secretKey).sign(hash).serialized;
  const signFloor = () => oxEngine.sign(digest, keyBytes, { prehash: false, extraEntropy: false });
  same(toHex(sign()), signature, "our signature");
  same(ethersSign(), signature, "ethers' signature");
  same(signFloor(), recoverable, "ox's signature");

  const viemVerify = () => viem.recoverTypedDataAddress({ ...typedData, signature });
  const ethersVerify = () => ethers.verifyTypedData(domain, ethersTypes, read, signature);
  const oxVerify = () => Secp256k1.recoverAddress({ payload: oxHash(), signature });
  same(verifyAction(action, rules).verdict, "valid", "our verdict");
  same((await viemVerify()).toLowerCase(), actor, "viem's verdict");
  same(ethersVerify().toLowerCase(), actor, "ethers' verdict");
  same(oxVerify().toLowerCase(), actor, "ox's verdict");

  const publicKey = recoverFloor();
  const verifyRest = () => {
    const read = readAction(action, rules);
    if ("verdict" in read) throw new Error(read.message);
    readStrictSignature(read.signature);
    return judgeSigner(read.encoded, signature, addressOf(publicKey), hashReadSignature());
  };
  same(verifyRest().verdict, "valid", "our verdict without a recovery");

  await useEngine("auto");
  const batch = Array.from({ length: BATCH }, () => action);
  const verifyBatch = () => batch.map((action) => verifyAction(action, rules));
  const threads = (pool = await createVerifierPool({ rules, threads: THREADS }));
  for (const { verdict } of await threads.verify(batch)) same(verdict, "valid", "a thread's verdict");

  return [
    {
      name: "hash a 6-member action",
      unit: "µs",
      subjects: [
        ...ours(() => encodeMessage(kind, message, domainSeparator)),
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
        ...ours(() => recoverSigner(digest, signature)),
        { name: VIEM, run: viemRecover },
        { name: ETHERS, run: ethersRecover },
        { name: OX, run: oxRecover },
        { name: RECOVER_FLOOR, run: recoverFloor },
        { name: WASM_FLOOR, run: wasmFloor },
      ],
    },
    {
      name: "sign a digest",
      unit: "µs",
      subjects: [
        ...ours(sign),
        { name: VIEM, run: viemSign },
        { name: ETHERS, run: ethersSign },
        { name: SIGN_FLOOR, run: signFloor },
      ],
    },
    {
      name: "verify a signed action",
      unit: "µs",
      subjects: [
        ...ours(() => verifyAction(action, rules)),
        { name: VIEM, run: viemVerify },
        { name: ETHERS, run: ethersVerify },
        { name: OX, run: oxVerify },
        { name: RECOVER_FLOOR, run: recoverFloor },
        { name: WASM_FLOOR, run: wasmFloor },
      ],
    },
    {
      name: "verify a signed action, all but the recovery",
      unit: "µs",
      subjects: [...ours(verifyRest), { name: HASH_FLOOR, run: verifyFloor }],
    },
    {
      name: `verify signed actions in batches of ${BATCH}, ${AT_ONCE} at once over ${THREADS} threads`,
      unit: "µs",
      subjects: [
        {
          name: OURS,
          run: () => Promise.all(Array.from({ length: AT_ONCE }, () => threads.verify(batch))),
          itemsPerRun: AT_ONCE * BATCH,
        },
        { name: "one batch after the other", run: () => threads.verify(batch), itemsPerRun: BATCH },
        { name: "one thread", run: verifyBatch, itemsPerRun: BATCH, prepare: () => useEngine("auto") },
      ],
    },
  ];
}
