import { Link } from 'react-router';
import { fieldOf, type AnyResource } from '@/schema';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { readText } from '@/fields/kit/fieldUi';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { OutcomeTable } from '@/views/action/OutcomeTable';
import type { Verdict } from '@/domain/web/promotionBins';

interface Judged {
  readonly promotion_binid: number;
  readonly name: string;
  readonly digits: number;
  readonly priority: number;
  readonly verdict: Verdict;
}

/** The promotion for a BIN, and every other one that names it with the reason why it does not win. */
export const BinVerdicts = ({ resource, result }: { readonly resource: AnyResource; readonly result: unknown }) => {
  const words = useWords();
  const { t } = words;
  const { promotions } = result as { readonly promotions: readonly Judged[] };
  const said = (row: Judged, name: string): string =>
    readText(row as unknown as Readonly<Record<string, unknown>>, fieldOf(resource, name), { resource: resource.name, name }, words);
  if (promotions.length === 0) return <p>{t('promotion_bins.outcomes.test.none')}</p>;
  return (
    <>
      {promotions[0]?.verdict === 'wins' ? null : <p>{t('promotion_bins.outcomes.test.nobody')}</p>}
      <OutcomeTable
        label={t('promotion_bins.actions.test')}
        head={[
          t('promotion_bins.singular'),
          t('promotion_bins.outcomes.test.offer'),
          t('promotion_bins.outcomes.test.digits'),
          fieldLabel(words, resource, 'priority'),
          t('promotion_bins.outcomes.test.verdict'),
        ]}
      >
        {promotions.map((row) => (
          <tr key={row.promotion_binid} data-verdict={row.verdict}>
            <td>
              <Link to={pathTo(resource, 'show', { id: row.promotion_binid })}>{row.name}</Link>
              <br />
              <small>
                {said(row, 'bank')} · {said(row, 'status')}
              </small>
            </td>
            <td>{said(row, 'value') || said(row, 'installments')}</td>
            <td>{row.digits}</td>
            <td>{row.priority}</td>
            <td>
              {row.verdict === 'wins' ? <strong>{t('promotion_bins.verdicts.wins')}</strong> : t(`promotion_bins.verdicts.${row.verdict}`)}
            </td>
          </tr>
        ))}
      </OutcomeTable>
    </>
  );
};
