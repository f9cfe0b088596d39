import type { RowSetting } from './ListRow';

const ghosts = 12;

/** Placeholder rows while the first ones load. */
export const GhostRows = ({ setting: { columns, selectable } }: { readonly setting: RowSetting }) => (
  <>
    {Array.from({ length: ghosts }, (_, row) => (
      <tr role="row" key={row} aria-hidden="true" className="list-ghost">
        {selectable ? <td className="list-check" /> : null}
        {columns.map(({ name }, at) => (
          <td key={name}>
            <span className="asd-skeleton" style={{ width: `${55 + ((row * 7 + at * 13) % 40)}%` }} />
          </td>
        ))}
        <td className="list-menu" />
      </tr>
    ))}
  </>
);
