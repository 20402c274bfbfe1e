/** A value made at the first call, and made again after a failure or after `forget`. */
export type Once<T> = { readonly get: () => Promise<T>; readonly forget: () => void };

/** Caches the result of `make`, but not its failure. */
export function once<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined;
  const forget = (): void => void (made = undefined);
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      forget();
      throw error;
    });
    return made;
  };
  return { get, forget };
}
