import type { LogStore, Statement } from "../../log/store.ts";

/** One rule that a store must keep. `run` rejects with the first difference if the store breaks it. */
export type Check = { readonly name: string; readonly run: () => Promise<void> };

/** A store for one test only, and a view of the rows that its effects leave. */
export type StoreUnderTest = {
  /** Opens the store, again after it was closed, with all that it held. */
  open(): Promise<LogStore>;
  /** Puts a text into a table whose texts are unique. */
  note(text: string): Statement;
  /** Converts a statement with `?` for its parameters to the store's dialect. */
  sql(text: string): string;
  /** The rows of the table `marks`, in the order of their `idx`: the numbers `idx` and `accepted_at`, `hash` in hex. */
  marks(): Promise<Record<string, unknown>[]>;
  /** The texts in that table, sorted. */
  notes(): Promise<string[]>;
  /** Deletes the store's data. The store is closed by then. */
  remove(): Promise<void>;
};

/** The store that one rule is tried with. */
export class Subject {
  /** Makes another empty store. */
  readonly create: () => Promise<StoreUnderTest>;
  readonly test: StoreUnderTest;
  /** The open store. `open` and `reopen` replace it. */
  store: LogStore;

  private constructor(create: () => Promise<StoreUnderTest>, test: StoreUnderTest, store: LogStore) {
    this.create = create;
    this.test = test;
    this.store = store;
  }

  static async of(create: () => Promise<StoreUnderTest>): Promise<Subject> {
    const test = await create();
    return new Subject(create, test, await test.open());
  }

  async open(): Promise<void> {
    this.store = await this.test.open();
  }

  async reopen(): Promise<void> {
    await this.store.close();
    await this.open();
  }

  async remove(): Promise<void> {
    await this.store.close();
    await this.test.remove();
  }
}

/** Rules by their names. Each rejects if the store breaks it. */
export type Rules = Readonly<Record<string, (subject: Subject) => Promise<void>>>;
/** Rules by their subject, which is the first part of a check's name. The group `""` has no subject. */
export type RuleGroups = Readonly<Record<string, Rules>>;

/** Makes a check of each rule, with a store of its own. */
export function checksOf(create: () => Promise<StoreUnderTest>, groups: RuleGroups): Check[] {
  return Object.entries(groups).flatMap(([group, rules]) =>
    Object.entries(rules).map(([name, rule]) => ({
      name: group === "" ? name : `${group}: ${name}`,
      run: () => tryRule(create, rule),
    })),
  );
}

async function tryRule(create: () => Promise<StoreUnderTest>, rule: Rules[string]): Promise<void> {
  const subject = await Subject.of(create);
  try {
    await rule(subject);
  } finally {
    await subject.remove();
  }
}
