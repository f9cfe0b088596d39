import { lazy, Suspense } from 'react';
import { defineFieldUi } from '@/fields/kit/contracts';
import './color.css';

const ColorWord = lazy(() => import('./ColorWord'));
const hex = /^#[0-9a-f]{6}$/i;

/** A swatch alone says nothing to whoever cannot tell colours apart. */
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
