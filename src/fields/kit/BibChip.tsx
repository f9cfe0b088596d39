import './bib.css';

/** The one ornament of the product: a short code or number set like a race bib. */
export const BibChip = ({ children }: { readonly children: string }) => <span className="asd-bib">{children}</span>;
