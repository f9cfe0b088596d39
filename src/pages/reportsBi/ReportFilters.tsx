import { Select } from '@/frame/antd/Select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useTargets } from '@/fields/belongsTo/useTargets';
import dateInput from '@/fields/date/date.input';
import { fieldOf, regions } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import type { useAskedFigures } from './useAskedFigures';

const mostEvents = 50;
const Day = dateInput.Input;

interface EventPickerProps {
  readonly events: readonly number[];
  readonly onChange: (events: readonly number[]) => void;
}
/** Some events, found by their names. */
const EventPicker = ({ events, onChange }: EventPickerProps) => {
  const { t } = useTranslation('reports-bi');
  const id = useId();
  const field = fieldOf(useRegistry().get('inscriptions'), 'eventid');
  const targets = useTargets({ field, place: { resource: 'inscriptions', name: 'eventid' }, draft: {}, ids: events, narrowing: [] });
  const set = (options: readonly { readonly value: number; readonly label?: unknown }[]): void => {
    targets.remember(options);
    onChange(options.map(({ value }) => value));
  };
  return (
    <div className="bi-filter-events">
      <label htmlFor={id}>{t('filters.events')}</label>
      <Select
        {...targets.selectProps}
        id={id}
        mode="multiple"
        maxCount={mostEvents}
        maxTagCount="responsive"
        labelInValue
        allowClear
        placeholder={t('filters.allEvents')}
        value={events.map(targets.labelled)}
        onChange={set}
      />
    </div>
  );
};

const DayFilter = ({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string | null) => void;
}) => {
  const id = useId();
  const field = fieldOf(useRegistry().get('inscriptions'), 'birth_date');
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Day
        id={id}
        field={field}
        place={{ resource: 'inscriptions', name: 'birth_date' }}
        draft={{}}
        value={value || null}
        onChange={onChange}
      />
    </div>
  );
};

/** The events of the charts: some, those of a region, those held between two days; and whether to compare them with their last editions. */
const ReportFilters = ({ asked: { events, region, from, to, compare }, change }: ReturnType<typeof useAskedFigures>) => {
  const { t } = useTranslation(['reports-bi', 'events']);
  const id = useId();
  const seesEvents = can(useGrants(), 'list', useRegistry().get('events'));
  return (
    <form className="bi-filters" onSubmit={(event) => event.preventDefault()}>
      {seesEvents ? <EventPicker events={events} onChange={(chosen) => change({ events: chosen.join(',') })} /> : null}
      <div>
        <label htmlFor={id}>{t('filters.region')}</label>
        <select id={id} className="asd-field" value={region ?? ''} onChange={(event) => change({ region: event.target.value })}>
          <option value="">{t('filters.allRegions')}</option>
          {regions.map((each) => (
            <option key={each} value={each}>
              {t(`regions.${each}`, { ns: 'lists' })}
            </option>
          ))}
        </select>
      </div>
      <DayFilter label={t('filters.from')} value={from} onChange={(day) => change({ from: day })} />
      <DayFilter label={t('filters.to')} value={to} onChange={(day) => change({ to: day })} />
      <label className="bi-compare">
        <input type="checkbox" checked={compare} onChange={(event) => change({ compare: event.target.checked ? null : 'false' })} />{' '}
        {t('filters.compare')}
      </label>
    </form>
  );
};
export default ReportFilters;
