/** The function of circomlibjs that is measured here. The tests declare the others. */
declare module "circomlibjs" {
  export function buildPoseidonOpt(): Promise<Poseidon>;
}
