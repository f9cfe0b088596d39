import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BiAnswers, BiChart, BiSelection } from '@/domain/reports/biFigures';
import { toCsv } from '@/words/csv';
import { saveFile } from '@/frame/saveFile';
import { useWords } from '@/fields/kit/useWords';
import { biTables } from './biTables';
import { drawings, isBlank, type ChartProps } from './charts';
import type { Explain } from './explain';
import { useFigures } from './useFigures';

const Waiting = () => (
  <div className="bi-wait" aria-hidden="true">
    {[70, 48, 84, 36].map((width) => (
      <span key={width} className="asd-skeleton" style={{ width: `${width}%` }} />
    ))}
  </div>
);

interface ReportPanelProps<C extends BiChart> {
  readonly chart: C;
  readonly query: string;
  readonly selection: BiSelection;
  readonly explain: Explain;
}
/** One chart with its title, its file, and what it says while it waits, when it has nothing and when it failed. */
export const ReportPanel = <C extends BiChart>({ chart, query, selection, explain }: ReportPanelProps<C>) => {
  const { t } = useTranslation(['reports-bi', 'common', 'inscriptions']);
  const { locale } = useWords();
  const { data, isError, isStale, retry } = useFigures<BiAnswers[C]>(chart, query);
  const Drawing = drawings[chart] as unknown as (props: ChartProps<BiAnswers[C]>) => ReactNode;
  const isEmpty = data !== undefined && isBlank[chart](data);
  const save = (answer: BiAnswers[C]): void =>
    saveFile(
      `${t('title')} ${t(`${chart}.title`)}.csv`,
      toCsv(
        biTables[chart](answer, {
          word: (key) => t(key),
          choice: (field, value) => t(`choices.${field}.${value}`, { ns: 'inscriptions' }),
          locale,
        }),
      ),
    );
  return (
    <section
      id={chart}
      className="bi-panel"
      data-chart={chart}
      data-stale={isStale || undefined}
      aria-labelledby={`bi-${chart}`}
      aria-busy={(!data && !isError) || isStale || undefined}
    >
      <header>
        <div>
          <h2 id={`bi-${chart}`}>{t(`${chart}.title`)}</h2>
          <p>{t(`${chart}.note`)}</p>
        </div>
        {data && !isEmpty ? (
          <button type="button" className="asd-button" onClick={() => save(data)} aria-label={t('export', { chart: t(`${chart}.title`) })}>
            CSV
          </button>
        ) : null}
      </header>
      {isError ? (
        <p role="alert">
          {t('failed')}{' '}
          <button type="button" className="asd-button" onClick={retry}>
            {t('buttons.retry', { ns: 'common' })}
          </button>
        </p>
      ) : null}
      {!data && !isError ? <Waiting /> : null}
      {isEmpty ? <p className="bi-empty">{t(`${chart}.none`)}</p> : null}
      {data && !isEmpty && !isError ? (
        <Suspense fallback={<Waiting />}>
          <Drawing answer={data} selection={selection} explain={explain} />
        </Suspense>
      ) : null}
    </section>
  );
};
