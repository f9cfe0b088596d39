import { isLong } from '../../support/effort';

/** In a long run, prints what a matrix tried and how it was answered, refusals apart. */
export const sayAnswers = (name: string, answers: ReadonlyMap<number, number>): void => {
  if (!isLong) return;
  const all = [...answers].sort(([one], [other]) => one - other);
  const count = (is: (status: number) => boolean): number => all.reduce((sum, [status, times]) => sum + (is(status) ? times : 0), 0);
  console.log(
    `${name}: tried ${count(() => true)} requests, allowed ${count((status) => status < 300)}, refused ${count((status) => status >= 400 && status < 500)}, failed ${count((status) => status >= 500)} (${all.map(([status, times]) => `${times} x ${status}`).join(', ')})`,
  );
};
