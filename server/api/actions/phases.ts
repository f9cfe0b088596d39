/** What a rehearsal that is a job does, in this order: it judges the state of every record, counts what they take, and tries the whole code on some. */
export type Phase = 'judging' | 'counting' | 'trying';
/** Most records on which a rehearsal tries the whole code. */
export const mostTried = 200;

/** A sample of the records, from the first to the last at equal distances. */
export const spread = (ids: readonly number[], most: number): readonly number[] =>
  ids.length <= most ? ids : ids.filter((_, at) => Math.floor((at * most) / ids.length) !== Math.floor(((at - 1) * most) / ids.length));
