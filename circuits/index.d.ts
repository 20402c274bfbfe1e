/** The files of a circuit. */
export type CircuitFiles = {
  /** The witness generator. */
  readonly wasm: URL;
  /** The proving key, in snarkjs's format. */
  readonly zkey: URL;
};

/** Where the files of each circuit are. */
export declare const CIRCUITS: Readonly<Record<"disclosure" | "order" | "absence", CircuitFiles>>;
