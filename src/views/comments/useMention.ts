import { useContext, useEffect, useState } from 'react';
import { ServicesContext } from '@/providers/ServicesContext';
import { numberIn, partOf, rowsIn, textIn } from '@/schema/unknown';

/** Somebody who may be mentioned. */
export interface Person {
  readonly userid: number;
  readonly name: string;
}
/** The part of a text between `@` and the cursor. */
interface Asked {
  readonly from: number;
  readonly text: string;
}
const pauseMs = 150;
const mention = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/;

/** What is being asked for at the cursor, if a mention is. */
export const askedAt = (text: string, cursor: number): Asked | null => {
  const found = mention.exec(text.slice(0, cursor));
  return found ? { from: cursor - (found[1] ?? '').length - 1, text: found[1] ?? '' } : null;
};
/** Those of some people whom a text still mentions. */
export const mentionedIn = (text: string, people: readonly Person[]): readonly number[] => [
  ...new Set(people.filter(({ name }) => text.includes(`@${name}`)).map(({ userid }) => userid)),
];

/** The members whose name fits what was typed after `@`; undefined while nothing is asked for or known. */
export const useMention = (resource: string, recordid: number, text: string | undefined): readonly Person[] | undefined => {
  const services = useContext(ServicesContext);
  const [found, setFound] = useState<{ readonly text: string; readonly people: readonly Person[] }>();
  useEffect(() => {
    if (text === undefined || !services) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ resource, recordid: String(recordid), q: text });
      services.http
        .json<unknown>(`${services.config.host}/v2/general/comments/people?${query.toString()}`, { signal: gone.signal })
        .then((body) =>
          setFound({
            text,
            people: rowsIn(partOf(body, 'items')).map((row) => ({
              userid: numberIn(row['userid']) ?? 0,
              name: textIn(row['name']) ?? '',
            })),
          }),
        )
        .catch(() => undefined); // the list stays away, and the comment can be sent without it
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [services, resource, recordid, text]);
  return text === undefined ? undefined : found?.text === text ? found.people : undefined;
};
