import { defineFieldUi } from '@/fields/kit/contracts';
import './tags.css';

const Chips = ({ value }: { readonly value: readonly string[] }) => (
  <span className="tags" title={value.join(', ')}>
    {value.map((tag) => (
      <span key={tag} className="tag">
        {tag}
      </span>
    ))}
  </span>
);

export default defineFieldUi<readonly string[]>({ toText: (value) => value.join(', '), Cell: Chips });
