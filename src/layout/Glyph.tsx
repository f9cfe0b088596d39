/** Strokes on a 18 × 18 field, drawn with the colour of the text. */
const strokes: Readonly<Record<string, string>> = {
  home: 'M3 8.5 9 3.5l6 5V15H11v-4H7v4H3z',
  calendar: 'M3 4.5h12v10.5H3zM3 8h12M6 2.8v3M12 2.8v3',
  bib: 'M2.5 4.5h13v9.5h-13zM2.5 7h13M5 5.8h.01M13 5.8h.01M7 9.5h3a1.4 1.4 0 0 1 0 2.8H7z',
  tag: 'M3 3.5h5.5l6.5 6.5-5 5L3 8.5zM6 6.5h.01',
  tags: 'M2.5 5h4.7l5.3 5.3-4.2 4.2-5.8-5.8zM8.5 3.2h2l5 5-2.2 2.2M5 7.4h.01',
  bank: 'M3 7.5 9 3.5l6 4zM4.5 7.5V13M7.5 7.5V13M10.5 7.5V13M13.5 7.5V13M3 15h12',
  shop: 'M3.5 8v7h11V8M2.8 7.2 4 3.5h10l1.2 3.7a2 2 0 0 1-4.1.4 2.1 2.1 0 0 1-4.2 0 2 2 0 0 1-4.1-.4M7.5 15v-3.5h3V15',
  user: 'M9 9a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 9 9M3.8 15a5.2 5.2 0 0 1 10.4 0',
  team: 'M6.7 8.7a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M2.3 14.5a4.4 4.4 0 0 1 8.8 0M11.8 4.3a2.2 2.2 0 0 1 0 4.3M12.8 10.3a4.3 4.3 0 0 1 2.9 4.2',
  profile: 'M3 4h12v10H3zM6.7 9a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8M4.7 12a2.1 2.1 0 0 1 4 0M11 7.2h2M11 10h2',
  key: 'M6.2 12.3a3 3 0 1 0 0-6 3 3 0 0 0 0 6M9.2 9.3h6.3M13 9.3v2.4M15.3 9.3v1.6',
  athlete: 'M11 4.6a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6M4.5 8.2l2.7-2 2.8.9-1.6 3.4 2.6 1.6-.8 3.7M8.2 11.6 6.6 14H3.4M10.2 7.4l1.5 1.7h2.4',
  dot: 'M9 9h.01',
  menu: 'M3 5h12M3 9h12M3 13h12',
  fold: 'M10.5 5 6.5 9l4 4',
  unfold: 'M7.5 5l4 4-4 4',
  chevron: 'M5.5 7.5 9 11l3.5-3.5',
  check: 'M4 9.5l3.2 3L14 5.5',
  sun: 'M9 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6M9 1.8v1.7M9 14.5v1.7M1.8 9h1.7M14.5 9h1.7M3.9 3.9l1.2 1.2M12.9 12.9l1.2 1.2M3.9 14.1l1.2-1.2M12.9 5.1l1.2-1.2',
  moon: 'M14.5 10.8A6 6 0 0 1 7.2 3.5a6 6 0 1 0 7.3 7.3',
  device: 'M2.8 3.5h12.4v8.5H2.8zM6.5 15h5M9 12v3',
  close: 'M4.5 4.5l9 9M13.5 4.5l-9 9',
  place: 'M9 15.5s5-4.3 5-8a5 5 0 0 0-10 0c0 3.700 5 8 5 8M9 9.200a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400',
};
/** A small drawing beside a word; readers skip it. */
export const Glyph = ({ name }: { readonly name: string }) => (
  <svg className="asd-glyph" viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
    <path d={strokes[name] ?? strokes['dot']} />
  </svg>
);
