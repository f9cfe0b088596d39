import type { ReportTemplate } from '@/resources/report_templates/report_templates';
import { reportParams } from '@/resources/report_templates/reportParams';
import { notFound } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import type { Wish } from './askDownload';
import { ownWords as translate } from './ownWords';
import { wishOfKind } from './wishOfKind';

type Kept = Pick<ReportTemplate, 'name' | 'type' | 'eventid' | 'format' | 'params'>;
/** What a template asks for; what comes out is decided by the keys of the person who runs it. */
export const wishOfTemplate = async (tx: Transaction, { name, type, eventid = null, format, params }: Kept): Promise<Wish> => {
  if (type !== 'custom') return { ...(await wishOfKind(tx, { registry: tx.registry, translate }, { type, format, eventid })), name };
  const kept = reportParams.parse(params);
  const resource = tx.registry.find(kept.list);
  if (!resource) throw notFound();
  return {
    type,
    format,
    name,
    resource,
    asked: { columns: [...kept.columns], filter: kept.filter, search: kept.search, sort: kept.sort, labels: {} },
  };
};
