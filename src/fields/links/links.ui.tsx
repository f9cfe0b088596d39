import { memberKey } from '@/schema/project/i18n';
import { defineFieldUi, type CellProps, type Place, type TextContext } from '@/fields/kit/contracts';
import './links.css';

type Value = Readonly<Partial<Record<string, string>>>;
const isSafe = (value: string): boolean => /^https?:\/\//i.test(value);
const said = (value: Value): readonly (readonly [string, string])[] =>
  Object.entries(value).filter((each): each is [string, string] => Boolean(each[1]));
const nameOf = ({ resource, name }: Place, member: string, { t }: TextContext): string => t(memberKey(resource, name, member));

const List = ({ value, place, words }: CellProps<Value>) => (
  <ul className="links">
    {said(value).map(([member, address]) => (
      <li key={member}>
        {isSafe(address) ? (
          <a href={address} title={address} target="_blank" rel="noopener noreferrer">
            {nameOf(place, member, words)}
          </a>
        ) : (
          `${nameOf(place, member, words)}: ${address}`
        )}
      </li>
    ))}
  </ul>
);

export default defineFieldUi<Value>({
  toText: (value, _, place, words) =>
    said(value)
      .map(([member, address]) => `${nameOf(place, member, words)}: ${address}`)
      .join(' · '),
  Cell: ({ value, place, words }) =>
    said(value)
      .map(([member]) => nameOf(place, member, words))
      .join(', '),
  Show: List,
});
