import { it } from "vitest";
import { archiveAndKill } from "./archive-crash.ts";

it("archives through many SIGKILLs", () => archiveAndKill(60));
