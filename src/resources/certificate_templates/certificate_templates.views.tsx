import { lazy, Suspense } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { certificate_templates, type CertificateTemplateInput } from './certificate_templates';

const Designer = lazy(async () => ({ default: (await import('./CertificateDesigner')).CertificateDesigner }));
interface AsideProps {
  readonly draft: Partial<CertificateTemplateInput>;
  readonly onChange: (name: string, value: unknown) => void;
}
const Aside = ({ draft, onChange }: AsideProps) => (
  <Suspense fallback={<span className="input-loading" aria-hidden="true" />}>
    <Designer draft={draft} onChange={onChange} />
  </Suspense>
);

export default defineViews(certificate_templates, { aside: Aside });
