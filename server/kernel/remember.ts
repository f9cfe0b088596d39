interface Memory<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, made: V) => unknown;
}
/** The value of a key in a map, created on first use. */
export const remember = <K, V>(memory: Memory<K, V>, key: K, make: () => V): V => {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
};
