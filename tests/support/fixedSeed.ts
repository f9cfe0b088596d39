import fc from 'fast-check';
import { seed } from './effort';

// A gate with a new seed each time may fail on nobody's change; `npm run test:long` uses new seeds.
fc.configureGlobal({ seed });
