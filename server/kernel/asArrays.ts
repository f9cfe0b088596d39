/**
 * Under this key a `Runner` runs a statement and answers its rows as arrays. Only the kernel has the key, so everybody else reads rows by
 * name (`select`).
 */
export const asArrays: unique symbol = Symbol('rows as arrays');
