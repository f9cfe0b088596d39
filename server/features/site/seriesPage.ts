import { escape } from '../../auth/layout';
import type { Series, SeriesBoard, SeriesLine, SeriesLineFacts } from './readSeries';
import { linkTo, pageOf, pagerOf, sayIn, type Frame } from './siteFrame';

interface SeriesFacts {
  readonly series: Series;
  readonly board: SeriesBoard;
  readonly q: string;
  readonly page: number;
  readonly lines: readonly SeriesLine[];
  readonly total: number;
}

/** A board in the address of its page. */
export const boardKey = ({ division, kind, board }: SeriesBoard): string => [division, kind, board].join('|');
const nameOfSeries = ({ language }: Frame, { name }: Series): string => escape(language === 'en' ? name.en || name.es : name.es);
const boardName = (frame: Frame, { division, kind, board }: SeriesBoard): string => {
  const { translate, language } = frame;
  const own = kind === 'gender' ? translate(`lists.branches.${board}`, language) : board;
  return escape([division, kind === 'overall' || kind === 'team' ? translate(`site.series.kinds.${kind}`, language) : own].join(' · '));
};
const points = (number: number): string => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(number);
const who = (frame: Frame, name: string | null): string => (name === null ? `<em>${sayIn(frame)('hidden')}</em>` : escape(name));
const lineAt = ({ slug }: Series, id: number): string => `/s/${slug}/${id}`;

const rulesOf = (frame: Frame, { best_n, min_events }: Series): string => {
  const say = sayIn(frame);
  return [
    ...(best_n === null ? [] : [say('series.bestOf', { number: best_n })]),
    ...(min_events === null || min_events < 2 ? [] : [say('series.fewest', { number: min_events })]),
  ].join(' ');
};
const formOf = (frame: Frame, { series, board, q }: SeriesFacts): string => {
  const say = sayIn(frame);
  const options = series.boards
    .map((each) => `<option value="${escape(boardKey(each))}"${each === board ? ' selected' : ''}>${boardName(frame, each)}</option>`)
    .join('');
  return `<form class="search" method="get" role="search"><input type="hidden" name="lang" value="${frame.language}">
<label class="wide">${say('series.board')}<select name="board">${options}</select></label>
<label class="wide">${say('series.search')}<input type="search" name="q" value="${escape(q)}" maxlength="80" autocomplete="off"></label>
<button type="submit">${say('series.show')}</button></form>`;
};
/** The published standings of a serial: a board, its places and points, and search by name. */
export const seriesPage = (frame: Frame, facts: SeriesFacts): string => {
  const { series, board, q, page, lines, total } = facts,
    say = sayIn(frame);
  const rows = lines
    .map(
      (line) =>
        `<tr><td class="place">${line.place ?? '–'}</td><td class="who"><a href="${linkTo(lineAt(series, line.serial_standingid), frame)}">${who(frame, line.name)}</a><span>${[board.kind === 'team' ? '' : escape(line.club ?? ''), say('series.events', { counted: line.events_counted, all: line.events_total })].filter(Boolean).join(' · ')}</span></td><td class="time">${points(line.points)}</td></tr>`,
    )
    .join('');
  const title = `${nameOfSeries(frame, series)} ${series.season}`;
  return pageOf(frame, {
    event: null,
    title,
    description: say('series.description', { serial: frame.language === 'en' ? series.name.en || series.name.es : series.name.es }),
    isUnlisted: q !== '' || page > 1,
    content: `<h1>${title}</h1>
<p class="soft">${[escape(series.description ?? ''), rulesOf(frame, series)].filter(Boolean).join(' ')}</p>
${formOf(frame, facts)}<h2>${boardName(frame, board)}</h2>
${rows ? `<div class="scrolls"><table class="results"><thead><tr><th scope="col">${say('ranking.place')}</th><th scope="col">${say(board.kind === 'team' ? 'series.club' : 'ranking.athlete')}</th><th scope="col" class="time">${say('series.points')}</th></tr></thead><tbody>${rows}</tbody></table></div>` : `<p>${say('ranking.nobody')}</p>`}
<p class="soft" role="status">${say('series.count', { number: new Intl.NumberFormat('en').format(total) })}</p>
${pagerOf(frame, `/s/${series.slug}`, { board: boardKey(board), q }, { page, total })}`,
  });
};

/** Where the points of one line come from, event by event. */
export const seriesLinePage = (frame: Frame, series: Series, line: SeriesLineFacts): string => {
  const say = sayIn(frame);
  const rows = line.scores
    .map(({ event, slug, place, weight, points: own, counts }) => {
      const name = escape(event ?? '');
      const link = slug ? `<a href="${linkTo(`/e/${slug}/results`, frame)}">${name}</a>` : name;
      const facts = [
        ...(place === null ? [] : [say('series.place', { place })]),
        ...(weight === 1 ? [] : [say('series.weight', { weight })]),
        ...(counts ? [] : [say('series.notCounted')]),
      ];
      return `<tr><td class="who">${link}<span>${facts.join(' · ')}</span></td><td class="time">${counts ? points(own) : `<s>${points(own)}</s>`}</td></tr>`;
    })
    .join('');
  const title = `${who(frame, line.name)}`;
  return pageOf(frame, {
    event: null,
    title: `${line.name === null ? say('hidden') : escape(line.name)} · ${nameOfSeries(frame, series)}`,
    description: say('series.description', { serial: frame.language === 'en' ? series.name.en || series.name.es : series.name.es }),
    isUnlisted: true,
    content: `<p><a href="${linkTo(`/s/${series.slug}`, frame, { board: boardKey(line) })}">${say('series.back', { serial: frame.language === 'en' ? series.name.en || series.name.es : series.name.es })}</a></p>
<h1>${title}</h1><p class="soft">${boardName(frame, line)}</p>
<dl class="facts"><div><dt>${say('ranking.place')}</dt><dd>${line.place ?? say('series.unplaced')}</dd></div><div><dt>${say('series.points')}</dt><dd>${points(line.points)}</dd></div></dl>
<div class="scrolls"><table class="results"><thead><tr><th scope="col">${say('series.event')}</th><th scope="col" class="time">${say('series.points')}</th></tr></thead><tbody>${rows}</tbody></table></div>
<p class="soft">${rulesOf(frame, series)}</p>`,
  });
};
