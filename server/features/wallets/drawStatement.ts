import { homeZone } from '@/schema/homeZone';
import type { Locale } from '../../kernel/messages';
import { moneyIn } from '../../kernel/regional';
import { facts, paragraph, table, type Flow } from '../documents/sheet/Flow';
import { dayOf, drawFoot, drawHead, momentOf, soft, type Paper } from '../documents/sheet/Sheet';
import { writeSheet } from '../documents/sheet/writeSheet';
import type { Statement, StatementLine } from './Statement';

const letter: Paper = { width: 612, height: 792, margin: 48 };
const word = (name: string): string => `wallets.statement.${name}`;
/** Noon of a day, which is that day in every time zone of the country. */
const noon = (day: string): string => `${day}T18:00:00.000Z`;

const signed = (flow: Flow, cents: number, currency: string): string => (cents === 0 ? '—' : moneyIn(flow.locale, cents, currency));
const whatOf = (flow: Flow, { type, reason, expires_at }: StatementLine): string =>
  [
    flow.say(`wallet_movements.choices.type.${type}`),
    reason,
    expires_at === null ? null : flow.say(word('ends'), { at: momentOf(flow, expires_at) }),
  ]
    .filter(Boolean)
    .join('\n');

const drawLines = (flow: Flow, { lines, currency }: Statement): void => {
  const { say } = flow;
  if (lines.length === 0) {
    paragraph(flow, say(word('none')), { color: soft });
    return;
  }
  table(
    flow,
    [
      { label: say(word('when')), share: 22 },
      { label: say(word('what')), share: 38 },
      { label: say('wallets.fields.available_cents'), share: 18, align: 'right' },
      { label: say('wallets.fields.frozen_cents'), share: 18, align: 'right' },
      { label: say(word('balance')), share: 18, align: 'right' },
    ],
    lines.map((line) => [
      momentOf(flow, line.at),
      whatOf(flow, line),
      signed(flow, line.available_change_cents, currency),
      signed(flow, line.frozen_change_cents, currency),
      moneyIn(flow.locale, line.available_after_cents, currency),
    ]),
  );
};

/** Draws the statement of a wallet as PDF. */
export const drawStatement = (statement: Statement, locale: Locale): Promise<Buffer> => {
  const { walletid, athlete, currency, since, until, opening, closing } = statement;
  const head = { locale, timezone: homeZone, organization: 'Dorsal', folio: String(walletid), registered_at: noon(until) };
  return writeSheet(head, word('title'), letter, (sheet) => {
    const { page, say } = sheet;
    const days = say(word('days'), { since: dayOf(sheet, noon(since)), until: dayOf(sheet, noon(until)) });
    const y = drawHead(sheet, { title: say(word('title')), event: athlete, lines: [days] });
    const flow: Flow = { ...sheet, y, running: `${say(word('title'))} · ${athlete}` };
    const both = ({ available_cents, frozen_cents }: Statement['opening']): string =>
      [
        moneyIn(locale, available_cents, currency),
        frozen_cents === 0 ? null : say(word('frozen'), { amount: moneyIn(locale, frozen_cents, currency) }),
      ]
        .filter(Boolean)
        .join(' · ');
    facts(flow, [
      [say(word('opening')), both(opening)],
      [say(word('closing')), both(closing)],
      [say(word('wallet')), String(walletid)],
    ]);
    drawLines(flow, statement);
    const { count } = page.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      page.switchToPage(at);
      drawFoot(sheet, [`${say(word('title'))} · ${athlete}`, say(word('foot'), { page: at + 1, pages: count })]);
    }
  });
};
