import type { Issued } from './issueDocument';

/** A document as the changes of a log row. */
export const documentChanges = ({ file, sha256 }: Issued) => [
  { field: 'file', new: file },
  { field: 'sha256', new: sha256 },
];
