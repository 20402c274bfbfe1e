import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { random, randomBytes, SEED } from "./seed.ts";

const tests = fileURLToPath(new URL(".", import.meta.url));

it("the run's seed determines property tests and all other random values", () => {
  const { seed } = fc.check(fc.property(fc.nat(), () => true));
  expect(seed).toBe(SEED);
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { seed: SEED, numRuns: 5 }));
  expect(randomBytes(32)).not.toEqual(randomBytes(32));
  expect(random()).toBeLessThan(1);
});

it("every test takes its randomness from test/seed.ts", () => {
  const unseeded = new RegExp(
    ["Math\\.random\\(", "generatePrivateKey", "randomSecretKey", "randomUUID", "getRandomValues"].join("|"),
  );
  const found = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && file !== "seed.test.ts")
    .filter((file) => {
      const text = readFileSync(join(tests, file), "utf8");
      return unseeded.test(text) || /import \{[^}]*\brandom\w*[^}]*\} from "node:crypto"/.test(text);
    });
  expect(found).toEqual([]);
});
