import type { Issued } from './issueDocument';

/** A document as a row of the log tells of it. */
export const toldOf = ({ file, sha256 }: Issued) => [
  { field: 'file', new: file },
  { field: 'sha256', new: sha256 },
];
