import { expect, it } from "vitest";
import { atEnd, closing, endTest } from "./ends.ts";

it("the ends of a test run from the newest to the oldest, also if some fail", async () => {
  const told: string[] = [];
  const end = (name: string, error?: Error) =>
    atEnd(async () => {
      await Promise.resolve();
      told.push(name);
      if (error !== undefined) throw error;
    });
  const [one, two] = [new Error("one"), new Error("two")];
  end("first");
  end("second", one);
  closing({ close: () => told.push("third") });
  await expect(endTest()).rejects.toBe(one);
  expect(told.splice(0)).toEqual(["third", "second", "first"]);
  end("fourth", one);
  end("fifth", two);
  await expect(endTest()).rejects.toMatchObject({ errors: [two, one] });
  expect(told.splice(0)).toEqual(["fifth", "fourth"]);
  const closed = closing({ close: () => told.push("closed") });
  closed.close();
  await endTest();
  expect(told).toEqual(["closed"]);
});
