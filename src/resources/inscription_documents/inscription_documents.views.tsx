import { lazy, Suspense } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { inscription_documents } from './inscription_documents';

const DocumentFile = lazy(() => import('./DocumentFile'));

export default defineViews(inscription_documents, {
  cells: {
    file: ({ value, row }) =>
      value ? (
        <Suspense fallback={value}>
          <DocumentFile documentid={row.documentid} kind={row.kind} name={value} />
        </Suspense>
      ) : (
        '—'
      ),
  },
});
