import { inscriptionStatuses, lifecycle, moments, returnHours, returns, ways } from '@/domain/registration/lifecycle';
import type { Catalogue } from '../lib/localeProblems';
import { drawLifecycle, type LifecycleWords } from './drawLifecycle';
import { page, table } from './markdown';
import type { Pages } from './writeLanguage';

const under = (catalogue: Catalogue, prefix: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...catalogue].filter(([key]) => key.startsWith(prefix)).map(([key, text]) => [key.slice(prefix.length), String(text)]),
  );
const wordsOf = (catalogue: Catalogue, title: string): LifecycleWords => ({
  title,
  statuses: under(catalogue, 'inscriptions.choices.status.'),
  groups: under(catalogue, 'inscriptions.groups.status.'),
});

/** The lifecycle of a registration: its picture in both languages, and its statuses as a table. */
export const writeLifecycle = (catalogues: { readonly es: Catalogue; readonly en: Catalogue }): Pages => {
  const words = wordsOf(catalogues.en, 'The life of a registration'),
    logged = under(catalogues.en, 'inscription_log.choices.status.');
  const names = (list: readonly string[]): string => list.map((status) => words.statuses[status] ?? status).join(', ');
  return {
    'lifecycle.en.svg': drawLifecycle(words),
    'lifecycle.es.svg': drawLifecycle(wordsOf(catalogues.es, 'La vida de una inscripción')),
    'registration.md': page(
      '# The life of a registration',
      'The picture and the tables are made from `src/domain/registration/lifecycle.ts`, which the server obeys.',
      '![The life of a registration](./lifecycle.en.svg)',
      'A line that starts at a group holds for each of its states.',
      '## Ways forward and back',
      table(
        ['From', 'Forward to', 'Back to', 'Back within'],
        lifecycle.map((status) => [
          `${words.statuses[status] ?? status} (\`${status}\`)`,
          names(ways[status]) || 'nowhere',
          names(returns[status] ?? []) || 'nowhere',
          returnHours[status] === undefined ? '' : `${returnHours[status]} hours`,
        ]),
      ),
      'A way back leads to where the registration was before. What was numbered comes back as paid and gets a bib again.',
      '## Moments',
      'Each moment is a line of the log. Some become the status of the registration; the others are only logged.',
      table(
        ['Moment', 'Becomes the status', 'Permission keys of staff', 'Who else', 'What follows, in this order'],
        inscriptionStatuses.map((value) => {
          const { kind, keys, actors, effects } = moments[value];
          return [
            `${logged[value] ?? value} (\`${value}\`)`,
            kind === 'lifecycle' ? 'yes' : 'no',
            keys.map((key) => `\`${key}\``).join(', '),
            actors.join(', '),
            effects.map((effect) => `\`${effect}\``).join(', '),
          ];
        }),
      ),
    ),
  };
};
