export * from "../src/development/keys.ts";
