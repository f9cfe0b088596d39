import { statusGroups, ways, type Lifecycle } from '@/domain/registration/lifecycle';

type Group = keyof typeof statusGroups;
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** The texts of the picture in one language. */
export interface LifecycleWords {
  readonly title: string;
  readonly statuses: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, string>>;
}

const looks: Readonly<Record<Group, { readonly line: string; readonly fill: string; readonly box: Box; readonly across?: boolean }>> = {
  hold: { line: '#9a5b00', fill: '#fff6e6', box: { x: 90, y: 50, width: 230, height: 215 } },
  active: { line: '#14663f', fill: '#e9f6ef', box: { x: 420, y: 50, width: 230, height: 215 } },
  disputed: { line: '#b3261e', fill: '#fdeceb', box: { x: 750, y: 50, width: 210, height: 95 } },
  closed: { line: '#5a647d', fill: '#f1f3f7', box: { x: 90, y: 420, width: 870, height: 95 }, across: true },
};
const gap = 12,
  inset = 15,
  head = 30,
  rowHeight = 48;
const groups = Object.keys(statusGroups) as readonly Group[];
const groupOf = (status: Lifecycle): Group => groups.find((group) => (statusGroups[group] as readonly Lifecycle[]).includes(status))!;

const boxOf = (status: Lifecycle): Box => {
  const group = groupOf(status),
    members = statusGroups[group] as readonly Lifecycle[],
    at = members.indexOf(status),
    { box, across } = looks[group];
  const width = across ? (box.width - 2 * inset - gap * (members.length - 1)) / members.length : box.width - 2 * inset;
  return {
    x: box.x + inset + (across ? at * (width + gap) : 0),
    y: box.y + head + (across ? 0 : at * (rowHeight + gap)),
    width,
    height: rowHeight,
  };
};

/** A line from one thing to another; `from` is a group if every member of it has this line. */
interface Edge {
  readonly from: Lifecycle | Group;
  readonly to: Lifecycle;
}
const edgesOf = (group: Group): readonly Edge[] => {
  const members = statusGroups[group] as readonly Lifecycle[];
  const targets = [...new Set(members.flatMap((member) => ways[member]))];
  return targets.flatMap((to): readonly Edge[] =>
    members.length > 1 && groupOf(to) !== group && members.every((member) => ways[member].includes(to))
      ? [{ from: group, to }]
      : members.filter((member) => ways[member].includes(to)).map((from) => ({ from, to })),
  );
};
/** Every normal transition; those that a whole group has in common are drawn once. */
export const lifecycleEdges = (): readonly Edge[] => groups.flatMap(edgesOf);

const isGroup = (name: string): name is Group => name in looks;
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const lineOf = ({ from, to }: Edge, at: number): string => {
  const group = isGroup(from) ? from : groupOf(from),
    source = isGroup(from) ? looks[from].box : boxOf(from),
    target = boxOf(to),
    isClosing = groupOf(to) === 'closed' && group !== 'closed',
    { line } = looks[group];
  const path = isClosing
    ? () => {
        const x = source.x + source.width * (0.25 + (0.5 * (at % 4)) / 3),
          y = source.y + source.height,
          end = target.x + target.width * { hold: 0.45, active: 0.6, disputed: 0.75, closed: 0.5 }[group];
        return `M${x},${y} C${x},${group === 'disputed' ? target.y - 60 : y + 90} ${end},${target.y - 100} ${end},${target.y - 4}`;
      }
    : groupOf(to) === group
      ? () => {
          if (group === 'closed') {
            const x = source.x + source.width / 2 + 10,
              end = target.x + target.width / 2 - 10,
              y = source.y + source.height;
            return `M${x},${y} C${x},${y + 28 + at * 4} ${end},${y + 28 + at * 4} ${end},${y + 4}`;
          }
          const isDown = source.y < target.y,
            x = source.x + source.width * (isDown ? 0.35 : 0.65),
            y = isDown ? source.y + source.height : source.y,
            end = isDown ? target.y - 4 : target.y + target.height + 4;
          return Math.abs(target.y - source.y) <= rowHeight + gap
            ? `M${x},${y} L${x},${end}`
            : `M${source.x},${source.y + 24} C${source.x - 26},${source.y + 24} ${target.x - 26},${target.y + 24} ${target.x - 4},${target.y + 24}`;
        }
      : () => {
          const x = source.x + source.width,
            y = source.y + source.height / 2,
            end = target.y + target.height / 2;
          return `M${x},${y} C${x + 45},${y} ${target.x - 45},${end} ${target.x - 4},${end}`;
        };
  return `<path class="way" d="${path()}" stroke="${line}" marker-end="url(#${group})"/>`;
};

const rect = ({ x, y, width, height }: Box, more: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" ${more}/>`;
const statusBox = (status: Lifecycle, { statuses }: LifecycleWords): string => {
  const box = boxOf(status);
  return [
    rect(box, `fill="#fff" stroke="${looks[groupOf(status)].line}"`),
    `<text x="${box.x + box.width / 2}" y="${box.y + 21}">${escape(statuses[status] ?? status)}</text>`,
    `<text class="name" x="${box.x + box.width / 2}" y="${box.y + 38}">${status}</text>`,
  ].join('\n');
};

/** The lifecycle of a registration as a picture, drawn from the transitions that the server allows. */
export const drawLifecycle = (words: LifecycleWords): string => {
  const first = boxOf(ways.new[0]!);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 560" role="img" aria-label="${escape(words.title)}">
<style>text{font:15px system-ui,sans-serif;fill:#14213d;text-anchor:middle}.name{font:12px ui-monospace,monospace;fill:#5a647d}.group{font-weight:600;text-anchor:start}.way{fill:none;stroke-width:2}</style>
<defs>${groups.map((group) => `<marker id="${group}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0,0 L10,5 L0,10 z" fill="${looks[group].line}"/></marker>`).join('')}</defs>
<rect width="1000" height="560" rx="12" fill="#fff"/>
${groups.map((group) => `${rect(looks[group].box, `fill="${looks[group].fill}" stroke="${looks[group].line}" stroke-dasharray="4 4"`)}\n<text class="group" x="${looks[group].box.x + inset}" y="${looks[group].box.y + 20}">${escape(words.groups[group] ?? group)}</text>`).join('\n')}
<circle cx="40" cy="${first.y + rowHeight / 2}" r="9" fill="#14213d"/>
<path class="way" d="M49,${first.y + rowHeight / 2} L${first.x - 4},${first.y + rowHeight / 2}" stroke="#14213d" marker-end="url(#closed)"/>
${groups.flatMap((group) => edgesOf(group).map(lineOf)).join('\n')}
${groups.flatMap((group) => (statusGroups[group] as readonly Lifecycle[]).map((status) => statusBox(status, words))).join('\n')}
</svg>
`;
};
