/** Strokes on a 16 × 16 grid. */
const strokes = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 13.5 13.5',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  board: 'M2.5 3h3v10h-3zM6.5 3h3v7h-3zM10.5 3h3v5h-3z',
  density: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  plus: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  up: 'M8 12.5v-9M4.5 7 8 3.5 11.5 7',
  down: 'M8 3.5v9M4.5 9 8 12.5 11.5 9',
  previous: 'M10 3.5 5.5 8l4.5 4.5',
  next: 'M6 3.5 10.5 8 6 12.5',
  first: 'M11.5 3.5 7 8l4.5 4.5M4.5 3.5v9',
  last: 'M4.5 3.5 9 8l-4.5 4.5M11.5 3.5v9',
  bookmark: 'M4.5 2.5h7v11L8 10.8l-3.5 2.7z',
  star: 'M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z',
  pencil: 'M3 13l.6-2.8 7.2-7.2L13 5.2l-7.2 7.2zM9.4 4.4l2.2 2.2',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  people:
    'M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4M2 13c0-2.2 1.8-4 4-4s4 1.8 4 4M10.5 3.3a2.2 2.2 0 0 1 0 4M11.6 9.3c1.5.5 2.4 1.9 2.4 3.7',
  pin: 'M5.5 2.5h5l-.7 4.2 2.2 2.3H4l2.2-2.3zM8 9v4.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
} as const;

/** A small icon next to a word; screen readers skip it. */
export const Icon = ({ name }: { readonly name: keyof typeof strokes }) => (
  <svg
    className="list-icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' ? 2.4 : 1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={strokes[name]} />
  </svg>
);
