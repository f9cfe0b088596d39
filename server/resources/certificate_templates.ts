import { certificate_templates } from '@/resources/certificate_templates/certificate_templates';
import { defineHooks } from '../api/defineHooks';
import { conflict } from '../api/DomainError';

/** A template that is out stays as it was printed: only drafts change or go. */
export const certificateTemplatesHooks = defineHooks(certificate_templates, {
  beforeWrite: async ({ before }) => {
    if (before && before['status'] !== 'draft') throw conflict('errors.templateFixed', [{ path: 'status', message: 'errors.templateFixed' }]);
  },
});
