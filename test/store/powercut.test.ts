import { expect, it } from "vitest";
import { cutPower, POWERCUT_MISSING } from "./powercut.ts";

it.skipIf(POWERCUT_MISSING !== undefined)(
  `a power cut loses no acknowledged entry (${POWERCUT_MISSING ?? "simulated"})`,
  async () => {
    const onLoss = (error: unknown) => {
      throw error;
    };
    const tally = await cutPower({ writers: 1, cutsOfEach: 5, acknowledgements: 60, onLoss });
    expect(tally).toMatchObject({ cuts: 5, losses: 0 });
  },
);
