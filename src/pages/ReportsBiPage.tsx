import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '@/words/format';
import { biCharts, mayReport, type BiDashboards, type BiSelection } from '@/domain/reports/biFigures';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { ForbiddenPage } from './ForbiddenPage';
import { addedReports } from './reportsBi/addedReports';
import { AddedReportPanel } from './reportsBi/AddedReportPanel';
import { nameIn } from './reportsBi/biTables';
import { chartKind } from './reportsBi/charts';
import { explainBy } from './reportsBi/explain';
import { ReportPanel } from './reportsBi/ReportPanel';
import { figuresQuery, useAskedFigures, type Asked } from './reportsBi/useAskedFigures';
import { useFigures } from './reportsBi/useFigures';
import './reportsBi/reportsBi.css';
import { LoadFailed } from './LoadFailed';

const ReportFilters = lazy(() => import('./reportsBi/ReportFilters'));
const HostBoard = lazy(() => import('./reportsBi/HostBoard'));
const namedEvents = 3,
  allDays = { from: '2000-01-01', to: '2099-12-31' } as const;

/** A text about the events of the charts. */
const Scope = ({
  selection: { total, compared, events },
  asked: { compare, from, to },
}: {
  readonly selection: BiSelection;
  readonly asked: Asked;
}) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const names = total <= namedEvents ? events.map(({ name }) => nameIn(name, locale)).join(', ') : t('scope.events', { count: total });
  const days = total > namedEvents && from && to ? t('scope.days', { from: formatDay(from), to: formatDay(to) }) : null;
  const only = total === 1 ? events[0]?.previous : null;
  const against =
    compare && compared > 0
      ? only
        ? t('scope.against', { name: nameIn(only.name, locale) })
        : t('scope.compared', { count: compared })
      : null;
  return <p className="bi-scope">{[names, days, against].filter(Boolean).join(' · ')}</p>;
};

const Charts = ({ query, asked, onAll }: { readonly query: string; readonly asked: Asked; readonly onAll: () => void }) => {
  const { t } = useTranslation(['reports-bi', 'common']);
  const registry = useRegistry(),
    grants = useGrants();
  const { data: selection, isError, retry } = useFigures<BiSelection>('selection', query);
  if (isError) return <LoadFailed words="reports-bi" onRetry={retry} />;
  if (!selection)
    return (
      <div className="bi-grid" aria-busy="true">
        {biCharts.map((chart) => (
          <div key={chart} className="bi-panel" data-chart={chart}>
            <span className="asd-skeleton" />
          </div>
        ))}
      </div>
    );
  if (selection.total === 0) {
    return (
      <section className="bi-none">
        <h2>{t('none.title')}</h2>
        <p>{t('none.why')}</p>
        <button type="button" className="asd-button" onClick={onAll}>
          {t('none.all')}
        </button>
      </section>
    );
  }
  const explain = explainBy(registry, grants, selection);
  return (
    <>
      <Scope selection={selection} asked={asked} />
      <div className="bi-grid">
        {biCharts.map((chart) => (
          <ReportPanel key={chart} chart={chart} kind={chartKind(chart)} query={query} selection={selection} explain={explain} />
        ))}
        {addedReports().map((report) => (
          <AddedReportPanel key={report.name} report={report} query={query} selection={selection} explain={explain} />
        ))}
      </div>
    </>
  );
};

interface BoardTabsProps {
  readonly boards: BiDashboards['dashboards'];
  readonly chosen: string | null;
  readonly onChoose: (board: string | null) => void;
}
const BoardTabs = ({ boards, chosen, onChoose }: BoardTabsProps) => {
  const { t } = useTranslation('reports-bi');
  return (
    <nav className="bi-boards" aria-label={t('boards.label')}>
      {[{ id: null, title: t('boards.own') }, ...boards].map(({ id, title }) => (
        <button key={id ?? ''} type="button" aria-current={id === chosen ? 'true' : undefined} onClick={() => onChoose(id)}>
          {title}
        </button>
      ))}
    </nav>
  );
};

/** The business reports: charts of this server, and the dashboards of the BI host if there is one. */
const ReportsBiPage = () => {
  const { t } = useTranslation(['reports-bi', 'common']);
  const isOpen = mayReport(useGrants());
  if (!isOpen) return <ForbiddenPage />;
  return (
    <div className="bi">
      <header className="asd-head">
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <Reports />
    </div>
  );
};

const Reports = () => {
  const { t } = useTranslation(['reports-bi', 'common']);
  const { asked, change } = useAskedFigures();
  const { data: host, isError, retry } = useFigures<BiDashboards>('dashboards', '');
  const boards = host?.host === 'remote' ? host.dashboards : [];
  const board = boards.find(({ id }) => id === asked.board);
  return (
    <>
      {isError ? (
        <p role="alert" className="bi-host-failed">
          {t('boards.away')}{' '}
          <button type="button" className="asd-button" onClick={retry}>
            {t('buttons.retry', { ns: 'common' })}
          </button>
        </p>
      ) : null}
      {boards.length > 0 ? <BoardTabs boards={boards} chosen={board?.id ?? null} onChoose={(id) => change({ board: id })} /> : null}
      {board ? (
        <Suspense fallback={null}>
          <HostBoard key={board.id} board={board} />
        </Suspense>
      ) : (
        <>
          <Suspense fallback={<div className="bi-filters" aria-busy="true" />}>
            <ReportFilters asked={asked} change={change} />
          </Suspense>
          <Charts query={figuresQuery(asked)} asked={asked} onAll={() => change({ events: null, region: null, ...allDays })} />
        </>
      )}
      {host?.host === 'local' ? <p className="bi-local">{t('boards.local')}</p> : null}
    </>
  );
};
export default ReportsBiPage;
