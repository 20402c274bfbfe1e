/** The files of a circuit. */
export type CircuitFiles = {
  /** The witness generator. */
  readonly wasm: URL;
  /** The proving key, in snarkjs's format. */
  readonly zkey: URL;
};

/** Where the files of each circuit are. */
export declare const CIRCUITS: {
  /** `packed` has both files of a disclosure, for the page that makes them. */
  readonly disclosure: CircuitFiles & { readonly packed: URL };
  readonly order: CircuitFiles;
  readonly absence: CircuitFiles;
};
