/** The sum of any two points in the lanes: the last step of comb.ts. */
import { binary, call, define, F64, f64, get, I32, i32, type Code, type Func } from "../assembler.ts";
import { products } from "./field.ts";
import { each } from "./integers.ts";
import { LIMBS } from "./limbs.ts";
import * as at from "./places.ts";
import { loadDouble, storeDouble } from "./points.ts";

/** combine(to, a, b, factor): a + factor b, of lanes anywhere. It is not reduced. */
export const combine: Func = define("combine", [I32, I32, I32, F64], ({ parameter: [to, a, b, factor] }) =>
  each(LIMBS, (i) =>
    storeDouble(
      get(to!),
      binary(0xa0)(loadDouble(get(a!), 16 * i), binary(0xa2)(loadDouble(get(b!), 16 * i), get(factor!))),
      16 * i,
    ),
  ),
);

/**
 * addLanes(): the sum of both lanes as [X, Y] in SUM and Z in the first lane of SUM_Z, with x = X / Z and y = Y / Z.
 * Renes, Costello and Batina, "Complete addition formulas for prime order elliptic curves" (2016), algorithm 7: with
 * S = X₁Y₂ + X₂Y₁, T = X₁Z₂ + X₂Z₁, U = Y₁Z₂ + Y₂Z₁, D = Y₁Y₂ - 21 Z₁Z₂, E = Y₁Y₂ + 21 Z₁Z₂ and V = 3 X₁X₂,
 * X₃ = S D - 21 T U, Y₃ = D E + 21 T V, Z₃ = E U + S V.
 */
export const addLanes: Func = define("addLanes", [], () => {
  const [x1, y1, z1] = [at.SUM_X, at.SUM_Y, at.SUM_ZZ] as const;
  const [x2, y2, z2] = [x1 + 8, y1 + 8, z1 + 8] as const;
  const [three, twentyOne] = [at.THREE_TWENTY_ONE, at.THREE_TWENTY_ONE + 8] as const;
  const [xxYy, zzXy, yxXz, zxYz, zyV, st, ud, e, zzT, xs, ys, zs] = at.LANES as readonly number[] as readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [s, t, u, d, v, t21] = [st, st + 8, ud, ud + 8, zyV + 8, zzT + 8] as const;
  const both = (to: number, [a, c]: readonly [number, number], [b, d]: readonly [number, number]): Code =>
    products(i32(to), [i32(a), i32(c)], [i32(b), i32(d)]);
  const sum = (to: number, a: number, b: number, factor: 1 | -1 = 1): Code =>
    call("combine", i32(to), i32(a), i32(b), f64(factor));
  return [
    ...call("multiply", i32(at.SUM_X), i32(at.SUM_X), i32(at.SUM_ZZZ)),
    ...call("multiply", i32(at.SUM_Y), i32(at.SUM_Y), i32(at.SUM_ZZ)),
    ...call("multiply", i32(at.SUM_ZZ), i32(at.SUM_ZZ), i32(at.SUM_ZZZ)),
    ...both(xxYy, [x1, y1], [x2, y2]),
    ...both(zzXy, [z1, x1], [z2, y2]),
    ...both(yxXz, [y1, x1], [x2, z2]),
    ...both(zxYz, [z1, y1], [x2, z2]),
    ...both(zyV, [z1, xxYy], [y2, three]),
    ...sum(s, zzXy + 8, yxXz),
    ...sum(t, yxXz + 8, zxYz),
    ...sum(u, zxYz + 8, zyV),
    ...both(zzT, [zzXy, t], [twentyOne, twentyOne]),
    ...sum(d, xxYy + 8, zzT, -1),
    ...sum(e, xxYy + 8, zzT),
    ...both(xs, [s, t21], [d, u]),
    ...both(ys, [d, t21], [e, v]),
    ...both(zs, [e, s], [u, v]),
    ...sum(at.SUM, xs, xs + 8, -1),
    ...sum(at.SUM + 8, ys, ys + 8),
    ...sum(at.SUM_Z, zs, zs + 8),
  ];
});
