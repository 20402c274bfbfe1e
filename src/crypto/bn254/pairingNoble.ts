/** Groth16 verification in bigints, with @noble/curves: used without WebAssembly, and to compare ours with. */
import { interleavedMSMUnsafe } from "@noble/curves/abstract/curve.js";
import { bn254 } from "@noble/curves/bn254.js";
import type { G1Point, G2Point, Groth16Key, PointFault, PrepareVerifier } from "./pairing.ts";

const { Fp, Fp2, Fp12 } = bn254.fields;
type Lines = ReturnType<typeof bn254.utils.calcPairingPrecomputes>;
const lines = bn254.utils.calcPairingPrecomputes;

const pointG1 = (point: G1Point) => bn254.G1.Point.fromAffine(point);
const pointG2 = (point: G2Point) => bn254.G2.Point.fromAffine(point);

/** y² = x³ + 3. This also refuses (0, 0), which stands for infinity in EIP-196. G1 is all of the curve. */
const onCurve = ({ x, y }: G1Point): boolean => Fp.eql(Fp.sqr(y), Fp.add(Fp.mul(Fp.sqr(x), x), 3n));
const onTwist = ({ x, y }: G2Point): boolean =>
  Fp2.eql(Fp2.sqr(y), Fp2.add(Fp2.mul(Fp2.sqr(x), x), bn254.G2.Point.CURVE().b));

/** The first fault: of points off their curves, and then of those outside of G2. */
function faultOf(g1: Readonly<Record<string, G1Point>>, g2: Readonly<Record<string, G2Point>>): PointFault | undefined {
  for (const [point, of] of Object.entries(g1)) if (!onCurve(of)) return { code: "not_on_curve", point };
  for (const [point, of] of Object.entries(g2)) if (!onTwist(of)) return { code: "not_on_curve", point };
  for (const [point, of] of Object.entries(g2)) {
    if (!pointG2(of).isTorsionFree()) return { code: "not_in_subgroup", point };
  }
  return undefined;
}

/** Takes about 40 ms, and about 20 ms for each proof. */
export const nobleVerifier: PrepareVerifier = (key: Groth16Key) => {
  const { alpha, beta, gamma, delta, ic } = key;
  const named = Object.fromEntries(ic.map((point, i) => [`IC_${i}`, point]));
  const keyFault = faultOf({ alpha, ...named }, { beta, gamma, delta });
  if (keyFault !== undefined) return keyFault;

  // All but A are negated, so that the product has to be 1.
  const [constant, ...points] = ic.map((point) => pointG1(point).negate());
  const multiply = interleavedMSMUnsafe(bn254.G1.Point, points, 5);
  const [gammaLines, deltaLines] = [lines(pointG2(gamma)), lines(pointG2(delta))];
  const minusAlpha = pointG1(alpha).negate().toAffine();
  const alphaBeta = bn254.millerLoopBatch([[lines(pointG2(beta)), minusAlpha.x, minusAlpha.y]]);

  return ({ a, b, c }, signals) => {
    const fault = faultOf({ A: a, C: c }, { B: b });
    if (fault !== undefined) return fault;
    const minusC = pointG1(c).negate().toAffine();
    const pairs: [Lines, bigint, bigint][] = [
      [lines(pointG2(b)), a.x, a.y],
      [deltaLines, minusC.x, minusC.y],
    ];
    const sum = multiply([...signals]).add(constant!);
    if (!sum.is0()) {
      const { x, y } = sum.toAffine();
      pairs.push([gammaLines, x, y]);
    }
    const product = Fp12.mul(bn254.millerLoopBatch(pairs), alphaBeta);
    return Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE);
  };
};
