import { fieldOf } from '@/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '@/words/format';
import { readText } from '../../fields/kit/fieldUi';
import { useWords, type Words } from '../../fields/kit/useWords';
import { Icon } from '../../frame/Icon';
import { labelOf } from './model/describeFilter';
import type { ListModel } from './model/useListModel';

/** What can be done with the list as a whole: its declared actions and a new record. */
export const ListActions = ({ list: { resource, actions } }: { readonly list: ListModel }) => {
  const { t } = useWords();
  const { ofList, creation, bringing, begin } = actions;
  if (creation === null && bringing === null && ofList.length === 0) return null;
  return (
    <div className="list-actions">
      {ofList.map(([name]) => (
        <button key={name} type="button" className="asd-button" onClick={() => begin(name, 'list')}>
          {t(`${resource.name}.actions.${name}`)}
        </button>
      ))}
      {bringing !== null ? (
        <Link className="asd-button" to={bringing.to}>
          {t(bringing.title)}
        </Link>
      ) : null}
      {creation !== null ? (
        <Link className="asd-button" data-primary="" to={creation.to} state={creation.state}>
          <Icon name="plus" />
          {t(creation.title)}
        </Link>
      ) : null}
    </div>
  );
};

/** How many records match and their sums; undefined while that is not known. */
const summaryOf = ({ resource, question, answer }: ListModel, words: Words): string | null => {
  const { total, totals, isLoading, error, countAgain } = answer;
  if (isLoading || error || countAgain || question.state.broken) return null;
  const sums = question.plan.totals
    .filter((name) => typeof totals[name] === 'number')
    .map(
      (name) =>
        `${labelOf(question.describing, name)}: ${readText(totals, fieldOf(resource, name), { resource: resource.name, name }, words)}`,
    );
  const counted = total === null ? words.t('list.counting') : words.t('list.count', { number: formatNumber(total, words.locale) });
  return [counted, ...sums].join(' · ');
};

interface ListHeaderProps {
  readonly list: ListModel;
  readonly title: string;
  /** Inside another screen the title is already shown there. */
  readonly titled: boolean;
  readonly children: ReactNode;
}
/** The title of a list and one line of context. */
export const ListHeader = ({ list, title, titled, children }: ListHeaderProps) => {
  // A list within a record is a part of that page, not the page itself.
  const Heading = list.isEmbedded ? 'h2' : 'h1';
  return (
    <header className={titled ? 'list-header' : 'asd-hidden-text'}>
      <div>
        <Heading>{title}</Heading>
        <p role="status">{summaryOf(list, useWords())}</p>
      </div>
      {children}
    </header>
  );
};
