export { readCode, type CodeKind, type Reading } from '@/domain/registration/readCode';
