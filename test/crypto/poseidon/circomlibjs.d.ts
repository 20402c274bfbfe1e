/** The part of circomlibjs that tests use; it comes without types. */
declare module "circomlibjs" {
  type Poseidon = ((inputs: readonly (bigint | Uint8Array)[], initState: Uint8Array, nOut?: number) => Uint8Array) & {
    F: { e(value: bigint): Uint8Array; toObject(element: Uint8Array): bigint };
  };
  export function buildPoseidon(): Promise<Poseidon>;
  export function buildPoseidonReference(): Promise<Poseidon>;
}
