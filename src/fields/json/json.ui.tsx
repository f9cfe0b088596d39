import type { ReactNode } from 'react';
import { memberKey } from '@/schema/project/i18n';
import { defineFieldUi, type CellProps, type Place, type TextContext } from '@/fields/kit/contracts';

type Words = TextContext & { readonly maybe?: (key: string) => string | undefined };
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
/** A part is shown by its text if it has one, otherwise by its name without punctuation. */
const nameOf = (name: string, place: Place, { maybe }: Words): string =>
  maybe?.(memberKey(place.resource, place.name, name)) ?? name.replaceAll('_', ' ');
const scalar = (value: unknown, { t }: Words): string =>
  typeof value === 'boolean' ? t(value ? 'list.values.yes' : 'list.values.no') : String(value);

/** Structured data as a sentence: names and values without JSON syntax. */
const inLine = (value: unknown, place: Place, words: Words): string => {
  if (isEmpty(value)) return '';
  if (Array.isArray(value))
    return value
      .map((each) => inLine(each, place, words))
      .filter(Boolean)
      .join(', ');
  if (isPlain(value))
    return Object.entries(value)
      .filter(([, each]) => !isEmpty(each))
      .map(([name, each]) => `${nameOf(name, place, words)}: ${inLine(each, place, words)}`)
      .join(' · ');
  return scalar(value, words);
};

const Part = ({ value, place, words }: { readonly value: unknown; readonly place: Place; readonly words: Words }): ReactNode => {
  if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
    return (
      <ol className="value-parts">
        {value.map((each, at) => (
          <li key={at}>
            <Part value={each} place={place} words={words} />
          </li>
        ))}
      </ol>
    );
  if (!isPlain(value)) return inLine(value, place, words) || '—';
  return (
    <dl className="value-parts">
      {Object.entries(value).map(([name, each]) => (
        <div key={name}>
          <dt>{nameOf(name, place, words)}</dt>
          <dd>
            <Part value={each} place={place} words={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

export default defineFieldUi<unknown>({
  toText: (value, _, place, words) => inLine(value, place, words),
  Cell: ({ value, place, words }: CellProps<unknown>) => <span className="value-clip">{inLine(value, place, words).slice(0, 120)}</span>,
  Show: ({ value, place, words }) => <Part value={value} place={place} words={words} />,
});
