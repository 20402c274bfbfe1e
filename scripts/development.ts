export * from "../src/config/development.ts";
