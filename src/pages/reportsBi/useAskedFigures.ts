import { useSearchParams } from 'react-router';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import { regions } from '@/schema';

/** The events of the charts, as the URL names them. */
export interface Asked {
  readonly events: readonly number[];
  readonly region: string | null;
  readonly from: string;
  readonly to: string;
  readonly compare: boolean;
  /** The dashboard of the BI host that is shown instead of the charts. */
  readonly board: string | null;
}
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const keysOf = (text: string | null): readonly number[] =>
  (text ?? '')
    .split(',')
    .filter((each) => /^[1-9]\d{0,14}$/.test(each))
    .map(Number);

/** Reads a URL; without events and days it is the current year. */
export const readAsked = (params: URLSearchParams, now: number = Date.now()): Asked => {
  const events = keysOf(params.get('events'));
  const [from, to] = [params.get('from'), params.get('to')];
  const year = toMexicoCity(new Date(now).toISOString()).slice(0, 4);
  const isSeason = events.length === 0 && !isDay(from) && !isDay(to);
  return {
    events,
    region: regions.find((each) => each === params.get('region')) ?? null,
    compare: params.get('compare') !== 'false',
    board: params.get('board'),
    from: isDay(from) ? from : isSeason ? `${year}-01-01` : '',
    to: isDay(to) ? to : isSeason ? `${year}-12-31` : '',
  };
};

/** The query as the server understands it. */
export const figuresQuery = ({ events, region, from, to, compare }: Asked): string => {
  const query = new URLSearchParams();
  if (events.length > 0) query.set('events', events.join(','));
  if (region) query.set('region', region);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  query.set('compare', String(compare));
  return query.toString();
};

type Change = Readonly<Partial<Record<'events' | 'region' | 'from' | 'to' | 'compare' | 'board', string | null>>>;
/** The query of the page and how to change it; the URL stores it. */
export const useAskedFigures = (): { readonly asked: Asked; readonly change: (change: Change) => void } => {
  const [params, setParams] = useSearchParams();
  const change = (changes: Change): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace: true },
    );
  return { asked: readAsked(params), change };
};
