import { defineFieldUi } from '@/fields/kit/contracts';

const isSafe = (value: string): boolean => /^https?:\/\//i.test(value);
/** An address as people read it: without scheme, and without a single trailing slash. */
const brief = (value: string): string => value.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

const Outward = ({ value }: { readonly value: string }) =>
  isSafe(value) ? (
    <a
      className="value-clip"
      href={value}
      title={value}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => event.stopPropagation()}
    >
      {brief(value)}
    </a>
  ) : (
    value
  );

export default defineFieldUi<string>({ toText: (value) => value, Cell: Outward });
