// Written by engines/generate/bn254/knownAnswers.ts: do not edit.

/** Keys that are of no circuit, and proofs that hold under each. */
export declare const PROVABLE: readonly {
  readonly key: {
    readonly alpha: { readonly x: bigint; readonly y: bigint };
    readonly beta: {
      readonly x: { readonly c0: bigint; readonly c1: bigint };
      readonly y: { readonly c0: bigint; readonly c1: bigint };
    };
    readonly gamma: {
      readonly x: { readonly c0: bigint; readonly c1: bigint };
      readonly y: { readonly c0: bigint; readonly c1: bigint };
    };
    readonly delta: {
      readonly x: { readonly c0: bigint; readonly c1: bigint };
      readonly y: { readonly c0: bigint; readonly c1: bigint };
    };
    readonly ic: readonly { readonly x: bigint; readonly y: bigint }[];
  };
  readonly proofs: readonly {
    readonly proof: {
      readonly a: { readonly x: bigint; readonly y: bigint };
      readonly b: {
        readonly x: { readonly c0: bigint; readonly c1: bigint };
        readonly y: { readonly c0: bigint; readonly c1: bigint };
      };
      readonly c: { readonly x: bigint; readonly y: bigint };
    };
    readonly signals: readonly bigint[];
  }[];
}[];

/** A point of the twist that is not of order r. */
export declare const OUTSIDE: {
  readonly x: { readonly c0: bigint; readonly c1: bigint };
  readonly y: { readonly c0: bigint; readonly c1: bigint };
};

/** Points of the prover's key, and what it makes under that. */
export declare const POINTS: {
  readonly g1: readonly { readonly x: bigint; readonly y: bigint }[];
  readonly g2: readonly {
    readonly x: { readonly c0: bigint; readonly c1: bigint };
    readonly y: { readonly c0: bigint; readonly c1: bigint };
  }[];
};
export declare const PART_A: {
  readonly a: { readonly x: bigint; readonly y: bigint };
  readonly c: { readonly x: bigint; readonly y: bigint };
};
export declare const PART_B: {
  readonly b1: { readonly x: bigint; readonly y: bigint };
  readonly b2: {
    readonly x: { readonly c0: bigint; readonly c1: bigint };
    readonly y: { readonly c0: bigint; readonly c1: bigint };
  };
};
export declare const PROOF: {
  readonly a: { readonly x: bigint; readonly y: bigint };
  readonly b: {
    readonly x: { readonly c0: bigint; readonly c1: bigint };
    readonly y: { readonly c0: bigint; readonly c1: bigint };
  };
  readonly c: { readonly x: bigint; readonly y: bigint };
};
