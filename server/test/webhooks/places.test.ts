import { expect, it } from "vitest";
import { placesFor, type Placed } from "../../src/webhooks/places.ts";

/** Starts tries until no place is left: for one webhook after the other, with organizations in turn. */
function fill(organizations: number, isProven: boolean, all: Placed[] = []): Placed[] {
  for (let i = 0; i < 20 * organizations; i++) {
    const org = `org_${i % organizations}`;
    const places = placesFor({ org, isProven, due: 100 }, all);
    if (places > 0) all.push({ endpoint: { webhook: { org } }, places, isProven });
  }
  return all;
}

const sum = (all: readonly Placed[]): number => all.reduce((most, { places }) => most + places, 0);

it("gives an answering webhook four places, its organization sixteen, and all 256", () => {
  expect(placesFor({ org: "org_0", isProven: true, due: 3 }, [])).toBe(3);
  expect(placesFor({ org: "org_0", isProven: true, due: 100 }, [])).toBe(4);
  expect(sum(fill(1, true))).toBe(16);
  expect(sum(fill(15, true))).toBe(240);
  const full = fill(40, true);
  expect(sum(full)).toBe(256);
  expect(placesFor({ org: "another", isProven: true, due: 1 }, full)).toBe(0);
});

it("gives untested webhooks one place each, and half of all places and of an organization's", () => {
  expect(placesFor({ org: "org_0", isProven: false, due: 100 }, [])).toBe(1);
  expect(sum(fill(1, false))).toBe(8);
  const hanging = fill(40, false);
  expect(sum(hanging)).toBe(128);
  expect(placesFor({ org: "another", isProven: false, due: 1 }, hanging)).toBe(0);
  // The other half is reserved for webhooks that answer.
  expect(placesFor({ org: "another", isProven: true, due: 100 }, hanging)).toBe(4);
  expect(sum(fill(40, true, hanging))).toBe(256);
});

it("gives untested webhooks all free places if the others have more than half", () => {
  const answering = fill(15, true);
  expect(sum(fill(40, false, answering))).toBe(256);
});
