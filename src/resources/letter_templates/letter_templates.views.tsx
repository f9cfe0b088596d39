import { defineViews } from '@/fields/kit/contracts';
import { LetterSample } from './LetterSample';
import { letter_templates } from './letter_templates';

export default defineViews(letter_templates, { outcomes: { preview: LetterSample } });
