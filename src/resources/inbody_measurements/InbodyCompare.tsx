import { useList, useOne, type BaseRecord, type HttpError } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import { useContext, useId, useState } from 'react';
import { compareTests, type ComparedMeasure } from '@/domain/bodyRanges';
import { useGrants } from '@/fields/kit/AppContext';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { useWords } from '@/fields/kit/useWords';
import { saveAnswer } from '@/frame/saveAnswer';
import { toast } from '@/providers/notification/toaster';
import { ServicesContext } from '@/providers/ServicesContext';
import type { InferRow } from '@/schema';
import { takesFiles } from '@/schema/access';
import { numberIn } from '@/schema/unknown';
import { formatInstant, formatNumber } from '@/words/format';
import type { inbody_measurements } from './inbody_measurements';
import './inbodyTrend.css';

const most = 60;
type Measurement = InferRow<typeof inbody_measurements>;
interface CompareProps {
  readonly resource: typeof inbody_measurements;
  readonly row: Measurement;
}

/** Saves the report of a test. */
const useReport = (row: Measurement, other: number | null) => {
  const { t } = useWords();
  const services = useContext(ServicesContext);
  const [isComing, setComing] = useState(false);
  const save = async (): Promise<void> => {
    if (!services) return;
    setComing(true);
    try {
      const path = `/v2/user/inbody_measurements/${row.inbodyid}/report${other === null ? '' : `?with=${other}`}`;
      await saveAnswer(services.http, `${services.config.host}${path}`, `inbody-${row.inbodyid}.pdf`);
    } catch {
      toast('error', t('inbody_measurements.report.failed'));
    }
    setComing(false);
  };
  return { save, isComing };
};

const Table = ({
  resource,
  measures,
}: {
  readonly resource: typeof inbody_measurements;
  readonly measures: readonly ComparedMeasure[];
}) => {
  const words = useWords(),
    { t, locale } = words;
  const number = (value: number | null, options: Intl.NumberFormatOptions = {}): string =>
    value === null ? '—' : formatNumber(value, locale, { maximumFractionDigits: 3, ...options });
  const range = ({ range: healthy }: ComparedMeasure): string =>
    healthy === null ? '—' : `${healthy.low === null ? '≤' : `${number(healthy.low)} –`} ${number(healthy.high)}`;
  return (
    <div className="show-rows-box" tabIndex={0} role="region" aria-label={t('inbody_measurements.report.measures')}>
      <table className="show-rows">
        <thead>
          <tr>
            <th scope="col">{t('inbody_measurements.report.measure')}</th>
            {(['before', 'value', 'change', 'range'] as const).map((name) => (
              <th key={name} scope="col" data-align="right">
                {t(`inbody_measurements.report.${name}`)}
              </th>
            ))}
            <th scope="col">{t('inbody_measurements.report.place')}</th>
          </tr>
        </thead>
        <tbody>
          {measures.map((each) => (
            <tr key={each.name}>
              <th scope="row">{fieldLabel(words, resource, each.name)}</th>
              <td data-align="right">{number(each.before)}</td>
              <td data-align="right">{number(each.after)}</td>
              <td data-align="right">{number(each.change, { signDisplay: 'exceptZero' })}</td>
              <td data-align="right">{range(each)}</td>
              <td data-place={each.place ?? undefined}>{each.place ? t(`inbody_measurements.report.places.${each.place}`) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** A test compared with another one of the same person and with healthy ranges, and the same as a file. */
export const InbodyCompare = ({ resource, row }: CompareProps) => {
  const { t } = useWords();
  const grants = useGrants();
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const { result } = useList({
    resource: resource.name,
    dataProviderName: resource.service,
    filters: [{ field: 'web_userid', operator: 'eq', value: row.web_userid }],
    sorters: [{ field: 'test_at', order: 'desc' }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns: ['test_at'] },
    errorNotification: false,
  });
  const tests = result.data.flatMap((each) => {
    const key = numberIn(each['inbodyid']);
    return key === null || key === undefined || key === row.inbodyid ? [] : [{ key, at: String(each['test_at']) }];
  });
  const usual = tests.find(({ at }) => Date.parse(at) < Date.parse(row.test_at))?.key ?? null;
  const other = chosen ?? usual;
  const { result: before } = useOne<BaseRecord, HttpError>({
    resource: resource.name,
    dataProviderName: resource.service,
    id: other ?? 0,
    errorNotification: false,
    queryOptions: { enabled: other !== null, retry: false },
  });
  const { save, isComing } = useReport(row, other);
  const measures = compareTests(row, other === null ? null : (before ?? null));
  const sources = new Set(measures.flatMap(({ range }) => range?.source ?? []));
  return (
    <section className="inbody-trend" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('inbody_measurements.report.compare')}</h2>
      <p>{t('inbody_measurements.report.consent', { at: formatInstant(row.consent_at) })}</p>
      <div className="inbody-tools">
        {tests.length > 0 ? (
          <>
            <label htmlFor={`${id}-other`}>{t('inbody_measurements.report.with')}</label>
            <select
              id={`${id}-other`}
              className="asd-field"
              value={other ?? ''}
              onChange={({ target }) => setChosen(Number(target.value) || null)}
            >
              {other === null ? <option value="">—</option> : null}
              {tests.map(({ key, at }) => (
                <option key={key} value={key}>
                  {formatInstant(at)}
                </option>
              ))}
            </select>
          </>
        ) : null}
        {takesFiles(grants) ? (
          <Button aria-busy={isComing} onClick={() => void save()}>
            {t('inbody_measurements.report.file')}
          </Button>
        ) : null}
      </div>
      <Table resource={resource} measures={measures} />
      {sources.size > 0 ? (
        <ul className="inbody-sources">
          {[...sources].map((source) => (
            <li key={source}>{t(`inbody_measurements.report.source.${source}`)}</li>
          ))}
        </ul>
      ) : null}
      <p className="inbody-none">{t('inbody_measurements.report.note')}</p>
    </section>
  );
};
