import { expect, it } from "vitest";
import { ANYBODY } from "anchorlog/action";
import { createActMemory } from "../../src/store/postgres/actMemory.ts";
import { actorOf } from "./drafts.ts";

const alice = actorOf("alice");
const acts = (...indexes: number[]) => new Map(indexes.map((index) => [`${index}`, { index, holder: alice }]));

it("keeps the objects used last, at least its limit and at most twice as many", () => {
  const seat = createActMemory(3).forSeat();
  const known = () => Array.from({ length: 20 }, (_, i) => i).filter((i) => seat.get(`${i}`) !== undefined);
  seat.keep(acts(0, 1, 2));
  seat.keep(acts(3));
  expect(seat.get("0")).toEqual({ index: 0, holder: alice });
  seat.keep(acts(4));
  // The young generation is full: a new one begins, and the rest of the oldest is dropped.
  seat.keep(acts(5));
  expect(known()).toEqual([0, 3, 4, 5]);
  for (let i = 6; i < 20; i++) {
    seat.keep(acts(i));
    expect(seat.get(`${i}`)).toBeDefined();
    expect(seat.get(`${i - 1}`)).toBeDefined();
  }
  expect(known().length).toBeLessThanOrEqual(6);
});

it("keeps the newest act of each object, with its own copy of the holder", () => {
  const seat = createActMemory(2).forSeat();
  const holder = Uint8Array.from(alice);
  seat.keep(new Map([["x", { index: 1, holder }]]));
  holder.fill(0);
  expect(seat.get("x")).toEqual({ index: 1, holder: alice });
  seat.keep(new Map([["x", { index: 2, holder: ANYBODY }]]));
  expect(seat.get("x")).toEqual({ index: 2, holder: ANYBODY });
});

it("hides from one seat what another kept, and everything before a clear", () => {
  const memory = createActMemory(10);
  const [one, two] = [memory.forSeat(), memory.forSeat()];
  one.keep(acts(1));
  expect(two.get("1")).toBeUndefined();
  two.keep(acts(2));
  one.clear();
  expect([one.get("1"), two.get("2")?.index]).toEqual([undefined, 2]);
  const none = createActMemory(0).forSeat();
  none.keep(acts(1));
  expect(none.get("1")).toBeUndefined();
});
