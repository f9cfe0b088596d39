import type { StatusLook } from './status';

/** Strokes on a 16 × 16 grid, drawn in the colour of the text. */
const strokes: Readonly<Record<StatusLook['icon'], string>> = {
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5v3l2 1.5',
  hourglass: 'M4.5 2.5h7M4.5 13.5h7M5 2.5c0 3 6 4 6 0M5 2.5c0 3.5 6 4.5 6 11M11 2.5c0 3.5-6 4.5-6 11',
  check: 'M3 8.5 6.5 12 13 4.5',
  bib: 'M2.5 4.5h3l1-1.5h3l1 1.5h3v8h-11zM6.5 8.5h3',
  cross: 'M4 4l8 8M12 4l-8 8',
  alert: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.2',
  return: 'M6 3 2.5 6.5 6 10M2.5 6.5h7a4 4 0 0 1 0 7H7',
  arrow: 'M2.5 8h11M9.5 4l4 4-4 4',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  dot: 'M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  flag: 'M4 14V2.5h8L10 5.7 12 9H4',
  archive: 'M2.5 3.5h11v3h-11zM3.5 6.5v7h9v-7M6.5 9h3',
  pencil: 'M3 13l.7-3L10.5 3.2a1.3 1.3 0 0 1 1.8 0l.5.5a1.3 1.3 0 0 1 0 1.8L6 12.3z',
};

/** The icon of a state, hidden from screen readers because the word follows. */
export const StatusIcon = ({ icon }: { readonly icon: StatusLook['icon'] }) => (
  <svg
    className="status-icon"
    viewBox="0 0 16 16"
    width="14"
    height="14"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={strokes[icon]} />
  </svg>
);
