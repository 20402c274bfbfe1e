/** Measures an action's EIP-712 digest and ECDSA signature, beside the libraries that wallets and servers use. */
import * as ethers from "ethers";
import * as Secp256k1 from "ox/Secp256k1";
import * as TypedData from "ox/TypedData";
import { Engine } from "ox/wasm";
import * as OxSecp256k1 from "ox/wasm/Secp256k1";
import * as viem from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  defineActions,
  encodeMessage,
  type EngineName,
  hashDomain,
  recoverSigner,
  toTypedData,
  useEngine,
  verifyAction,
} from "../../src/action/index.ts";
import { currentEngine, loadEngine } from "../../src/action/engine.ts";
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
/** Bytes hashed for the string, the payload, the envelope and the digest. */
const HASHED_BYTES = [23, 7 * 32, 6 * 32, 66];
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
  const setting = await openSetting();
  const all = [
    hashing(setting),
    await recovering(setting),
    signing(setting),
    await verifying(setting),
    verifyingAllButRecovery(setting),
  ];
  // Last: it sets the engine of this thread and starts others.
  return [...all, await verifyingBatches(setting)];
}

type Setting = Awaited<ReturnType<typeof openSetting>>;

/** Makes one signed action, in the forms that each library reads. */
async function openSetting() {
  const native = (await import(BINDINGS)) as { default: NativeBindings };
  const kind = types.kinds.get("Trade")!;
  const domainSeparator = hashDomain(domain);
  const { types: structs, primaryType } = toTypedData(kind, message, domain);
  // Peers get integers as bigints. Only our measurement includes the time to parse them from JSON.
  const payload = { ...message.payload, price: BigInt(message.payload.price), amount: BigInt(message.payload.amount) };
  const read = { ...message, nonce: BigInt(message.nonce), deadline: BigInt(message.deadline), payload };
  // ethers adds the domain's type itself.
  const { EIP712Domain: _, ...ethersTypes } = structs as Record<string, ethers.TypedDataField[]>;
  const digest = encodeMessage(kind, message, domainSeparator).digest;
  const hash = toHex(digest);
  const signature = await wallet.sign({ hash });
  const bytes = fromHex(signature);
  const [rs, recovery] = [bytes.subarray(0, 64), bytes[64] === 27 ? 0 : 1];
  return {
    rules: { kinds: types.kinds, domainSeparator, hasLog: (id: Hex) => id === log },
    encode: () => encodeMessage(kind, message, domainSeparator),
    read,
    typedData: { domain, types: structs, primaryType, message: read },
    ethersTypes,
    digest,
    hash,
    signature,
    action: { primaryType, message, signature },
    hasher: (await loadEngine("wasm")).hasher,
    /** The signature as ox takes it: the recovery bit, r and s. */
    recoverable: new Uint8Array([recovery, ...rs]),
    recoverNatively: () => native.default.ecdsaRecover(rs, recovery, digest, false),
    oxEngine: await OxSecp256k1.engine(),
  };
}

function hashing({ encode, typedData, ethersTypes, read, hash, hasher }: Setting): BenchCase {
  const viemHash = () => viem.hashTypedData(typedData);
  const ethersHash = () => ethers.TypedDataEncoder.hash(domain, ethersTypes, read);
  const oxHash = () => TypedData.getSignPayload(typedData);
  same(viemHash(), hash, "viem's digest");
  same(ethersHash(), hash, "ethers' digest");
  same(oxHash(), hash, "ox's digest");
  return {
    name: "hash a 6-member action",
    unit: "µs",
    subjects: [
      ...ours(encode),
      { name: VIEM, run: viemHash },
      { name: ETHERS, run: ethersHash },
      { name: OX, run: oxHash },
      { name: HASH_FLOOR, run: hashesOf(hasher, HASHED_BYTES) },
    ],
  };
}

/** Hashes as many bytes as an action's parts have, without encoding anything. */
const hashesOf = (hasher: Setting["hasher"], lengths: readonly number[]) => () => {
  for (const bytes of lengths) hasher.keccak(WORDS, bytes, HASH);
};

async function recovering({ digest, hash, signature, ...setting }: Setting): Promise<BenchCase> {
  const viemRecover = () => viem.recoverAddress({ hash, signature });
  const ethersRecover = () => ethers.recoverAddress(hash, signature);
  const oxRecover = () => Secp256k1.recoverAddress({ payload: hash, signature });
  same(JSON.stringify(recoverSigner(digest, signature)), JSON.stringify({ address: actor }), "our signer");
  same((await viemRecover()).toLowerCase(), actor, "viem's signer");
  same(ethersRecover().toLowerCase(), actor, "ethers' signer");
  same(oxRecover().toLowerCase(), actor, "ox's signer");
  return {
    name: "recover the signer of a digest",
    unit: "µs",
    subjects: [
      ...ours(() => recoverSigner(digest, signature)),
      { name: VIEM, run: viemRecover },
      { name: ETHERS, run: ethersRecover },
      { name: OX, run: oxRecover },
      ...recoveryFloors({ digest, ...setting }),
    ],
  };
}

