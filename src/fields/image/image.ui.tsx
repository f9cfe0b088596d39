import { defineFieldUi } from '@/fields/kit/contracts';

export default defineFieldUi<string>({
  toText: (value) => value,
  Cell: ({ value }) => <img className="value-thumb" src={value} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />,
  Show: ({ value }) => <img className="value-picture" src={value} alt="" decoding="async" referrerPolicy="no-referrer" />,
});
