import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldOf, type AnyField } from '@/schema';
import { foldText } from '@/schema/foldText';
import { choiceKey } from '@/schema/project/i18n';
import type { Place, TextContext } from '../../../fields/kit/contracts';
import { idOf } from '@/schema/unknown';
import { useGrants } from '../../../fields/kit/AppContext';
import { readText } from '../../../fields/kit/fieldUi';
import { headingOf } from '../../heading/headingOf';
import { useWords } from '../../../fields/kit/useWords';
import { Modal } from '../../../frame/Modal';
import { labelOf } from '../model/describeFilter';
import type { Row } from '../model/selection';
import type { ListModel } from '../model/useListModel';
import type { PastedFile } from './PastedFile';
import { pasteInto, type PasteInto } from './pasteInto';

/** A block and the row, and the column, where it begins. */
export interface Pasted {
  readonly cells: readonly (readonly string[])[];
  readonly id: number;
  readonly name: string | null;
}
interface PasteDialogProps extends Pasted {
  readonly list: ListModel;
  readonly onClose: () => void;
}
const shownLines = 6;

const plain = (text: string): string => text.replace(/[\t\r\n"]+/g, ' ');

/** Whether the cells of a column can be values of a field at all: a size is no number. */
const mayBe = (field: AnyField | undefined, cells: readonly string[], { t }: TextContext, place: Place): boolean => {
  const said = cells.filter(Boolean);
  if (field?.values) {
    const known = new Set(field.values.flatMap((value) => [value, t(choiceKey(place.resource, place.name, field, value))]).map(foldText));
    return said.some((each) => known.has(foldText(each)));
  }
  return field?.type !== 'integer' || said.every((each) => /^\d+$/.test(each));
};
/** The fields of the columns of a block: the visible columns from where it begins, as far as a file may fill them and the cells fit. */
const fieldsFrom = (
  { resource, question }: ListModel,
  { fills }: PasteInto,
  { cells, name }: Pick<Pasted, 'cells' | 'name'>,
  words: TextContext,
): readonly (string | null)[] => {
  const visible = question.columns.map((column) => column.name);
  const begin = name !== null && visible.includes(name) ? visible.indexOf(name) : visible.findIndex((each) => fills.includes(each));
  return (cells[0] ?? []).map((_, at) => {
    const field = begin === -1 ? undefined : visible[begin + at];
    if (field === undefined || !fills.includes(field)) return null;
    const column = cells.map((line) => line[at] ?? '');
    return mayBe(resource.all[field], column, words, { resource: resource.name, name: field }) ? field : null;
  });
};

/** Says where each column of a pasted block goes, and leads to the import that checks it before anything is written. */
export default function PasteDialog(props: PasteDialogProps) {
  const { list, cells, id, onClose } = props;
  const { t } = useWords();
  const grants = useGrants();
  const { rows } = list.answer;
  const begin = rows.findIndex((row) => idOf(row, list.resource) === id);
  const over = rows.slice(begin, begin + cells.length);
  const into = pasteInto(grants, list, over);
  if (into) return <Columns {...props} into={into} over={over} />;
  return (
    <Modal title={t('list.paste.title')} footer={<Cancel onClose={onClose} />} width={480} onClose={onClose}>
      <p role="alert">{t('list.paste.impossible')}</p>
    </Modal>
  );
}

const Cancel = ({ onClose }: Pick<PasteDialogProps, 'onClose'>) => {
  const { t } = useWords();
  return <Button onClick={onClose}>{t('form.cancel')}</Button>;
};

interface ColumnsProps extends PasteDialogProps {
  readonly into: PasteInto;
  /** The rows that the lines are for, one each. */
  readonly over: readonly Row[];
}
interface BlockProps extends Pick<ColumnsProps, 'list' | 'cells' | 'into' | 'over'> {
  /** The field of each column, or null. */
  readonly fields: readonly (string | null)[];
  readonly onFields: (fields: readonly (string | null)[]) => void;
}
/** The first lines of a block next to the rows that they are for, with the field of each column. */
const Block = ({ list: { resource, question }, cells, into, over, fields, onFields }: BlockProps) => {
  const words = useWords(),
    { t } = words;
  return (
    <div className="list-paste-table" tabIndex={0} role="region" aria-label={t('list.paste.cells')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`${resource.name}.titles.show`, { defaultValue: '' })}</th>
            {fields.map((field, at) => (
              <th scope="col" key={at}>
                <select
                  className="asd-field"
                  aria-label={t('list.paste.column', { at: at + 1 })}
                  value={field ?? ''}
                  onChange={({ target }) => onFields(fields.map((each, index) => (index === at ? target.value || null : each)))}
                >
                  <option value="">{t('list.paste.none')}</option>
                  {into.fills.map((each) => (
                    <option key={each} value={each}>
                      {labelOf(question.describing, each)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {over.slice(0, shownLines).map((row, at) => (
            <tr key={idOf(row, resource)}>
              <th scope="row">{headingOf(resource, row, words)}</th>
              {fields.map((field, index) => (
                <td key={index} data-unused={field === null || undefined}>
                  {cells[at]?.[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Columns = ({ list, cells, name, into, over, onClose }: ColumnsProps) => {
  const words = useWords(),
    { t } = words;
  const navigate = useNavigate();
  const { resource, question } = list;
  const [fields, setFields] = useState(() => fieldsFrom(list, into, { cells, name }, words));
  const chosen = fields.filter((field) => field !== null);
  const isTwice = new Set(chosen).size < chosen.length;
  const label = (field: string): string => labelOf(question.describing, field);
  const titleOf = (row: Row): string => headingOf(resource, row, words);
  const review = (): void => {
    const used = fields.flatMap((field, at) => (field === null ? [] : [{ field, at }]));
    const columns: PastedFile['columns'] = [
      ...into.keys.map((field) => ({ column: label(field), field })),
      ...used.map(({ field }) => ({ column: label(field), field })),
    ];
    const keyOf = (row: Row, name: string): string => readText(row, fieldOf(resource, name), { resource: resource.name, name }, words);
    const lines = over.map((row, at) => [
      ...into.keys.map((field) => keyOf(row, field)),
      ...used.map((each) => cells[at]?.[each.at] ?? ''),
    ]);
    const text = [columns.map(({ column }) => column), ...lines].map((line) => line.map(plain).join('\t')).join('\n');
    const pasted: PastedFile = { text, columns, match_key: into.match_key };
    void navigate(into.to, { state: { pasted } });
  };
  const footer = (
    <>
      <Cancel onClose={onClose} />
      <Button type="primary" disabled={chosen.length === 0 || isTwice} onClick={review}>
        {t('list.paste.review')}
      </Button>
    </>
  );
  return (
    <Modal title={t('list.paste.title')} footer={footer} width={760} onClose={onClose}>
      <p>
        {t('list.paste.lead', { count: over.length, title: over[0] ? titleOf(over[0]) : '' })}
        {over.length < cells.length ? ` ${t('list.paste.over', { count: cells.length - over.length })}` : ''}
      </p>
      <Block list={list} cells={cells} into={into} over={over} fields={fields} onFields={setFields} />
      {over.length > shownLines ? <p>{t('list.paste.more', { count: over.length - shownLines })}</p> : null}
      {isTwice ? <p role="alert">{t('list.paste.twice')}</p> : null}
    </Modal>
  );
};
