/** The whole matrix: the default run has a third of it. */
process.env["ANCHORLOG_MATRIX"] = "all";
await import("./matrix.test.ts");
