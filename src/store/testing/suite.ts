/** One rule that a store must keep. `run` rejects with the first difference if the store breaks it. */
export type Check = { readonly name: string; readonly run: () => Promise<void> };

type Step = () => Promise<unknown>;

/** The functions with which a contract states its rules. */
export type Suite = {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, run: Step) => void;
};

/** Collects rules by name. `before` and `after` run around each; `after` also runs if the rule is broken. */
export function collectChecks(before: Step, after: Step, state: (suite: Suite) => void): Check[] {
  const checks: Check[] = [];
  const groups: string[] = [];
  state({
    describe: (name, body) => {
      groups.push(name);
      body();
      groups.pop();
    },
    it: (name, run) => {
      const full = [...groups, name].join(": ");
      checks.push({ name: full, run: () => around(before, run, after) });
    },
  });
  return checks;
}

async function around(before: Step, run: Step, after: Step): Promise<void> {
  await before();
  try {
    await run();
  } finally {
    await after();
  }
}
