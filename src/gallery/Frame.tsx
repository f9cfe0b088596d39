import { useState, useSyncExternalStore } from 'react';
import { languages } from '@/providers/i18n/i18n';
import { nth } from '@/schema/must';
import type { densities } from '@/views/list/model/useDensity';
import { stories } from './stories';

const widths = ['100%', '1024px', '768px', '390px', '320px'] as const;
const choices = [
  ['theme', ['light', 'dark']],
  ['lang', languages],
  ['density', ['normal', 'dense', 'roomy'] satisfies readonly (typeof densities)[number][]],
  ['width', widths],
] as const;
type Chosen = Readonly<Record<(typeof choices)[number][0], string>>;
const usual: Chosen = { theme: 'light', lang: 'es', density: 'normal', width: '100%' };
const groups = [...new Set(stories.map(({ id }) => nth(id.split('/'), 0)))];

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};
const shownHash = (): string => location.hash;
/** The story in the URL, or the first one. */
export const useStory = () => {
  const wanted = decodeURIComponent(useSyncExternalStore(subscribe, shownHash).slice(1));
  return stories.find(({ id }) => id === wanted) ?? nth(stories, 0);
};

/** The index of the gallery and one story, in a separate frame so that its width is that of a screen. */
export const Frame = () => {
  const story = useStory();
  const [chosen, setChosen] = useState(usual);
  const { width, ...asked } = chosen;
  const hash = encodeURIComponent(story.id);
  return (
    <div className="gallery">
      <nav className="gallery-index" aria-label="stories">
        {groups.map((group) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {stories
                .filter(({ id }) => id.startsWith(`${group}/`))
                .map(({ id }) => (
                  <li key={id}>
                    <a href={`#${encodeURIComponent(id)}`} aria-current={id === story.id ? 'page' : undefined}>
                      {id.slice(group.length + 1)}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <main className="gallery-main">
        <h1 className="asd-hidden-text">{story.id}</h1>
        <div className="gallery-bar">
          {choices.map(([name, values]) => (
            <label key={name}>
              {name}{' '}
              <select value={chosen[name]} onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}>
                {values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            </label>
          ))}
        </div>
        <object
          key={`${story.id} ${Object.values(chosen).join(' ')}`}
          aria-label={story.id}
          type="text/html"
          style={{ width }}
          data={`?stage&${new URLSearchParams(asked).toString()}#${hash}`}
        />
      </main>
    </div>
  );
};
