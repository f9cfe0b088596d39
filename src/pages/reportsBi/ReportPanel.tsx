import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { BiSelection } from '@/domain/reports/biFigures';
import { toCsv } from '@/words/csv';
import { saveFile } from '@/frame/saveFile';
import { useGrants } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { takesFiles } from '@/schema/access';
import type { ChartKind } from './charts';
import type { Explain } from './explain';
import { useFigures } from './useFigures';
import { LoadFailed } from '../LoadFailed';

const Waiting = () => (
  <div className="bi-wait" aria-hidden="true">
    {[70, 48, 84, 36].map((width) => (
      <span key={width} className="asd-skeleton" style={{ width: `${width}%` }} />
    ))}
  </div>
);

interface ReportPanelProps<T extends object> {
  /** Its part of the URL. */
  readonly chart: string;
  /** Its texts: `title`, `note` and `none`; those of the business reports by default. */
  readonly say?: (part: 'title' | 'note' | 'none') => string;
  readonly kind: ChartKind<T>;
  readonly query: string;
  readonly selection: BiSelection;
  readonly explain: Explain;
}
/** One chart with its title, its file, and texts for loading, no data and failure. */
export const ReportPanel = <T extends object>({
  chart,
  say: own,
  kind: { Drawing, isBlank, table },
  query,
  selection,
  explain,
}: ReportPanelProps<T>) => {
  const { t } = useTranslation(['reports-bi', 'common', 'inscriptions', 'payments']);
  const { locale } = useWords();
  const grants = useGrants();
  const say = own ?? ((part: 'title' | 'note' | 'none') => t(`${chart}.${part}`));
  const { data, isError, isStale, retry } = useFigures<T>(chart, query);
  const isEmpty = data !== undefined && isBlank(data);
  const save = (answer: T): void =>
    saveFile(
      `${t('title')} ${say('title')}.csv`,
      toCsv(
        table(answer, {
          word: (key) => t(key),
          choice: (field, value) => t(`choices.${field}.${value}`, { ns: field === 'method' ? 'payments' : 'inscriptions' }),
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
          <h2 id={`bi-${chart}`}>{say('title')}</h2>
          <p>{say('note')}</p>
        </div>
        {data && !isEmpty && takesFiles(grants) ? (
          <button type="button" className="asd-button" onClick={() => save(data)} aria-label={t('export', { chart: say('title') })}>
            CSV
          </button>
        ) : null}
      </header>
      {isError ? <LoadFailed words="reports-bi" onRetry={retry} /> : null}
      {!data && !isError ? <Waiting /> : null}
      {isEmpty ? <p className="bi-empty">{say('none')}</p> : null}
      {data && !isEmpty && !isError ? (
        <Suspense fallback={<Waiting />}>
          <Drawing answer={data} selection={selection} explain={explain} />
        </Suspense>
      ) : null}
    </section>
  );
};
