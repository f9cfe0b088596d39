import { fieldOf, type AnyField } from '@/schema';
import { must } from '@/schema/must';
import { canRead } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { uiOf } from '../../fields/kit/fieldUi';
import { useWords } from '../../fields/kit/useWords';
import { FieldValue } from '../../fields/kit/FieldValue';

type Row = Readonly<Record<string, unknown>>;

/** The rows of an embedded list as a small table with the fields of their form, or of their list where nobody types them. */
export const EmbeddedTable = ({ field, rows }: { readonly field: AnyField; readonly rows: readonly Row[] }) => {
  const words = useWords();
  const grants = useGrants(),
    registry = useRegistry();
  const { target, via, order } = must(field.embeds, 'what the rows are');
  const child = registry.get(target);
  const typed = Object.values(child.form).flat();
  const names = (typed.length > 0 ? typed : child.list.columns.filter((name) => name in child.fields)).filter(
    (name) => name !== via && name !== order && canRead(grants, fieldOf(child, name), registry),
  );
  return (
    <div className="show-rows-box" tabIndex={0} role="region" aria-label={words.t(`${child.name}.${child.name}`)}>
      <table className="show-rows">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" data-align={uiOf(fieldOf(child, name)).align}>
                {fieldLabel(words, child, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={String(row[child.key] ?? at)}>
              {names.map((name) => (
                <td key={name} data-align={uiOf(fieldOf(child, name)).align}>
                  <FieldValue isCell field={fieldOf(child, name)} place={{ resource: child.name, name }} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
