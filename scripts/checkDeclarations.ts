/** `tsx scripts/checkDeclarations.ts`: mistakes in the declarations that types cannot see, one sentence each. */
import { registry } from '@/resources';
import { checkResources } from '@/schema/checks/checkResources';

const problems = checkResources(registry);
const lines = problems.map(({ code, message }) => `${code} ${message}`);
process.stdout.write(`${lines.length === 0 ? `${registry.all.length} declarations agree.` : lines.join('\n')}\n`);
process.exitCode = lines.length === 0 ? 0 : 1;
