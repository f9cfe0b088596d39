import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { services } from '@/schema';
import { openApi } from '@/schema/project/openapi/openApi';
import { exampleOf, operationsOf } from '../../server/features/reference/exampleOf';
import { openWorld, type World } from './support/openWorld';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const read = async (url: string, language = 'es') => {
  const { statusCode, payload, headers } = await world.app.inject({ url, headers: { 'accept-language': language } });
  return { status: statusCode, text: payload, headers };
};

describe('the reference', () => {
  test('has a page for every operation of every service, with its examples, for people without an account', async () => {
    const { text: start } = await read('/docs');
    for (const service of services) {
      const operations = operationsOf(openApi(service, registry));
      expect(operations.length).toBeGreaterThan(0);
      for (const tag of new Set(operations.map((each) => each.tag))) {
        expect(start).toContain(`href="/docs/${service}/${tag}?lng=es"`);
        const { status, text } = await read(`/docs/${service}/${tag}`);
        expect([tag, status]).toEqual([tag, 200]);
        for (const { path, operation } of operations.filter((each) => each.tag === tag)) {
          expect(text).toContain(`/v2/${service}${path}</code>`);
          expect(text).toContain(`id="${String(operation['operationId'] ?? '')}`);
        }
        expect(text).toContain(`curl `);
      }
    }
  });
  test('shows the schema that GraphQL has, where a service has one', async () => {
    for (const service of services) {
      const { status, text } = await read(`/docs/${service}/graphql`);
      expect([service, status]).toEqual([service, service === 'kits' ? 404 : 200]);
      if (status === 200) expect(text).toContain('type Query {');
    }
    expect((await read('/docs/event/graphql')).text).toContain('events(page: Int = 1');
  });
  test('runs no script, takes nothing from elsewhere, and is in the language of the reader', async () => {
    const { headers, text } = await read('/docs/event/events', 'en');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script|https?:\/\/(?!example\.com|127\.0\.0\.1)/);
    expect(text).toContain('<html lang="en">');
    expect((await read('/docs/event/events?lng=es', 'en')).text).toContain('<html lang="es">');
    const [, sheet] = /href="(\/docs\/reference-\w+\.css)"/.exec(text) ?? [];
    expect((await read(sheet!)).headers['content-type']).toContain('text/css');
  });
  test.each(['/docs/nothing/events', '/docs/event/nothing', '/docs/event/__proto__', '/docs/toString/graphql', '/docs/event/%3Cscript%3E'])(
    'has no page at %s',
    async (url) => {
      const { status, text } = await read(url);
      expect(status).toBe(404);
      expect(text).not.toContain('<script');
    },
  );
});

test('an example of what is sent has the fields of the schema, and of each a value of its kind', () => {
  const schemas = {
    Place: { type: 'object', properties: { id: { type: 'integer', minimum: 3 }, at: { type: 'string', format: 'date-time' } } },
  };
  expect(
    exampleOf(
      {
        type: 'object',
        properties: {
          place: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Place' }] },
          kind: { enum: ['run', 'ride'] },
          tags: { type: 'array', items: { type: 'boolean' } },
          note: { type: ['string', 'null'] },
        },
      },
      schemas,
    ),
  ).toEqual({ place: { id: 3, at: '2027-03-14T13:30:00Z' }, kind: 'run', tags: [true], note: '…' });
});
