import type { MenuIcon } from '@/schema/menuPlaces';

/** Strokes on an 18 × 18 grid, drawn in the colour of the text. */
const strokes: Readonly<Record<MenuIcon, string> & Record<string, string>> = {
  home: 'M3 8.5 9 3.5l6 5V15H11v-4H7v4H3z',
  calendar: 'M3 4.5h12v10.5H3zM3 8h12M6 2.8v3M12 2.8v3',
  bib: 'M2.5 4.5h13v9.5h-13zM2.5 7h13M5 5.8h.01M13 5.8h.01M7 9.5h3a1.4 1.4 0 0 1 0 2.8H7z',
  tag: 'M3 3.5h5.5l6.5 6.5-5 5L3 8.5zM6 6.5h.01',
  tags: 'M2.5 5h4.7l5.3 5.3-4.2 4.2-5.8-5.8zM8.5 3.2h2l5 5-2.2 2.2M5 7.4h.01',
  orders: 'M4 2.8h10v12.4l-2-1.3-1.5 1.3-1.5-1.3-1.5 1.3-1.5-1.3-2 1.3zM6.5 6.5h5M6.5 9.5h5',
  payments: 'M2.5 4.5h13v9h-13zM2.5 7.5h13M5 11h2.5',
  wallet: 'M14 6V4.2a1 1 0 0 0-1-1H4a1.5 1.5 0 0 0 0 3h10.5a1 1 0 0 1 1 1v6.3a1 1 0 0 1-1 1H4a1.5 1.5 0 0 1-1.5-1.5V4.7M12.3 10.3h.01',
  bank: 'M3 7.5 9 3.5l6 4zM4.5 7.5V13M7.5 7.5V13M10.5 7.5V13M13.5 7.5V13M3 15h12',
  shop: 'M3.5 8v7h11V8M2.8 7.2 4 3.5h10l1.2 3.7a2 2 0 0 1-4.1.4 2.1 2.1 0 0 1-4.2 0 2 2 0 0 1-4.1-.4M7.5 15v-3.5h3V15',
  user: 'M9 9a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 9 9M3.8 15a5.2 5.2 0 0 1 10.4 0',
  team: 'M6.7 8.7a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M2.3 14.5a4.4 4.4 0 0 1 8.8 0M11.8 4.3a2.2 2.2 0 0 1 0 4.3M12.8 10.3a4.3 4.3 0 0 1 2.9 4.2',
  profile: 'M3 4h12v10H3zM6.7 9a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8M4.7 12a2.1 2.1 0 0 1 4 0M11 7.2h2M11 10h2',
  key: 'M6.2 12.3a3 3 0 1 0 0-6 3 3 0 0 0 0 6M9.2 9.3h6.3M13 9.3v2.4M15.3 9.3v1.6',
  athlete:
    'M11 4.6a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6M4.5 8.2l2.7-2 2.8.9-1.6 3.4 2.6 1.6-.8 3.7M8.2 11.6 6.6 14H3.4M10.2 7.4l1.5 1.7h2.4',
  box: 'M3 5.8 9 2.8l6 3v6.4l-6 3-6-3zM3 5.8l6 3 6-3M9 8.8v6.4',
  merge: 'M4.5 3v2.5c0 2.5 4.5 3 4.5 5.5v4M13.5 3v2.5c0 2.5-4.5 3-4.5 5.5M6.8 12.8 9 15l2.2-2.2',
  download: 'M9 2.8v8.4M5.5 8 9 11.5 12.5 8M3 15h12',
  upload: 'M9 11.5V3M5.5 6.5 9 3l3.5 3.5M3 15h12',
  inbox: 'M3 10.2 5 4h8l2 6.2V15H3zM3 10.2h3.5l1 2h3l1-2H15',
  star: 'M9 2.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L9 12.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z',
  repeat: 'M3.5 8V7a2 2 0 0 1 2-2h8M11.3 2.8 13.5 5l-2.2 2.2M14.5 10v1a2 2 0 0 1-2 2h-8M6.7 15.2 4.5 13l2.2-2.2',
  heart: 'M9 15S2.8 11.3 2.8 7a3.2 3.2 0 0 1 6.2-1.2A3.2 3.2 0 0 1 15.2 7C15.2 11.3 9 15 9 15',
  chart: 'M3 15h12M4.8 15V9.5M8.2 15V6M11.6 15v-4M15 15V3.5',
  dot: 'M9 9h.01',
  menu: 'M3 5h12M3 9h12M3 13h12',
  fold: 'M10.5 5 6.5 9l4 4',
  unfold: 'M7.5 5l4 4-4 4',
  chevron: 'M5.5 7.5 9 11l3.5-3.5',
  check: 'M4 9.5l3.2 3L14 5.5',
  sun: 'M9 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6M9 1.8v1.7M9 14.5v1.7M1.8 9h1.7M14.5 9h1.7M3.9 3.9l1.2 1.2M12.9 12.9l1.2 1.2M3.9 14.1l1.2-1.2M12.9 5.1l1.2-1.2',
  moon: 'M14.5 10.8A6 6 0 0 1 7.2 3.5a6 6 0 1 0 7.3 7.3',
  camera: 'M2.5 5.5h3L7 3.5h4l1.5 2h3v9h-13zM9 12.3a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2',
  sound: 'M3 7v4h2.5L9 14V4L5.5 7zM11.5 6.8a3.2 3.2 0 0 1 0 4.4M13.3 4.8a6 6 0 0 1 0 8.4',
  muted: 'M3 7v4h2.5L9 14V4L5.5 7zM11.8 7.2l3.6 3.6M15.4 7.2l-3.6 3.6',
  print: 'M5 6.5V3h8v3.5M5 12.5H2.8v-6h12.4v6H13M5 10.5h8V15H5z',
  device: 'M2.8 3.5h12.4v8.5H2.8zM6.5 15h5M9 12v3',
  search: 'M8 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10M11.6 11.6 15 15',
  clock: 'M9 15.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M9 5.5V9l2.5 1.5',
  plus: 'M9 3.5v11M3.5 9h11',
  bolt: 'M10 2.5 4 10.2h4.2L8 15.5l6-7.7H9.8z',
  rows: 'M3 4.5h12M3 9h12M3 13.5h12',
  keyboard: 'M2.5 5h13v8.5h-13zM5 7.7h.01M7.7 7.7h.01M10.3 7.7h.01M13 7.7h.01M6 10.8h6',
  language:
    'M9 15.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M2.5 9h13M9 2.5c2 2 2.6 4.2 2.6 6.5S11 13.5 9 15.5C7 13.5 6.4 11.3 6.4 9S7 4.5 9 2.5',
  leave: 'M7 3H3.5v12H7M11 5.5 14.5 9 11 12.5M14.5 9H6.5',
  close: 'M4.5 4.5l9 9M13.5 4.5l-9 9',
  place: 'M9 15.5s5-4.3 5-8a5 5 0 0 0-10 0c0 3.7 5 8 5 8M9 9.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4',
};
/** A small icon next to a word; screen readers skip it. */
export const Glyph = ({ name }: { readonly name: string }) => (
  <svg
    className="asd-glyph"
    viewBox="0 0 18 18"
    width="18"
    height="18"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={strokes[name] ?? strokes['dot']} />
  </svg>
);
