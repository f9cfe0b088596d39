import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { createRegistry } from '@/schema';
import { securitySql } from '@/schema/project/security';
import { ownSecurity } from '../../server/database/ownSecurity';

const generate = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('../../scripts/generateMigration.ts', import.meta.url)), ...args], { encoding: 'utf8' });

describe('what is committed', () => {
  test('matches the declarations: generating again changes nothing', () => {
    const { status, stdout } = generate('--check');
    expect(stdout).toContain('The migrations match the declarations.');
    expect(status).toBe(0);
  });

  test('is not changed by a rename of a column that does not exist', () => {
    const { status, stderr } = generate('--check', 'stores.nowhere=somewhere');
    expect(status).not.toBe(0);
    expect(stderr).toContain('"stores.nowhere=somewhere" is not table.old=new');
  });

  test('says the same for the same declarations in any order', () => {
    const written = readFileSync(new URL('../../server/database/security.sql', import.meta.url), 'utf8');
    expect(securitySql(createRegistry([...registry.all].reverse()), ownSecurity)).toBe(written);
  });

  test('is told apart from changed declarations', () => {
    const fewer = createRegistry(registry.all.map((resource) => (resource.name === 'events' ? { ...resource, tenancy: 'catalog' as const } : resource)));
    expect(securitySql(fewer, ownSecurity)).not.toBe(securitySql(registry, ownSecurity));
  });
});
