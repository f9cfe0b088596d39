import type { ReactNode } from 'react';

interface OutcomeTableProps {
  readonly label: string;
  /** The type of its columns. */
  readonly head: readonly string[];
  readonly children: ReactNode;
}
/** Rows inside the answer of an action; they scroll on their own, also with the keyboard. */
export const OutcomeTable = ({ label, head, children }: OutcomeTableProps) => (
  <div className="outcome-rows" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {head.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
