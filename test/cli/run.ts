/** The command line in a process of its own, from its sources. */
import { main } from "../../src/cli/main.ts";

process.exitCode = await main(process.argv.slice(2));
