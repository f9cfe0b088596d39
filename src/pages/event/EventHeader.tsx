import { fieldOf } from '@/schema';
import { useOne, type BaseRecord } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/words/format';
import { CapacityBar } from '@/pages/home/CapacityBar';
import { homeZone } from '@/schema/homeZone';
import { useRegistry } from '@/fields/kit/AppContext';
import { recordTitle } from '@/fields/kit/recordTitle';
import { FieldValue } from '@/fields/kit/FieldValue';
import { useWords } from '@/fields/kit/useWords';
import { numberIn } from '@/schema/unknown';
import { DeskLink } from '../desk/DeskLink';
import { PublishChecklist } from './PublishChecklist';

const dayMs = 86_400_000;
/** Days from today to the day of the event, by the calendar of Mexico City. */
export const daysUntil = (start: string, today: string): number =>
  Math.round((Date.parse(start.slice(0, 10)) - Date.parse(today.slice(0, 10))) / dayMs);

const today = new Intl.DateTimeFormat('en-CA', { timeZone: homeZone });

/** The header above the tabs of an event: its name, date, place and how full it is. */
const EventHeader = ({ id }: { readonly id: number }) => {
  const { t } = useTranslation('common');
  const words = useWords();
  const events = useRegistry().get('events');
  const { query } = useOne<BaseRecord>({ resource: 'events', dataProviderName: 'event', id, errorNotification: false });
  const row = query.data?.data;
  if (!row) return <header className="asd-workspace-head">{query.isPending ? <span className="asd-skeleton" /> : null}</header>;
  const days = daysUntil(String(row['start_at']), today.format(new Date()));
  const cover = row['img_card'] ?? row['img_cover'];
  return (
    <>
      <header className="asd-workspace-head">
        {typeof cover === 'string' ? (
          <img className="asd-workspace-cover" src={cover} alt="" referrerPolicy="no-referrer" />
        ) : (
          <span className="asd-workspace-cover asd-workspace-bib" aria-hidden="true">
            {String(row['edition'] ?? id)}
          </span>
        )}
        <div className="asd-workspace-what">
          <p className="asd-workspace-name">{recordTitle(events, row, words)}</p>
          <p className="asd-workspace-where">
            <FieldValue field={fieldOf(events, 'status')} place={{ resource: 'events', name: 'status' }} row={row} isCell />
            <span>{[row['city'], formatInstant(String(row['start_at']))].filter(Boolean).join(' · ')}</span>
            {row['published_at'] && typeof row['slug'] === 'string' ? (
              <a href={`/e/${row['slug']}?lang=${words.locale}`} target="_blank" rel="noreferrer">
                {t('event.publicPage')}
              </a>
            ) : null}
            {days >= 0 ? <strong>{t('event.days', { count: days })}</strong> : null}
          </p>
        </div>
        <div className="asd-workspace-capacity">
          <CapacityBar sold={Number(row['sold_count'] ?? 0)} held={Number(row['held_count'] ?? 0)} capacity={numberIn(row['capacity'])} />
        </div>
        <DeskLink eventid={id} />
      </header>
      <PublishChecklist id={id} row={row} />
    </>
  );
};
export default EventHeader;