const recoveryFloors = ({
  recoverNatively,
  oxEngine,
  recoverable,
  digest,
}: Pick<Setting, "recoverNatively" | "oxEngine" | "recoverable" | "digest">): TimedSubject[] => [
  { name: RECOVER_FLOOR, run: recoverNatively },
  { name: WASM_FLOOR, run: () => oxEngine.recoverPublicKey(recoverable, digest) },
];

function signing({ digest, hash, signature, oxEngine, recoverable }: Setting): BenchCase {
  const keyBytes = fromHex(secretKey);
  const sign = () => currentEngine().sign(digest, keyBytes);
  const ethersSign = () => new ethers.SigningKey(secretKey).sign(hash).serialized;
  const signFloor = () => oxEngine.sign(digest, keyBytes, { prehash: false, extraEntropy: false });
  same(toHex(sign()), signature, "our signature");
  same(ethersSign(), signature, "ethers' signature");
  same(signFloor(), recoverable, "ox's signature");
  return {
    name: "sign a digest",
    unit: "µs",
    subjects: [
      ...ours(sign),
      { name: VIEM, run: () => wallet.sign({ hash }) },
      { name: ETHERS, run: ethersSign },
      { name: SIGN_FLOOR, run: signFloor },
    ],
  };
}

async function verifying(setting: Setting): Promise<BenchCase> {
  const { action, rules, typedData, ethersTypes, read, signature } = setting;
  const viemVerify = () => viem.recoverTypedDataAddress({ ...typedData, signature });
  const ethersVerify = () => ethers.verifyTypedData(domain, ethersTypes, read, signature);
  const oxVerify = () => Secp256k1.recoverAddress({ payload: TypedData.getSignPayload(typedData), signature });
  same(verifyAction(action, rules).verdict, "valid", "our verdict");
  same((await viemVerify()).toLowerCase(), actor, "viem's verdict");
  same(ethersVerify().toLowerCase(), actor, "ethers' verdict");
  same(oxVerify().toLowerCase(), actor, "ox's verdict");
  return {
    name: "verify a signed action",
    unit: "µs",
    subjects: [
      ...ours(() => verifyAction(action, rules)),
      { name: VIEM, run: viemVerify },
      { name: ETHERS, run: ethersVerify },
      { name: OX, run: oxVerify },
      ...recoveryFloors(setting),
    ],
  };
}

function verifyingAllButRecovery({ action, rules, signature, hasher, recoverNatively }: Setting): BenchCase {
  const publicKey = recoverNatively();
  const verifyRest = () => {
    const read = readAction(action, rules);
    if ("verdict" in read) throw new Error(read.message);
    readStrictSignature(read.signature);
    return judgeSigner(read.encoded, signature, addressOf(publicKey), hashReadSignature());
  };
  same(verifyRest().verdict, "valid", "our verdict without a recovery");
  // With the hashes of the signature and the public key.
  const floor = hashesOf(hasher, [...HASHED_BYTES, 65, 64]);
  return {
    name: "verify a signed action, all but the recovery",
    unit: "µs",
    subjects: [...ours(verifyRest), { name: HASH_FLOOR, run: floor }],
  };
}

async function verifyingBatches({ action, rules }: Setting): Promise<BenchCase> {
  await useEngine("auto");
  const batch = Array.from({ length: BATCH }, () => action);
  const threads = (pool = await createVerifierPool({ rules, threads: THREADS }));
  for (const { verdict } of await threads.verify(batch)) same(verdict, "valid", "a thread's verdict");
  const atOnce = () => Promise.all(Array.from({ length: AT_ONCE }, () => threads.verify(batch)));
  const inOneThread = () => batch.map((action) => verifyAction(action, rules));
  return {
    name: `verify signed actions in batches of ${BATCH}, ${AT_ONCE} at once over ${THREADS} threads`,
    unit: "µs",
    subjects: [
      { name: OURS, run: atOnce, itemsPerRun: AT_ONCE * BATCH },
      { name: "one batch after the other", run: () => threads.verify(batch), itemsPerRun: BATCH },
      { name: "one thread", run: inOneThread, itemsPerRun: BATCH, prepare: () => useEngine("auto") },
    ],
  };
}
