import type { Problem } from '@/schema/project/zod';
import type { events } from '@/resources/events/events';
import { convocatories } from '@/resources/convocatories/convocatories';
import { distances } from '@/resources/distances/distances';
import { exonerations } from '@/resources/exonerations/exonerations';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { conflict, problemAt } from '../../kernel/DomainError';
import type { Draft } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const d = columnsOf(distances, 'd');
const p = columnsOf(price_tiers, 'p');
const c = columnsOf(convocatories, 'c');
const x = columnsOf(exonerations, 'x');
const standingOf = (eventid: number | null) => ({
  isPriced:
    value<boolean>(sql`exists (select 1 from ${d} join ${p} on ${p.distanceid} = ${d.distanceid} and ${p.active} and ${p.ends_at} > now() and ${p.deleted_at} is null
                  where ${d.eventid} = ${eventid} and ${d.status} <> 'closed' and ${d.deleted_at} is null)`),
  isCalled: value<boolean>(
    sql`exists (select 1 from ${c} where ${c.eventid} = ${eventid} and ${c.status} = 'published' and ${c.deleted_at} is null)`,
  ),
  isWaived: value<boolean>(
    sql`exists (select 1 from ${x} where ${x.eventid} = ${eventid} and ${x.status} = 'active' and ${x.deleted_at} is null)`,
  ),
});

/** What an event still needs before it can be published: the path where each is created, and its text. */
const lackingOf = async (tx: Transaction, event: Draft<typeof events>): Promise<readonly Problem[]> => {
  const standing = await selectOne(tx, standingOf(event.eventid ?? null), sql``);
  return [
    ...(standing?.isPriced ? [] : [problemAt('distances', 'PUBLISH_NEEDS_PRICE')]),
    ...(standing?.isCalled ? [] : [problemAt('convocatories', 'PUBLISH_NEEDS_CONVOCATORY')]),
    ...(standing?.isWaived || event.exoneration_mode === 'none' ? [] : [problemAt('exonerations', 'PUBLISH_NEEDS_EXONERATION')]),
    ...(event.img_cover ? [] : [problemAt('img_cover', 'PUBLISH_NEEDS_COVER')]),
  ];
};

/** Refuses to publish an incomplete event, and names everything that is missing. */
export const judgePublishing = async (tx: Transaction, event: Draft<typeof events>): Promise<void> => {
  const lacking = await lackingOf(tx, event);
  if (lacking.length > 0) throw conflict('PUBLISH_NOT_READY', lacking);
};
