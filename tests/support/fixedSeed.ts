import fc from 'fast-check';
import { seed } from './effort';

// A gate that draws anew each time may fail on nobody's change; `npm run test:long` draws.
fc.configureGlobal({ seed });
