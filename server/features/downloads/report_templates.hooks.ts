import { report_templates } from '@/resources/report_templates/report_templates';
import { reportParams } from '@/resources/report_templates/reportParams';
import { planDownload } from './engine/planDownload';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import { askDownload } from './askDownload';
import { ownWords as translate } from './ownWords';
import { wishOfTemplate } from './wishOfTemplate';

/** The server's rules for a template: one of a view names a list that its author reads, and columns that are there. */
export const reportTemplatesHooks = defineHooks(report_templates, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb !== 'create') return;
    values['requested_by_userid'] = tx.grants.userid;
    if (values['type'] !== 'custom') {
      values['params'] = null;
      return;
    }
    const kept = reportParams.safeParse(values['params']);
    const resource = kept.data && tx.registry.find(kept.data.list);
    if (!kept.data || !resource) throw invalid([{ path: 'type', code: 'TEMPLATE_WITHOUT_LIST' }]);
    planDownload(tx, { resource, asked: { ...kept.data, labels: {} }, format: 'csv', title: '', translate });
  },
  actions: {
    run: async ({ tx, row }) => ({ report_jobid: await askDownload(tx, { translate }, await wishOfTemplate(tx, row)) }),
  },
});
