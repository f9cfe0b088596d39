import type { FastifyReply } from 'fastify';
import { keepFile, withKept, type FilePlaces } from '../../api/files/keepFile';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { DomainError } from '../../kernel/DomainError';
import { inSystemTransaction } from '../../kernel/transaction';
import { showStanding, type Answers, type Asked } from './answers';
import { readDrawing } from './drawnSignature';
import { problemsOf, signerOf, typesName, type Problems } from './problemsOf';
import type { Text } from './readSigning';
import { signWaiver, type Sent } from './signWaiver';

interface Submitting {
  readonly deps: ApiDeps;
  readonly places: FilePlaces;
  readonly answers: Answers;
}

/** The signer by the form; an athlete who types no name signs with that of the registration. */
const signerIn = ({ frame, form, signing }: Asked, text: Text): Sent['signer'] => ({
  type: text.isMinor ? 'guardian' : 'athlete',
  name: typesName(text) ? signerOf(form) : signing.name,
  relationship: text.isMinor ? frame.translate(`sign.relationship.${form.field('relationship')}`, frame.language) : null,
});

/** Keeps the photo of an identification; answers what is wrong with it where the storage does not take it. */
const keepId = async ({ request, form, signing }: Asked, text: Text, places: FilePlaces): Promise<Sent['id'] | Problems> => {
  if (!text.needsId || !form.file) return null;
  const by = { ...places, person: -signing.inscriptionid }; // nobody is signed in: each registration has its own share
  try {
    return { type: form.field('id_type'), file: await keepFile(request, form.file, 'id_file', by, ['png', 'jpg', 'webp', 'pdf']) };
  } catch (error) {
    if (error instanceof DomainError && error.statusCode < 500) return { id_file: error.code === 'TOO_LARGE' ? 'idLarge' : 'idKind' };
    throw error;
  }
};

/** Signs with what a page sent, or shows the page again with what is missing and all that was typed. */
export const submitted = async (asked: Asked, text: Text, { deps, places, answers }: Submitting): Promise<FastifyReply> => {
  const { request, form, signing } = asked;
  const wrong = (problems: Problems): FastifyReply => answers.showText(asked, text, { form, problems }, 400);
  const problems = problemsOf(text, form);
  if (Object.keys(problems).length > 0) return wrong(problems);
  const drawing = text.way === 'drawn' ? await readDrawing(form.field('drawing'), places.drawings) : null;
  if (text.way === 'drawn' && !drawing) return wrong({ drawing: 'drawing' });
  const id = await keepId(asked, text, places);
  if (id && !('file' in id)) return wrong(id);
  const sent: Sent = { inscriptionid: signing.inscriptionid, seen: form.field('text'), signer: signerIn(asked, text), drawing, id };
  const { outcome, signing: now } = await withKept(id ? [id.file] : [], () =>
    inSystemTransaction(deps, (tx) => signWaiver(tx, sent), callOf(request)),
  );
  if (outcome !== 'signed') await id?.file.drop();
  if (outcome === 'changed' && now.text) return answers.showText(asked, now.text, { form, problems: {}, hasChanged: true }, 409);
  if (outcome === 'refused' && now.standing !== 'signed') return showStanding({ ...asked, signing: now });
  return answers.showSigned(asked, now, outcome === 'signed');
};
