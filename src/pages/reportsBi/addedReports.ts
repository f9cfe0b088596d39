import type { AddedReport } from '@/domain/reports/addedReport';

const added: AddedReport[] = [];
/** Adds charts of a plugin, before the page is drawn. */
export const addReports = (reports: readonly AddedReport[]): void => void added.push(...reports);
/** The charts of plugins, which follow those of the product. */
export const addedReports = (): readonly AddedReport[] => added;
