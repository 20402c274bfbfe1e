import { expect, it } from "vitest";
import { showProgress } from "../../src/cli/progress.ts";

it("shows count, share, rate and time left twice a second, on a terminal only", () => {
  for (const isTTY of [true, false]) {
    let now = 1_000;
    const written: string[] = [];
    const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
    const { onProgress, end } = showProgress(stream, () => now);
    const at = (ms: number, entries: number, bytes: number): void => {
      now = 1_000 + ms;
      onProgress({ entries, bytes, ofBytes: 4_000 });
    };
    // An earlier audit verified these.
    at(600, 1_000, 1_000);
    at(1_600, 3_500, 2_000);
    at(2_000, 3_600, 2_100);
    at(100_600, 10_000, 2_000);
    end();
    const line = (text: string): string => `\r\u001b[K${text}`;
    expect(written).toEqual(
      isTTY
        ? [
            line("3,500 entries, 50 %, 2,500 a second, 2 s left"),
            line("10,000 entries, 50 %, 90 a second, 3 min 20 s left"),
            line(""),
          ]
        : [],
    );
  }
});
