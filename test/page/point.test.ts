import { expect, it } from "vitest";
import { pointAt } from "../../src/page/point.ts";
import { CIRCUIT_KEYS } from "../../src/proof/circuitKeys.ts";

it("computes each point of the circuits' keys from x and the parity of y", () => {
  for (const point of Object.values(CIRCUIT_KEYS).flatMap(({ ic }) => ic)) {
    expect(pointAt(point.x, point.y & 1n)).toEqual(point);
    expect(pointAt(point.x, 1n - (point.y & 1n))).not.toEqual(point);
  }
});
