/** Types of the part of snarkjs 0.7 that is used here. snarkjs has no types of its own. */
declare module "snarkjs" {
  export type Logger = Record<"debug" | "info" | "warn" | "error", (message: string) => void>;

  /** Projective coordinates as decimal strings: three for G1, three pairs for G2. */
  export type SnarkjsProof = {
    pi_a: string[];
    pi_b: string[][];
    pi_c: string[];
    protocol: string;
    curve: string;
  };

  export const groth16: {
    fullProve(
      input: object,
      wasm: string | Uint8Array,
      zkey: string | Uint8Array,
      logger?: Logger,
    ): Promise<{ proof: SnarkjsProof; publicSignals: string[] }>;
    prove(
      zkey: string | Uint8Array | { type: "mem"; data: Uint8Array },
      witness: unknown,
      logger?: Logger,
    ): Promise<{ proof: SnarkjsProof; publicSignals: string[] }>;
    verify(key: object, publicSignals: string[], proof: SnarkjsProof, logger?: Logger): Promise<boolean>;
  };

  export const wtns: {
    calculate(input: object, wasm: string | Uint8Array, witness: unknown): Promise<void>;
  };

  export const curves: { getCurveFromName(name: string): Promise<object> };

  export const powersOfTau: {
    newAccumulator(curve: object, power: number, ptau: string, logger?: Logger): Promise<unknown>;
    beacon(from: string, to: string, name: string, hash: string, exponent: number, logger?: Logger): Promise<unknown>;
    preparePhase2(from: string, to: string, logger?: Logger): Promise<unknown>;
  };

  export const zKey: {
    /** If the key is written to memory, `data` holds it afterwards. */
    newZKey(
      r1cs: string,
      ptau: string | Uint8Array,
      zkey: string | { type: "mem"; data?: Uint8Array },
      logger?: Logger,
    ): Promise<unknown>;
    contribute(oldZkey: string, newZkey: string, name: string, entropy: string, logger?: Logger): Promise<Uint8Array>;
    beacon(
      oldZkey: string,
      newZkey: string,
      name: string,
      beaconHash: string,
      iterationsExponent: number,
      logger?: Logger,
    ): Promise<unknown>;
    verifyFromInit(init: Uint8Array, ptau: Uint8Array, zkey: Uint8Array, logger?: Logger): Promise<boolean>;
    verifyFromR1cs(r1cs: string, ptau: string, zkey: string, logger?: Logger): Promise<boolean>;
    exportVerificationKey(zkey: string): Promise<object>;
  };
}
