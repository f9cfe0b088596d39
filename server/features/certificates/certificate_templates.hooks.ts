import { certificate_templates } from '@/resources/certificate_templates/certificate_templates';
import { defineHooks } from '../../kernel/defineHooks';
import { notFound } from '../../kernel/DomainError';
import { testPrintPath } from './testPrint';

/** The server's rules for a template of certificates. */
export const certificateTemplatesHooks = defineHooks(certificate_templates, {
  actions: {
    test_print: async ({ tx, id }) => {
      const link = testPrintPath(tx, id);
      if (!link) throw notFound();
      return { link };
    },
  },
});
