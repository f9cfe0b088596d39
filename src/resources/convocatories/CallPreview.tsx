import { lazy, Suspense } from 'react';
import type { CallSection } from '@/domain/raceCall/changedSections';
import './call.css';

const CleanHtml = lazy(() => import('@/fields/richText/CleanHtml'));

interface CallPreviewProps {
  readonly title: string;
  readonly locale: string;
  readonly sections: readonly Partial<CallSection>[];
  readonly label: string;
}
/** A race call as the public page shows it: its title, its contents and its sections, in its language. */
export const CallPreview = ({ title, locale, sections, label }: CallPreviewProps) => (
  <section className="call-page" lang={locale} aria-label={label}>
    <h2>{title}</h2>
    <ol>
      {sections.map(({ key, title: name }, at) => (
        <li key={`${key ?? ''} ${at}`}>{name}</li>
      ))}
    </ol>
    {sections.map(({ key, title: name, body_html }, at) => (
      <section key={`${key ?? ''} ${at}`}>
        <h3>{name}</h3>
        <Suspense fallback={null}>
          <CleanHtml html={body_html ?? ''} />
        </Suspense>
      </section>
    ))}
  </section>
);
