import { it } from "vitest";
import { archiveAndKill } from "./archive-crash.ts";

it("archives through many SIGKILLs", { timeout: 3_600_000 }, () => archiveAndKill(60));
