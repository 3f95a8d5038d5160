import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { faultOfRefusal } from '#contracts/errors.ts'
import enReasons from '#contracts/messages/en/reasons.json' with { type: 'json' }
import { createKeptDocument } from '../../server/features/web/reference/kept-document.ts'
import { openApiDocument } from '../../server/features/web/reference/openapi.ts'
import { signedHeaders } from '../../server/features/webhooks/sign.ts'
import { openApiChecker } from '../support/openapi.ts'

const ABOUT = { origin: 'http://127.0.0.1:4317', version: '1.2.3' }
const document = JSON.parse(JSON.stringify(await openApiDocument(ABOUT)))
const { operationOf, check, resolve } = openApiChecker(document)

test('the document is valid OpenAPI according to a third-party validator', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('a document that could not be generated is generated for the next request, and then kept', async () => {
  const broken = { toString: () => assert.fail('no origin') } as unknown as string
  const origins = [broken, ABOUT.origin]
  const kept = createKeptDocument({ ...ABOUT, origin: () => origins.shift()! })
  await expect(kept()).rejects.toThrow('no origin')
  const generated = await kept()
  const [br, gzip, whole] = generated.map(({ body }) => body)
  for (const json of [whole!, gunzipSync(gzip!), brotliDecompressSync(br!)])
    expect(JSON.parse(json.toString())).toEqual(document)
  expect(await kept()).toBe(generated)
})

test('that validator rejects an invalid document', async () => {
  const broken = structuredClone(document)
  delete broken.paths['/user/me'].get.responses
  broken.paths['/user/me'].get.parameters = [{ name: 'x', in: 'nowhere' }]
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

test('every reference resolves', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)
  for (const [, reference] of references)
    expect([reference, resolve({ $ref: reference! })]).not.toContain(undefined)
})

test('every operation has its endpoint’s name, texts, security, parameters and response', () => {
  for (const { name, group, endpoint } of allEndpoints) {
    const operation = operationOf(endpoint)
    expect(operation).toMatchObject({ operationId: name, tags: [group], summary: endpoint.summary })
    expect([name, operation.security.length > 0]).toEqual([
      name,
      !['site', 'public'].includes(endpoint.plane) || endpoint.takesKey === true,
    ])
    const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header')
    expect(parameters.map((parameter) => parameter.name)).toEqual([
      ...Object.keys(endpoint.params?.shape ?? {}),
      ...Object.keys(endpoint.query?.shape ?? {}),
    ])
    expect([name, Object.keys(operation.responses)]).toEqual([
      name,
      expect.arrayContaining([String(endpoint.status), '429', '500']),
    ])
  }
})

test('every parameter has an example that fits its schema and that the endpoint accepts', () => {
  for (const { name, endpoint } of allEndpoints) {
    const { parameters } = operationOf(endpoint)
    for (const { name: field, schema, example } of parameters) {
      expect([name, field, check(schema, example)]).toEqual([name, field, []])
    }
    for (const [place, schema] of [
      ['path', endpoint.params],
      ['query', endpoint.query],
    ] as const) {
      const sent = parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [parameter.name, String(parameter.example)])
      expect([name, schema?.safeParse(Object.fromEntries(sent)).error]).toEqual([name, undefined])
    }
  }
})

test('every example body is accepted by its contract, and every example response satisfies it', () => {
  for (const { name, endpoint } of allEndpoints) {
    const operation = operationOf(endpoint)
    const sent = operation.requestBody?.content['application/json']?.example
    if (endpoint.body && sent) {
      expect([name, endpoint.body.safeParse(sent).error]).toEqual([name, undefined])
    }
    const reply = operation.responses[endpoint.status]!.content['application/json']?.example
    if (!endpoint.stream) {
      const parsed = endpoint.reply.safeParse(reply)
      expect([name, parsed.error, parsed.data]).toEqual([name, undefined, reply])
    }
  }
})

test('the examples match the server’s actual responses', () => {
  const source = [
    ...['server/features', 'server/http', 'server/providers'].flatMap(sourcesBelow),
    ...Object.values(enReasons).flatMap((text) =>
      typeof text === 'string' ? text : Object.values(text),
    ),
  ].join('\n')
  for (const { name, endpoint } of allEndpoints) {
    const example = operationOf(endpoint).responses[endpoint.status]!.content['application/json']
      ?.example as { message?: unknown } | undefined
    const texts = endpoint.path.startsWith('/conversations') ? [] : [example?.message]
    for (const text of texts.filter((known) => typeof known === 'string')) {
      const said = [text, text.replace(/\d+/, '{count}')].some((one) => source.includes(one))
      expect([name, text, said]).toEqual([name, text, true])
    }
  }
})

test('every documented error is thrown somewhere', () => {
  const source = ['server/features', 'server/http', 'server/providers', 'server/errors.ts']
    .flatMap(sourcesBelow)
    .join('\n')
  for (const { name, endpoint } of allEndpoints) {
    for (const { code } of (endpoint.refusals ?? []).map(faultOfRefusal)) {
      expect([name, code, source.includes(`'${code}'`)]).toEqual([name, code, true])
    }
  }
})

/** The text of every source file in a folder except the reference's own. */
function sourcesBelow(place: string): string[] {
  const file = path.resolve(import.meta.dirname, '../..', place)
  if (place.endsWith('features/reference')) return []
  if (!statSync(file).isDirectory()) return [readFileSync(file, 'utf8')]
  return readdirSync(file).flatMap((name) => sourcesBelow(path.posix.join(place, name)))
}

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)(
  'the Python code for checking a signature accepts true ones and rejects false ones',
  () => {
    const code = document['x-guide']
      .find(({ id }: { id: string }) => id === 'signatures')
      .blocks.find(({ language }: { language?: string }) => language === 'python').code
    const body = '{"event":"post_call"}'
    const secrets = {
      secret: 'whsec_bmV3IHNlY3JldA==',
      previous: 'whsec_b2xkIHNlY3JldA==',
      previousUntil: undefined,
    }
    const headers = signedHeaders(secrets, { id: 'msg_1', body, now: new Date() })
    const old = signedHeaders(secrets, { id: 'msg_1', body, now: new Date(0) })
    const calls: [object, string, string][] = [
      [headers, body, secrets.secret],
      [headers, body, secrets.previous],
      [headers, `${body} `, secrets.secret],
      [headers, body, 'whsec_b3RoZXIgc2VjcmV0'],
      [old, body, secrets.secret],
    ]
    const asked = `import json, sys\nfor headers, body, secret in json.load(sys.stdin): print(is_from_parley(headers, body.encode(), secret))`
    const { stdout, stderr } = spawnSync('python3', ['-c', `${code}\n${asked}`], {
      input: JSON.stringify(calls),
      encoding: 'utf8',
    })
    expect([stdout.trim().split('\n'), stderr]).toEqual([
      ['True', 'True', 'False', 'False', 'False'],
      '',
    ])
  },
)
