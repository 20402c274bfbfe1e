/** The files of a circuit. */
export type CircuitFiles = {
  /** The witness generator. */
  readonly wasm: URL;
  /** The proving key, in snarkjs's format. */
  readonly zkey: URL;
};

/** The location of each circuit's files. */
export declare const CIRCUITS: {
  /** `page` makes disclosures in a browser. It fetches `packed`, which has both files, from beside it. */
  readonly disclosure: CircuitFiles & { readonly page: URL; readonly packed: URL };
  readonly order: CircuitFiles;
  readonly absence: CircuitFiles;
};
