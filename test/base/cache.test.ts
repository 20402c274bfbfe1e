import { expect, test } from "vitest";
import { createCache } from "../../src/base/cache.ts";

/** Makes texts, and says which. */
function createMaker() {
  const made: string[] = [];
  const make = (text: string) => async () => {
    made.push(text);
    return text;
  };
  return { make, taken: () => made.splice(0) };
}

test("a cache keeps the values used last, up to a total weight, and always the newest", async () => {
  const { make, taken } = createMaker();
  const cache = createCache<string>(5, ({ length }) => length);
  await cache.get("a", make("aa"));
  await cache.get("b", make("bb"));
  await cache.get("a", make("other"));
  await cache.get("c", make("cc"));
  expect(taken()).toEqual(["aa", "bb", "cc"]);
  // b was used longest ago.
  expect(await cache.get("a", make("other"))).toBe("aa");
  expect(await cache.get("b", make("BB"))).toBe("BB");
  expect(taken()).toEqual(["BB"]);
  cache.put("long", "more than there is room for");
  expect(await cache.get("long", make("other"))).toBe("more than there is room for");
  expect(await cache.get("a", make("aaa"))).toBe("aaa");
  expect(taken()).toEqual(["aaa"]);
});

test("a cache makes a value once for simultaneous callers, and keeps no failure", async () => {
  const { make, taken } = createMaker();
  const cache = createCache<string>(5, ({ length }) => length);
  const all = await Promise.all([1, 2, 3].map(() => cache.get("a", make("a"))));
  expect([all, taken()]).toEqual([["a", "a", "a"], ["a"]]);
  const failing = () => Promise.reject(new Error("not now"));
  const failed = await Promise.allSettled([cache.get("b", failing), cache.get("b", make("b"))]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await cache.get("b", make("b")), taken()]).toEqual(["b", ["b"]]);
});
