import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';
import { CallPreview } from './CallPreview';
import { callSectionsIn } from './callSectionsIn';
import { convocatories, type ConvocatoryInput } from './convocatories';
import { PublishConsequences } from './PublishConsequences';

/** The public page, as it is being written. */
const Aside = ({ draft }: { readonly draft: Partial<ConvocatoryInput> }) => {
  const { t } = useWords();
  const sections = callSectionsIn(draft.sections);
  return (
    <div className="call-aside">
      <h2>{t('convocatories.page.preview')}</h2>
      {sections.length === 0 ? (
        <p>{t('convocatories.page.empty')}</p>
      ) : (
        <CallPreview title={draft.title ?? ''} locale={draft.locale ?? 'es'} sections={sections} label={t('convocatories.page.preview')} />
      )}
    </div>
  );
};

export default defineViews(convocatories, {
  words: () => ['inscriptions'], // publishing starts a run of their letters
  lead: lazy(() => import('./CallVersions')),
  covers: ['sections'],
  aside: Aside,
  consequences: { publish: PublishConsequences },
});
