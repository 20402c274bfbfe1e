/** Runs work on one log in order: waiting items together as a group, tasks alone. */
export type GroupQueue<Item, Result> = {
  push(item: Item): Promise<Result>;
  alone<T>(task: () => Promise<T>): Promise<T>;
};

type Waiting<Item, Result> = { readonly item: Item; readonly settle: PromiseWithResolvers<Result> };
type Job<Item, Result> = Waiting<Item, Result> | { readonly task: () => Promise<void> };

/**
 * Opens a queue. Items that arrive while a group runs go into the next group, without a timer.
 *
 * @param weigh returns an item's weight. A group's weight is at most `limit`, unless it has only one item.
 * @param work runs a group. If it rejects, every item of the group rejects.
 * @param isOfOne returns whether a group failed because of one item, and none of it was done. Each item then runs
 *   alone, so that it fails no other.
 */
export function openGroupQueue<Item, Result>(
  limit: number,
  weigh: (item: Item) => number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  isOfOne: (error: unknown) => boolean,
): GroupQueue<Item, Result> {
  const jobs: Job<Item, Result>[] = [];
  let running = false;

  const takeGroup = (): Waiting<Item, Result>[] => {
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
  };

  const doGroup = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [i, { settle }] of group.entries()) settle.resolve(results[i]!);
    } catch (error) {
      if (group.length > 1 && isOfOne(error)) for (const one of group) await doGroup([one]);
      else for (const { settle } of group) settle.reject(error);
    }
  };

  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    for (let job = jobs[0]; job !== undefined; job = jobs[0]) {
      if ("task" in job) {
        jobs.shift();
        await job.task();
      } else {
        await doGroup(takeGroup());
      }
    }
    running = false;
  };

  return {
    push: (item) => {
      const settle = Promise.withResolvers<Result>();
      jobs.push({ item, settle });
      void run();
      return settle.promise;
    },
    alone: <T>(task: () => Promise<T>) => {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      jobs.push({ task: () => task().then(resolve, reject) });
      void run();
      return promise;
    },
  };
}
