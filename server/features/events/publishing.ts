import type { Problem } from '@/schema/project/zod';
import { conflict, problemAt } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';

const standingSql = `
  select exists (select 1 from distances d join price_tiers p on p.distanceid = d.distanceid and p.active and p.ends_at > now() and p.deleted_at is null
                  where d.eventid = $1 and d.status <> 'closed' and d.deleted_at is null),
         exists (select 1 from convocatories c where c.eventid = $1 and c.status = 'published' and c.deleted_at is null),
         exists (select 1 from exonerations x where x.eventid = $1 and x.status = 'active' and x.deleted_at is null)`;

/** What an event still lacks before it may be published: each a path to where it is made, and words. */
const lackingOf = async (tx: Transaction, event: Row): Promise<readonly Problem[]> => {
  const [[isPriced, isCalled, isWaived] = []] = await tx.run(standingSql, [event['eventid'] ?? null]);
  return [
    ...(isPriced ? [] : [problemAt('distances', 'PUBLISH_NEEDS_PRICE')]),
    ...(isCalled ? [] : [problemAt('convocatories', 'PUBLISH_NEEDS_CONVOCATORY')]),
    ...(isWaived || event['exoneration_mode'] === 'none' ? [] : [problemAt('exonerations', 'PUBLISH_NEEDS_EXONERATION')]),
    ...(event['img_cover'] ? [] : [problemAt('img_cover', 'PUBLISH_NEEDS_COVER')]),
  ];
};

/** Refuses to publish an event that is not ready, naming everything that it lacks. */
export const judgePublishing = async (tx: Transaction, event: Row): Promise<void> => {
  const lacking = await lackingOf(tx, event);
  if (lacking.length > 0) throw conflict('PUBLISH_NOT_READY', lacking);
};
