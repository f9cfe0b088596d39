import { defineViews } from '@/fields/kit/contracts';
import { race_photos } from './race_photos';

/** A view of the plugin that replaces a generated one: titles in italics while the photo is a draft. */
export default defineViews(race_photos, {
  cells: { title: ({ value, row }) => (row.status === 'draft' ? <em>{value}</em> : value) },
}).views;
