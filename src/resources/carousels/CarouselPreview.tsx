import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { formatInstant } from '@/words/format';
import { instantOf, wallClockOf } from '@/fields/dateTime/wallClock';
import type { Translated } from '@/words/Translated';
import { useWords } from '@/fields/kit/useWords';
import { showingAt, type Schedule } from '@/domain/web/slides';
import './carouselPreview.css';

/** A slide as stored, or as typed so far. */
export interface Slide extends Schedule {
  readonly itemid?: number;
  readonly title?: Translated | null;
  readonly alt?: Translated | null;
  readonly cta?: Translated | null;
  readonly img_desktop?: string | null;
  readonly img_mobile?: string | null;
  readonly region?: string | null;
}
type Language = 'es' | 'en';
const said = (text: Translated | null | undefined, language: Language): string =>
  (language === 'en' ? text?.en : text?.es) ?? text?.es ?? '';
const clockFormat = 'YYYY-MM-DDTHH:mm';

interface FrameProps {
  readonly kind: 'desktop' | 'mobile';
  readonly slide: Slide;
  readonly language: Language;
}
const Frame = ({ kind, slide, language }: FrameProps) => {
  const { t } = useWords();
  const picture = kind === 'desktop' ? slide.img_desktop : slide.img_mobile;
  const title = said(slide.title, language),
    cta = said(slide.cta, language);
  return (
    <figure className="slide" data-kind={kind}>
      <figcaption>{t(`carousels.preview.${kind}`)}</figcaption>
      <div className="slide-frame" lang={language}>
        {picture ? (
          <img src={picture} alt={said(slide.alt, language)} referrerPolicy="no-referrer" />
        ) : (
          <span className="slide-none">{t('carousels.preview.noPicture')}</span>
        )}
        {title || cta ? (
          <div className="slide-words">
            {title ? <strong>{title}</strong> : null}
            {cta ? <span className="slide-cta">{cta}</span> : null}
          </div>
        ) : null}
      </div>
    </figure>
  );
};

const period = ({ starts_at, ends_at }: Schedule, always: string): string =>
  starts_at || ends_at ? `${starts_at ? formatInstant(starts_at) : '…'} – ${ends_at ? formatInstant(ends_at) : '…'}` : always;

export interface CarouselPreviewProps {
  readonly slides: readonly Slide[];
  readonly language: Language;
  /** The slide that is being written: shown regardless of its dates, until another one is selected. */
  readonly written?: Slide | undefined;
}
/** A carousel as the public sees it at an instant, on a wide screen and on a phone, and the schedule of every slide. */
export const CarouselPreview = ({ slides, language, written }: CarouselPreviewProps) => {
  const { t } = useWords();
  const id = useId();
  const [at, setAt] = useState(Date.now);
  const [chosen, choose] = useState(0);
  const [left, leave] = useState<Slide>();
  const shown = slides.filter((slide) => showingAt(slide, at) === 'shown');
  const held = written && written !== left ? written : undefined,
    heldAt = held ? shown.indexOf(held) : -1;
  const current = heldAt >= 0 ? heldAt : Math.min(chosen, Math.max(0, shown.length - 1)),
    slide = held ?? shown[current];
  const step = (by: number): void => {
    leave(written);
    choose((current + by + shown.length) % shown.length);
  };
  return (
    <section className="carousel-preview" aria-label={t('carousels.preview.title')}>
      <div className="carousel-tools">
        <label htmlFor={`${id}-at`}>{t('carousels.preview.at')}</label>
        <input
          id={`${id}-at`}
          className="asd-field"
          type="datetime-local"
          value={wallClockOf(new Date(at).toISOString()).format(clockFormat)}
          onChange={({ target }) => {
            if (target.value) setAt(Date.parse(instantOf(dayjs(target.value))));
          }}
        />
        {shown.length > 1 ? (
          <span className="carousel-steps">
            <button type="button" className="asd-button" onClick={() => step(-1)} aria-label={t('carousels.preview.previous')}>
              ‹
            </button>
            <span role="status">
              {held && heldAt < 0
                ? t(`carousels.preview.${showingAt(held, at)}`)
                : t('carousels.preview.place', { place: current + 1, count: shown.length })}
            </span>
            <button type="button" className="asd-button" onClick={() => step(1)} aria-label={t('carousels.preview.next')}>
              ›
            </button>
          </span>
        ) : null}
      </div>
      {slide ? (
        <>
          <div className="carousel-frames">
            <Frame kind="desktop" slide={slide} language={language} />
            <Frame kind="mobile" slide={slide} language={language} />
          </div>
          <p className="carousel-alt">
            {t('carousel_items.fields.alt')}: {said(slide.alt, language) || '—'}
          </p>
        </>
      ) : (
        <p>{t('carousels.preview.nothing')}</p>
      )}
      <ol className="carousel-schedule" aria-label={t('carousels.preview.schedule')}>
        {slides.map((each, place) => (
          <li key={each.itemid ?? place} data-showing={showingAt(each, at)} aria-current={each === slide ? 'true' : undefined}>
            <span>{said(each.title, language) || said(each.alt, language) || '—'}</span>
            <span>
              {period(each, t('carousels.preview.always'))}
              {each.region ? ` · ${t(`lists.regions.${each.region}`)}` : ''}
            </span>
            <span>{t(`carousels.preview.${showingAt(each, at)}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};
