import { useTranslation } from 'react-i18next';
import type { EventOverview } from '@/domain/registration/overview';
import { useWords } from '@/fields/kit/useWords';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import { formatInstant, formatRelative } from '@/words/format';

/** The next moments of an event, the nearest first. */
export const EventDates = ({ dates }: Pick<EventOverview, 'dates'>) => {
  const { t } = useTranslation('events');
  const { locale } = useWords();
  return (
    <section className="asd-panel" aria-labelledby="event-dates">
      <header>
        <h2 id="event-dates">{t('overview.dates')}</h2>
      </header>
      {dates.length === 0 ? <p className="asd-panel-empty">{t('overview.noDates')}</p> : null}
      <ol className="event-dates">
        {dates.map(({ name, at, of }) => (
          <li key={`${name} ${at}`}>
            <time dateTime={at}>{formatInstant(toMexicoCity(at))}</time>
            <span>
              {t(`overview.moments.${name}`)}
              {of === null ? null : `: ${of}`} <small>{formatRelative(toMexicoCity(at), locale)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};
