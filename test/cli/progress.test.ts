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
    at(100, 100, 100);
    at(1_000, 2_500, 1_000);
    at(1_400, 2_600, 1_100);
    at(100_000, 9_000, 1_000);
    end();
    const line = (text: string): string => `\r\u001b[K${text}`;
    expect(written).toEqual(
      isTTY
        ? [
            line("2,500 entries, 25 %, 2,500 a second, 3 s left"),
            line("9,000 entries, 25 %, 90 a second, 5 min 0 s left"),
            line(""),
          ]
        : [],
    );
  }
});
