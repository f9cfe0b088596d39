import { useCustom, useCustomMutation, useInvalidate, type BaseRecord, type HttpError } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { mergedFieldsOf, usualSide, type Side } from '@/domain/merging';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { FieldValue } from '@/fields/kit/FieldValue';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { useWords } from '@/fields/kit/useWords';
import { fieldOf, type InferRow } from '@/schema';
import { isParts, listIn, numberIn, partOf, rowsIn, textIn, type Parts } from '@/schema/unknown';
import { formatMoney, formatNumber } from '@/words/format';
import type { user_merges } from './user_merges';
import './mergeCompare.css';

type Merge = InferRow<typeof user_merges>;
const none: Parts = {};
const isMoney = (name: string): boolean => name.endsWith('_cents');
const partsIn = (some: unknown): Parts => (isParts(some) ? some : none);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A value of an account, which can be chosen to stay. */
const Choice = ({
  name,
  account,
  isChosen,
  onChoose,
  group,
}: {
  readonly name: string;
  readonly account: Parts;
  readonly isChosen: boolean;
  readonly onChoose: (() => void) | null;
  readonly group: string;
}) => {
  const people = useRegistry().get('web_users');
  const value = <FieldValue field={fieldOf(people, name)} place={{ resource: people.name, name }} row={account} />;
  return (
    <td data-chosen={isChosen || undefined}>
      {onChoose ? (
        <label>
          <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
          {value}
        </label>
      ) : (
        value
      )}
    </td>
  );
};

