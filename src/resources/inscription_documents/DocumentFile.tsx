import { Button } from '@/frame/antd/Button';
import { useContext, useState } from 'react';
import { toast } from '@/providers/notification/toaster';
import { ServicesContext } from '@/providers/ServicesContext';
import { useGrants } from '@/fields/kit/AppContext';
import { saveAnswer } from '@/frame/saveAnswer';
import { useWords } from '@/fields/kit/useWords';
import { takesFiles } from '@/schema/access';
import { mayOpen, type DocumentKind } from '@/domain/registration/documentKinds';

interface DocumentFileProps {
  readonly documentid: number;
  readonly kind: DocumentKind;
  readonly name: string;
}

/**
 * The file of a document as a download, for people who may open it. It is fetched with the token of the person, because its address does
 * not work without one.
 */
export default function DocumentFile({ documentid, kind, name }: DocumentFileProps) {
  const { t } = useWords();
  const grants = useGrants(),
    services = useContext(ServicesContext);
  const [isComing, setComing] = useState(false);
  const save = async (): Promise<void> => {
    if (!services) return;
    setComing(true);
    try {
      await saveAnswer(services.http, `${services.config.host}/v2/inscription/inscription_documents/${documentid}/file`, name);
    } catch {
      toast('error', t('inscription_documents.failed'));
    }
    setComing(false);
  };
  if (!takesFiles(grants) || !mayOpen(grants, kind)) return <>{name}</>;
  return (
    <Button
      size="small"
      type="link"
      loading={isComing}
      aria-label={t('inscription_documents.download', { name })}
      onClick={(event) => {
        event.stopPropagation();
        void save();
      }}
    >
      {name}
    </Button>
  );
}
