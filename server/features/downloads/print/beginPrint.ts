import { kitFor } from '@/domain/registration/desk';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { kits } from '@/resources/kits/kits';
import { homeZone } from '@/schema/homeZone';
import { must } from '@/schema/must';
import { can } from '@/schema/project/access';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Translate } from '../../../kernel/messages';
import { select, selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { readKits } from '../../delivery/readKits';
import type { Sheet as Paper } from '../../documents/sheet/Sheet';
import type { Page } from '../../documents/sheet/tools';
import type { Asked } from '../engine/Asked';
import type { Encoder, Sheet } from '../engine/Encoder';
import { drawLabels } from './drawLabels';
import { drawPacking, type Packing } from './drawPacking';
import { labelSheets, papers } from './labelSheets';
import { printEncoder } from './printEncoder';

const d = columnsOf(distances);
const e = columnsOf(events);
const margin = 34;

/** The pieces of the kit of each distance of an event, by the code of the distance; none for who may not look at kits. */
const readPieces = async (tx: Transaction, eventid: number): Promise<ReadonlyMap<string, string>> => {
  if (!can(tx.grants, 'list', kits)) return new Map();
  const all = await readKits(tx, eventid);
  const found = await select(
    tx,
    { id: d.distanceid, code: d.code },
    sql`from ${d} where ${d.eventid} = ${eventid} and ${d.deleted_at} is null`,
  );
  return new Map(
    found.map(({ id, code }) => [
      code,
      (kitFor(all, id)?.pieces ?? [])
        .map(({ name, qty }) => `${name[tx.locale] ?? name['es'] ?? ''}${qty > 1 ? ` ×${qty}` : ''}`)
        .join(' · '),
    ]),
  );
};
const nameOf = async (tx: Transaction, eventid: number): Promise<string> => {
  const found = await selectOne(
    tx,
    { name: value<string>(sql`coalesce(${e.name}->>${tx.locale}, ${e.name}->>'es')`) },
    sql`from ${e} where ${e.eventid} = ${eventid}`,
  );
  return found?.name ?? '';
};

/** Begins the packing list or the labels of an event, with what their rows do not say. */
export const beginPrint = async (
  tx: Transaction,
  { what, sheet: name, eventid }: NonNullable<Asked['print']>,
  sheet: Sheet,
  translate: Translate,
): Promise<Encoder> => {
  const { locale } = tx;
  const say: Paper['say'] = (key, params) => translate(key, locale, params);
  const on = (page: Page, [width, height]: readonly [number, number]): Paper => ({
    page,
    locale,
    timezone: homeZone,
    say,
    width,
    height,
    margin,
  });
  if (what === 'labels') {
    const labels = must(labelSheets[name], `a sheet of labels called ${name}`);
    return printEncoder({ sheet, locale, size: labels.paper, draw: (page) => drawLabels(on(page, labels.paper), labels) });
  }
  const size = must(papers[name], `a paper called ${name}`);
  const pieces = await readPieces(tx, eventid);
  const packing: Packing = {
    event: await nameOf(tx, eventid),
    subtitle: sheet.subtitle,
    piecesOf: (code) => pieces.get(code) ?? '',
    unsigned: ['pending', 'rejected'].map((state) => say(`inscriptions.choices.exoneration_status.${state}`)),
  };
  return printEncoder({ sheet, locale, size, draw: (page) => drawPacking(on(page, size), packing) });
};
