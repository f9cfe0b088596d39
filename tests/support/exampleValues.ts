import { createHash } from 'node:crypto';

const dayMs = 86_400_000;
/** The moment that many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
/** A text that only this one leads to. */
export const hashOf = (text: string): string => createHash('md5').update(text).digest('hex');
/** Another athlete, whom the e-mail tells apart. */
export const athlete = (name: string): Readonly<Record<string, unknown>> => ({
  email: `${name}@example.com`,
  first_name: 'Luz',
  last_name: 'Paz',
  gender: 'F',
  birth_date: '1991-03-04',
});
