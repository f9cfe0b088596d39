import { expect, test } from 'vitest';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { changeInWords } from '@/resources/inscription_log/LoggedChanges';
import type { Words } from '@/fields/kit/useWords';
import { i18nProvider } from './support/words';

const words: Words = {
  t: (key, params) => i18nProvider.translate(key, params),
  maybe: (key) => {
    const found = i18nProvider.translate(key, {}, '');
    return found && !key.endsWith(found) ? found : undefined;
  },
  locale: 'es',
};
test.each([
  [{ field: 'number', old: 200172, new: 200999 }, 'Dorsal: 200172 → 200999'],
  [{ field: 'tshirt_size', old: null, new: 'L' }, 'Talla: L'],
  [{ field: 'comment', old: 'Vegetariana', new: null }, 'Comentario: Vegetariana → —'],
  [{ field: 'distanceid', old: 3, new: 4 }, 'Distancia'],
  [{ field: 'email' }, 'Correo'],
  [{ field: 'question:7', old: 'club', new: 'redes' }, 'Preguntas del evento: club → redes'],
])('a change of %j is said in words', (change, said) => expect(changeInWords(inscriptions, change, words)).toBe(said));
