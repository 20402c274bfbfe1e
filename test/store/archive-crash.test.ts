import { it } from "vitest";
import { archiveAndKill } from "./archive-crash.ts";

it("archives through SIGKILLs, and neither loses nor doubles anything", () => archiveAndKill(2));
