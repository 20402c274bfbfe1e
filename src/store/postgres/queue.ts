/**
 * Runs work on one log in order: waiting items together as a group, tasks alone. Items that arrive while a group runs go
 * into the next group, without a timer.
 */
export type GroupQueue<Item, Result> = {
  /** The most that the items of a group weigh together, unless it has only one item. */
  readonly limit: number;
  readonly weigh: (item: Item) => number;
  /** Runs a group. If it rejects, every item of the group rejects. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Whether a group failed because of one item, and none of it was done. Each item then runs alone, so that it fails no
   * other.
   */
  readonly isOfOne: (error: unknown) => boolean;
  readonly jobs: Job<Item, Result>[];
  isRunning: boolean;
};

type Waiting<Item, Result> = { readonly item: Item; readonly settle: PromiseWithResolvers<Result> };
type Job<Item, Result> = Waiting<Item, Result> | { readonly task: () => Promise<void> };

export const createGroupQueue = <Item, Result>(
  options: Pick<GroupQueue<Item, Result>, "limit" | "weigh" | "work" | "isOfOne">,
): GroupQueue<Item, Result> => ({ ...options, jobs: [], isRunning: false });

export function push<Item, Result>(queue: GroupQueue<Item, Result>, item: Item): Promise<Result> {
  const settle = Promise.withResolvers<Result>();
  queue.jobs.push({ item, settle });
  void run(queue);
  return settle.promise;
}

export function alone<Item, Result, T>(queue: GroupQueue<Item, Result>, task: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  queue.jobs.push({ task: () => task().then(resolve, reject) });
  void run(queue);
  return promise;
}

async function run<Item, Result>(queue: GroupQueue<Item, Result>): Promise<void> {
  if (queue.isRunning) return;
  queue.isRunning = true;
  for (let job = queue.jobs[0]; job !== undefined; job = queue.jobs[0]) {
    if ("task" in job) {
      queue.jobs.shift();
      await job.task();
    } else {
      await doGroup(queue, takeGroup(queue));
    }
  }
  queue.isRunning = false;
}

function takeGroup<Item, Result>({ jobs, weigh, limit }: GroupQueue<Item, Result>): Waiting<Item, Result>[] {
  const group: Waiting<Item, Result>[] = [];
  let weight = 0;
  for (const job of jobs) {
    if ("task" in job) break;
    weight += weigh(job.item);
    if (group.length > 0 && weight > limit) break;
    group.push(job);
  }
  jobs.splice(0, group.length);
  return group;
}

async function doGroup<Item, Result>(
  queue: GroupQueue<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await queue.work(group.map(({ item }) => item));
    for (const [i, { settle }] of group.entries()) settle.resolve(results[i]!);
  } catch (error) {
    if (group.length > 1 && queue.isOfOne(error)) for (const one of group) await doGroup(queue, [one]);
    else for (const { settle } of group) settle.reject(error);
  }
}
