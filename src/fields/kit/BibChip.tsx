import './bib.css';

/** A short code or number drawn like a race bib, the only ornament of the product. */
export const BibChip = ({ children }: { readonly children: string }) => <span className="asd-bib">{children}</span>;
