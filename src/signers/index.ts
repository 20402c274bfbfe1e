/** Signers over keys that are kept elsewhere: in the environment, in files, behind HTTP. Node only. */
export { noteKeySigner, type NoteSigner } from "./noteKey.ts";