/** What belongs to the account that goes, and registrations that both have in one distance. */
const Consequences = ({ facts }: { readonly facts: Parts }) => {
  const { t, locale } = useWords();
  const counts = Object.entries(partsIn(facts['counts'])).map(([name, count]) => [name, numberIn(count) ?? 0] as const);
  const doubles = rowsIn(facts['doubles']);
  return (
    <>
      <h3>{t('user_merges.page.moves')}</h3>
      {counts.length === 0 ? (
        <p>{t('user_merges.page.nothing')}</p>
      ) : (
        <ul>
          {counts.map(([name, count]) => (
            <li key={name}>
              {isMoney(name) ? t(`user_merges.page.${name}`) : t(`${name}.${name}`)}:{' '}
              {isMoney(name) ? formatMoney(count, locale) : formatNumber(count, locale)}
            </li>
          ))}
        </ul>
      )}
      {doubles.length > 0 ? (
        <>
          <h3>{t('user_merges.page.doubles')}</h3>
          <ul>
            {doubles.map(({ duplicate, into, event, distance }) => (
              <li key={`${String(duplicate)} ${String(into)}`}>
                {t(`user_merges.page.${duplicate === null ? 'blocks' : 'ends'}`, { event: textIn(event), distance: textIn(distance) })}{' '}
                <Link to={`/inscriptions/${numberIn(duplicate) ?? numberIn(into) ?? 0}`}>#{numberIn(duplicate) ?? numberIn(into)}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
};

/** Merges both accounts as chosen, with a reason. */
const useMerge = (merge: Merge) => {
  const { t } = useWords();
  const { mutateAsync, mutation } = useCustomMutation<BaseRecord, HttpError, object>();
  const invalidate = useInvalidate();
  const [problem, setProblem] = useState('');
  return {
    problem,
    isBusy: mutation.isPending,
    run: async (keep: Side, choices: Readonly<Record<string, Side>>, reason: string): Promise<void> => {
      if (reason.trim() === '') return setProblem(t('validation.required'));
      setProblem('');
      try {
        await mutateAsync({
          url: `/v2/user/user_merges/${merge.mergeid}/merge`,
          method: 'post',
          values: { input: { keep, choices, reason } },
          dataProviderName: 'user',
          successNotification: false,
          errorNotification: false,
        });
        await invalidate({ resource: 'user_merges', dataProviderName: 'user', invalidates: ['all'] });
      } catch (error) {
        setProblem(String(partOf(error, 'message') ?? t('common.networkError')));
      }
    },
  };
};

interface ValuesProps {
  readonly facts: Parts;
  readonly stays: Side;
  readonly goes: Side;
  /** Whose value stays; null when nothing can be chosen any more. */
  readonly sideOf: ((name: string) => Side) | null;
  readonly onChoose: (name: string, side: Side) => void;
}
/** The values in which both differ. */
const Values = ({ facts, stays, goes, sideOf, onChoose }: ValuesProps) => {
  const words = useWords(),
    { t } = words;
  const people = useRegistry().get('web_users');
  const id = useId();
  const accounts: Readonly<Record<Side, Parts>> = { survivor: partsIn(facts['survivor']), loser: partsIn(facts['loser']) };
  const differing = mergedFieldsOf(people).filter((name) => !isSame(accounts.survivor[name], accounts.loser[name]));
  return (
    <div className="merge-scroll" tabIndex={0} role="region" aria-label={t('user_merges.page.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('user_merges.page.value')}</th>
            {([stays, goes] as const).map((side, at) => (
              <th key={side} scope="col">
                {t(at === 0 ? 'user_merges.page.keep' : 'user_merges.page.goes')}{' '}
                <Link to={`/web_users/${numberIn(accounts[side]['web_userid']) ?? 0}`}>#{numberIn(accounts[side]['web_userid'])}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldLabel(words, people, name)}</th>
              {(['survivor', 'loser'] as const).map((side) => (
                <Choice
                  key={side}
                  name={name}
                  group={`${id}-${name}`}
                  account={accounts[side === 'survivor' ? stays : goes]}
                  isChosen={sideOf?.(name) === side}
                  onChoose={sideOf ? () => onChoose(name, side) : null}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

interface MergeFormProps {
  readonly merge: Merge;
  readonly keep: Side;
  readonly chosen: Readonly<Record<string, Side>>;
  readonly isBlocked: boolean;
}
/** The reason, and the merge. */
const MergeForm = ({ merge, keep, chosen, isBlocked }: MergeFormProps) => {
  const { t } = useWords();
  const id = useId();
  const [reason, setReason] = useState('');
  const doing = useMerge(merge);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!doing.isBusy) void doing.run(keep, chosen, reason);
      }}
    >
      <label htmlFor={`${id}-reason`}>{t('user_merges.page.reason')}</label>
      <input
        id={`${id}-reason`}
        className="asd-field"
        value={reason}
        maxLength={300}
        aria-invalid={doing.problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => setReason(target.value)}
      />
      <p id={`${id}-problem`} role="alert" className="merge-problem">
        {doing.problem}
      </p>
      <Button htmlType="submit" type="primary" danger loading={doing.isBusy} disabled={isBlocked}>
        {t('user_merges.page.merge')}
      </Button>
    </form>
  );
};

/** Both accounts of a suggestion side by side: whose values stay, what moves, what prevents it, and the merge itself. */
export default function MergeCompare({ row: merge }: { readonly row: Merge }) {
  const { t } = useWords();
  const registry = useRegistry(),
    grants = useGrants();
  const id = useId();
  const [keep, setKeep] = useState<Side>('survivor');
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const { query, result } = useCustom<BaseRecord, HttpError>({
    url: `/v2/user/user_merges/${merge.mergeid}/compare`,
    method: 'post',
    config: { payload: {} },
    dataProviderName: 'user',
    errorNotification: false,
    queryOptions: { retry: false },
  });
  if (query.isError) return <p role="alert">{t('user_merges.page.failed')}</p>;
  if (!query.data) return <span className="input-loading" aria-hidden="true" />;
  const facts = partsIn(result.data?.['result']);
  const accounts: Readonly<Record<Side, Parts>> = { survivor: partsIn(facts['survivor']), loser: partsIn(facts['loser']) };
  const obstacles = listIn(facts['obstacles']).map((each) => textIn(each) ?? '');
  const [stays, goes]: readonly [Side, Side] = keep === 'survivor' ? ['survivor', 'loser'] : ['loser', 'survivor'];
  /** In terms of who stays, as the server counts. */
  const sideOf = (name: string): Side => chosen[name] ?? usualSide(accounts[stays][name], accounts[goes][name]);
  const mayMerge = ['suggested', 'previewed'].includes(merge.status ?? '') && can(grants, 'merge', registry.get('user_merges'));
  const swap = (): void => {
    setKeep(goes);
    setChosen({});
  };
  return (
    <div className="merge-compare">
      <h2 id={`${id}-title`}>{t('user_merges.page.title')}</h2>
      {obstacles.length > 0 && mayMerge ? (
        <div role="alert" className="merge-obstacles">
          <h3>{t('user_merges.page.obstacles')}</h3>
          <ul>
            {obstacles.map((name) => (
              <li key={name}>{t(`user_merges.obstacles.${name}`)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <Values
        facts={facts}
        stays={stays}
        goes={goes}
        sideOf={mayMerge ? sideOf : null}
        onChoose={(name, side) => setChosen({ ...chosen, [name]: side })}
      />
      {mayMerge ? (
        <>
          <p>
            {t('user_merges.page.ready')} <Button onClick={swap}>{t('user_merges.page.swap')}</Button>
          </p>
          <Consequences facts={keep === 'survivor' ? facts : partsIn(facts['swapped'])} />
          <MergeForm merge={merge} keep={keep} chosen={chosen} isBlocked={obstacles.length > 0} />
        </>
      ) : merge.status === 'done' ? (
        <Consequences facts={{ counts: merge.moved_counts }} />
      ) : null}
    </div>
  );
}
