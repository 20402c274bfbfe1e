/** What is measured here of circomlibjs, beside what the tests declare of it. */
declare module "circomlibjs" {
  export function buildPoseidonOpt(): Promise<Poseidon>;
}
