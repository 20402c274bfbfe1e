/** Signers over keys that are kept elsewhere: in the environment, in encrypted files, behind HTTP. Node only. */
export { derSigner, type DerSignerOptions } from "./der.ts";
export { environmentMlDsaSigner, environmentNoteSigner, environmentSigner } from "./environment.ts";
export { decryptKeystore, encryptKeystore, type Keystore } from "./keystore.ts";
export {
  keystoreMlDsaSigner,
  keystoreNoteSigner,
  keystoreSigner,
  writeKeystore,
  writeMlDsaKeystore,
  writeNoteKeystore,
  type KeystoreOptions,
} from "./keystoreFile.ts";
export { kmsSigner, type KmsSignerOptions } from "./kms.ts";
export { mlDsaSigner, type MlDsaSigner } from "./mlDsaKey.ts";
export { noteKeySigner, type NoteSigner } from "./noteKey.ts";
export type { RemoteLimits } from "./remote.ts";
export { rpcSigner, type RpcSignerOptions } from "./rpc.ts";
export { readSecret, type Environment } from "./secret.ts";
export type { AwsCredentials } from "./sigv4.ts";
