import { fieldOf } from '@/schema';
import { lazy, useMemo } from 'react';
import type { AddedReport } from '@/domain/reports/addedReport';
import type { BiCounts, BiSelection } from '@/domain/reports/biFigures';
import { useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { choiceKey } from '@/schema/project/i18n';
import type { ChartKind } from './charts';
import type { Explain } from './explain';
import { ReportPanel } from './ReportPanel';

const AddedCounts = lazy(() => import('./AddedCounts'));

interface CountedWords {
  readonly what: string;
  /** The counted records of the resource. */
  readonly counted: string;
  readonly label: (key: string) => string;
}
/** How counted rows are drawn, and written to a file. */
const kindOf = ({ what, counted, label }: CountedWords): ChartKind<BiCounts> => ({
  Drawing: ({ answer }) => <AddedCounts answer={answer} what={what} counted={counted} label={label} />,
  isBlank: ({ rows }) => rows.length === 0,
  table: ({ rows }, { word }) => [
    [what, counted, word('columns.previous')],
    ...rows.map(({ key, current, previous }) => [label(String(key)), String(current), previous === null ? '' : String(previous)]),
  ],
});

interface AddedReportPanelProps {
  readonly report: AddedReport;
  readonly query: string;
  readonly selection: BiSelection;
  readonly explain: Explain;
}
/** A chart of a plugin, in the same panel as the others: rows of its resource, counted by the values of a field. */
export const AddedReportPanel = ({ report, query, selection, explain }: AddedReportPanelProps) => {
  const { name, resource, by } = report;
  const { t } = useWords();
  const field = fieldOf(useRegistry().get(resource), by);
  const kind = useMemo(
    () =>
      kindOf({
        what: t(`${resource}.fields.${by}`),
        counted: t(`${resource}.${resource}`),
        label: (key) => t(choiceKey(resource, by, field, key)),
      }),
    [t, resource, by, field],
  );
  return (
    <ReportPanel
      chart={name}
      say={(part) => t(`${resource}.reports.${name}.${part}`)}
      kind={kind}
      query={query}
      selection={selection}
      explain={explain}
    />
  );
};
