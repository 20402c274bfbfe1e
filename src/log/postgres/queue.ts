/** Work on one log, in its order: items that wait for each other are done together, tasks alone. */
export type GroupQueue<Item, Result> = {
  push(item: Item): Promise<Result>;
  alone<T>(task: () => Promise<T>): Promise<T>;
};

type Waiting<Item, Result> = { readonly item: Item; readonly settle: PromiseWithResolvers<Result> };
type Job<Item, Result> = Waiting<Item, Result> | { readonly task: () => Promise<void> };

/**
 * Opens a queue. Whoever comes while a group is being done goes into the next one: no timer waits for more.
 *
 * @param weigh what an item weighs; a group weighs no more than `limit`, unless it is of one item.
 * @param work does a group. If it rejects, so does each of the group.
 * @param isOfOne whether a group failed for something in one of its items, and nothing of it was done: then each item is
 *   done alone, so that one fails no other.
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
