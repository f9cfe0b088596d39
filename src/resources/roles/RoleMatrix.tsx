import { useId } from 'react';
import { platforms } from '@/schema';
import { LeaveGuard } from '@/views/form/LeaveGuard';
import { useWords } from '@/fields/kit/useWords';
import { MatrixTable } from './MatrixTable';
import { PeoplePicker } from './PeoplePicker';
import { useMatrix, type Matrix } from './useMatrix';
import './roleMatrix.css';

const categories = [...platforms, 'REGIONAL'] as const;

const Modes = ({ matrix: { isOfPeople, people, show } }: { readonly matrix: Matrix }) => {
  const { t } = useWords();
  return (
    <div className="matrix-modes" role="group" aria-label={t('roles.matrix.mode')}>
      <button type="button" className="asd-button" aria-pressed={!isOfPeople} onClick={() => show(null)}>
        {t('roles.matrix.profiles')}
      </button>
      <button type="button" className="asd-button" aria-pressed={isOfPeople} onClick={() => show(people)}>
        {t('roles.matrix.people')}
      </button>
    </div>
  );
};

const ColumnChoice = ({ matrix: { columns, filter, place } }: { readonly matrix: Matrix }) => {
  const { t } = useWords();
  if (columns.length <= 1) return null;
  return (
    <select
      className="asd-field matrix-choose"
      value={place}
      aria-label={t('roles.matrix.column')}
      onChange={({ target }) => filter.setChosen(Number(target.value))}
    >
      {columns.map((column, at) => (
        <option key={column.id} value={at}>
          {column.title}
          {column.lock ? ` · ${t('roles.matrix.fixed')}` : ''}
        </option>
      ))}
    </select>
  );
};

const Tools = ({ matrix }: { readonly matrix: Matrix }) => {
  const { t } = useWords();
  const { filter, isOfPeople } = matrix;
  return (
    <div className="matrix-tools">
      <Modes matrix={matrix} />
      <input
        type="search"
        className="asd-field"
        value={filter.text}
        placeholder={t('roles.matrix.search')}
        aria-label={t('roles.matrix.search')}
        onChange={({ target }) => filter.setText(target.value)}
      />
      <select
        className="asd-field"
        value={filter.platform}
        aria-label={t('roles.fields.category')}
        onChange={({ target }) => filter.setPlatform(target.value)}
      >
        <option value="">{t('roles.matrix.everyPlatform')}</option>
        {categories.map((category) => (
          <option key={category} value={category}>
            {t(`roles.choices.category.${category}`)}
          </option>
        ))}
      </select>
      {isOfPeople ? (
        <label className="matrix-only">
          <input type="checkbox" checked={filter.onlyDifferent} onChange={({ target }) => filter.setOnlyDifferent(target.checked)} />
          {t('roles.matrix.onlyDifferent')}
        </label>
      ) : null}
      <ColumnChoice matrix={matrix} />
    </div>
  );
};

const Problem = ({ matrix: { error, reread } }: { readonly matrix: Matrix }) => {
  const { t } = useWords();
  return error ? (
    <p role="alert">
      {error.message}{' '}
      <button type="button" className="asd-button" onClick={reread}>
        {t('roles.matrix.retry')}
      </button>
    </p>
  ) : null;
};

/** Says why there is nothing to show, or that it is loading. */
const Hints = ({ matrix: { columns, error, groups, hasNoMember, isOfPeople, people, roles } }: { readonly matrix: Matrix }) => {
  const { t } = useWords();
  return (
    <>
      {isOfPeople && people.length === 0 ? <p className="matrix-hint">{t('roles.matrix.choosePeople')}</p> : null}
      {hasNoMember ? <p className="matrix-hint">{t('roles.matrix.noMember')}</p> : null}
      {columns.length === 0 && !isOfPeople && !error ? <span className="asd-skeleton matrix-waiting" /> : null}
      {roles.length > 0 && groups.length === 0 ? <p className="matrix-hint">{t('roles.matrix.nothing')}</p> : null}
    </>
  );
};

const SaveBar = ({ matrix: { changes, forget, isSaving, refused, save } }: { readonly matrix: Matrix }) => {
  const { t } = useWords();
  const isChanged = changes.length > 0;
  return (
    <div className="matrix-bar" data-changed={isChanged || undefined}>
      <span role="status">
        {isChanged ? t('roles.matrix.unsaved', { count: changes.length }) : <span className="matrix-keys">{t('roles.matrix.keys')}</span>}
      </span>
      {[...refused.all, ...new Set(Object.values(refused.cells))].map((words) => (
        <span role="alert" className="matrix-refused" key={words}>
          {words}
        </span>
      ))}
      {isChanged ? (
        <>
          <button type="button" className="asd-button" onClick={forget}>
            {t('form.discard')}
          </button>
          <button type="button" className="asd-button" data-primary="" aria-busy={isSaving} onClick={() => void save()}>
            {t('form.save')}
          </button>
        </>
      ) : null}
    </div>
  );
};

/**
 * Who may do what: the keys of the product as rows, by platform; profiles or people of the organization as columns. Changes are ticked
 * here, and checked and written by the server all at once.
 */
export const RoleMatrix = () => {
  const { t } = useWords();
  const id = useId();
  const matrix = useMatrix();
  const { columns, groups, isOfPeople, people, roles } = matrix;
  return (
    <section className="matrix-page" aria-labelledby={`${id}-title`}>
      <header className="matrix-head">
        <h1 id={`${id}-title`}>{t('roles.matrix.title')}</h1>
        <p>{t('roles.matrix.context')}</p>
      </header>
      <Tools matrix={matrix} />
      {isOfPeople ? <PeoplePicker people={people} onChange={matrix.show} /> : null}
      <Problem matrix={matrix} />
      {columns.length > 0 && roles.length > 0 ? (
        <MatrixTable
          label={t('roles.matrix.title')}
          columns={columns}
          groups={groups}
          ticks={matrix.ticks}
          problems={matrix.refused.cells}
          compares={isOfPeople}
          chosen={matrix.place}
          onTick={matrix.tick}
          onSaveAs={matrix.saveAs}
        />
      ) : null}
      <Hints matrix={matrix} />
      <SaveBar matrix={matrix} />
      <LeaveGuard isDirty={Object.keys(matrix.ticks).length > 0} isLeaving={matrix.isLeaving} />
    </section>
  );
};
