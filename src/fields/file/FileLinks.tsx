import { useWords } from '@/fields/kit/useWords';
import { formatBytes } from '../../words/formatBytes';
import type { FileRef } from './file';
import './file.css';

/** Files by name and size, each to be saved. */
export default function FileLinks({ files }: { readonly files: readonly FileRef[] }) {
  const { locale } = useWords();
  return (
    <ul className="value-files">
      {files.map(({ url, name, size }) => (
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
