/** The signals that ask a process to end. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves with the first signal that asks this process to end. A second signal ends it at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals): void => {
      for (const name of SIGNALS) process.off(name, onSignal);
      resolve(signal);
    };
    for (const name of SIGNALS) process.on(name, onSignal);
  });
}
