import { useWords } from '@/fields/kit/useWords';
import { formatBytes } from '../../words/formatBytes';
import type { FileRef } from './file';
import './file.css';

/** Rows that another service or an older version wrote may contain something else. */
const isFile = (each: unknown): each is FileRef =>
  typeof each === 'object' && each !== null && 'url' in each && typeof each.url === 'string';

/** Files by name and size, each as a download. */
export default function FileLinks({ files }: { readonly files: readonly FileRef[] }) {
  const { locale } = useWords();
  return (
    <ul className="value-files">
      {files.filter(isFile).map(({ url, name, size }) => (
        <li key={url}>
          {url.startsWith('/') ? (
            <a href={url} download={name}>
              {name}
            </a>
          ) : (
            name
          )}{' '}
          <small>{formatBytes(size, locale)}</small>
        </li>
      ))}
    </ul>
  );
}
