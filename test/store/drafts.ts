export * from "../../src/store/testing/drafts.ts";
