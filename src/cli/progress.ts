import type { AuditProgress } from "../verify/audit/audit.ts";

/** Milliseconds between two lines of progress. */
const EVERY = 500;
const CLEAR = "\r\u001b[K";

/** Shows the progress of an audit on one line of a terminal. If the stream is not a terminal, it shows nothing. */
export function showProgress(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  clock: () => number = () => performance.now(),
): { readonly onProgress: (progress: AuditProgress) => void; readonly end: () => void } {
  // The rate counts from the first call on: an audit that continues an earlier one begins with what that one verified.
  let first: (AuditProgress & { readonly at: number }) | undefined;
  let shown = clock();
  let isShown = false;
  return {
    onProgress: (progress) => {
      const now = clock();
      first ??= { ...progress, at: now };
      if (!stream.isTTY || now - shown < EVERY || progress.bytes === first.bytes) return;
      [shown, isShown] = [now, true];
      stream.write(`${CLEAR}${describeProgress(progress, first, (now - first.at) / 1_000)}`);
    },
    end: () => void (isShown && stream.write(CLEAR)),
  };
}

/** Says how many entries were audited, at what rate, and how long the rest takes. */
function describeProgress({ entries, bytes, ofBytes }: AuditProgress, first: AuditProgress, seconds: number): string {
  const left = Math.ceil((seconds * Math.max(0, ofBytes - bytes)) / (bytes - first.bytes));
  const time = left < 60 ? `${left} s` : `${Math.floor(left / 60)} min ${left % 60} s`;
  const percent = Math.min(100, Math.floor((100 * bytes) / ofBytes));
  const rate = Math.round((entries - first.entries) / seconds).toLocaleString("en");
  return `${entries.toLocaleString("en")} entries, ${percent} %, ${rate} a second, ${time} left`;
}
