import { drawQr } from '../../documents/sheet/drawQr';
import { faint, fitting, ink, put, soft, type Sheet } from '../../documents/sheet/Sheet';
import type { LabelSheet } from './labelSheets';
import { bibOf, type PackedRow } from './packedRow';
import type { Drawing } from './printEncoder';

const pad = 7,
  widestQr = 58;

/** One label: the number as large as it fits, who and which distance, the size, and the code that the desk scans. */
const drawLabel = (sheet: Sheet, { width, height }: LabelSheet, row: PackedRow, x: number, y: number): void => {
  const { page, say } = sheet;
  const side = Math.min(widestQr, height - 2 * pad);
  const room = width - 3 * pad - side;
  const [left, top] = [x + pad, y + pad];
  const bib = bibOf(row) || say('kits.print.noNumber');
  const size = fitting(sheet, bib, room, Math.min(34, height * 0.42), 8);
  put(sheet, bib, left, top - size * 0.18, { size, bold: true, color: ink, width: room });
  const small = height > 100 ? 9.5 : 7.5;
  const line = small * 1.36;
  const below = top + size * 1.12;
  put(sheet, row.name, left, below, { size: fitting(sheet, row.name, room, small + 1, small - 1.5), bold: true, width: room });
  const shirt = [row.tshirt_modelid, row.tshirt_size].filter(Boolean).join(' ');
  put(sheet, [row.distanceid, row.waveid].filter(Boolean).join(' · '), left, below + line + 1, { size: small, color: soft, width: room });
  if (below + 3 * line <= y + height - 2) put(sheet, shirt, left, below + 2 * line + 1, { size: small, color: soft, width: room });
  const right = x + width - pad - side;
  if (row.folio) drawQr(page, { text: row.folio, x: right, y: top, side: side - 9, ecc: 'M' });
  put(sheet, row.tshirt_size || row.folio, right - pad, top + side - 9, {
    size: 8,
    bold: true,
    color: row.tshirt_size ? ink : faint,
    width: side + pad - 9,
    align: 'center',
  });
};

/** Labels on a standard sheet, from left to right and from the top. */
export const drawLabels = (sheet: Sheet, labels: LabelSheet): Drawing => {
  const { columns, rows, left, top, right, down } = labels;
  let count = 0;
  return {
    row: (row) => {
      const at = count % (columns * rows);
      if (at === 0) sheet.page.addPage();
      drawLabel(sheet, labels, row, left + (at % columns) * right, top + Math.floor(at / columns) * down);
      count += 1;
    },
    end: () => {
      if (count > 0) return;
      sheet.page.addPage();
      put(sheet, sheet.say('kits.print.nobody'), 48, 48, { size: 11, color: soft, width: 400, lines: 2 });
    },
  };
};
