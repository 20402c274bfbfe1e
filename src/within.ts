/**
 * An answer, or another where it takes too long. The promise itself goes on.
 *
 * @param otherwise what it is then; without it, the promise rejects.
 */
export async function within<T>(milliseconds: number, answer: Promise<T>, ...otherwise: [] | [T]): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      if (otherwise.length === 1) resolve(otherwise[0]);
      else reject(new Error(`no answer in ${milliseconds / 1000} s`));
    }, milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
