/** Calls `make` once for each key. After `most` keys it begins anew. */
export function remembering<K, V>(most: number, make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      if (known.size >= most) known.clear();
      known.set(key, value);
    }
    return value;
  };
}
