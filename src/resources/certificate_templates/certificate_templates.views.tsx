import { lazy, Suspense, type ComponentProps } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { certificate_templates } from './certificate_templates';

const Designer = lazy(async () => ({ default: (await import('./ElementsInput')).ElementsInput }));
const Elements = (props: ComponentProps<typeof Designer>) => (
  <Suspense fallback={<span className="input-loading" aria-hidden="true" />}>
    <Designer {...props} />
  </Suspense>
);

export default defineViews(certificate_templates, { inputs: { elements: Elements } });
