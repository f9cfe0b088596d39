import { defineChoices } from '@/schema/choiceList';

/** Who takes a kit. */
export const receiverTypes = defineChoices('receiver_types', ['holder', 'third_party', 'guardian', 'group']);
/** Documents with which people identify themselves. */
export const idTypes = defineChoices('id_types', ['INE', 'pasaporte', 'licencia', 'acta', 'otro']);
/** What became of a piece. */
export const pieceStates = defineChoices('piece_states', ['delivered', 'missing', 'swapped']);
