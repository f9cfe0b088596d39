/** The value, or an error that names what is missing: for values that the declaration or the surrounding code guarantees. */
export const must = <T>(value: T, what: string): NonNullable<T> => {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
};

/** The element at a position of a list, from its end if the position is negative, or an error instead of undefined. */
export const nth = <T>(list: ArrayLike<T>, place: number): T => {
  const value = list[place < 0 ? list.length + place : place];
  if (value === undefined) throw new Error(`a list of ${list.length} has no element ${place}`);
  return value;
};
