import { lazy, Suspense } from 'react';
import { defineFieldUi } from '@/fields/kit/contracts';
import './color.css';

const ColorWord = lazy(() => import('./ColorWord'));
const hex = /^#[0-9a-f]{6}$/i;

/** A colour sample alone says nothing to people who cannot distinguish colours. */
const Swatch = ({ value }: { readonly value: string }) =>
  hex.test(value) ? (
    <span className="swatch" title={value}>
      <i style={{ background: value }} aria-hidden="true" />
      <Suspense fallback={value}>
        <ColorWord hex={value} />
      </Suspense>
    </span>
  ) : (
    value
  );

export default defineFieldUi<string>({ toText: (value) => value, Cell: Swatch });
