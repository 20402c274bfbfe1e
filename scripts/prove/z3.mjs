// Answers one query for the SMTChecker: node z3.mjs PACKAGE QUERY [PARAMETER=VALUE …].
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";

const [, , from, query, ...parameters] = process.argv;
const { init } = createRequire(from)("z3-solver");
const { Z3 } = await init();
for (const parameter of parameters) Z3.global_param_set(...parameter.split("="));
const context = Z3.mk_context(Z3.mk_config());
const answer = await Z3.eval_smtlib2_string(context, readFileSync(query, "utf8"));
for (let rest = Buffer.from(answer); rest.length > 0;) rest = rest.subarray(writeSync(1, rest));
process.exit(0);
