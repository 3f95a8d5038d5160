import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { openApiDocument } from '../../../server/features/web/reference/openapi.ts'
import { type Operation, openApiChecker } from '../../support/openapi.ts'

const ABOUT = { origin: 'http://127.0.0.1:4317', version: '1.2.3' }
const document = JSON.parse(JSON.stringify(await openApiDocument(ABOUT)))
const { operationOf, check, resolve } = openApiChecker(document)

/** Every media type of an operation with its location, its schema and its examples. */
function contents(operation: Operation) {
  const bodies = [
    ...(operation.requestBody ? [['request', operation.requestBody] as const] : []),
    ...Object.entries(operation.responses),
  ]
  return bodies.flatMap(([place, body]) =>
    Object.entries(resolve(body).content).map(([type, media]) => ({ place, type, media })),
  )
}

test('every request and response has an example, and each fits its schema', () => {
  for (const { name, endpoint } of allEndpoints) {
    for (const { place, type, media } of contents(operationOf(endpoint))) {
      const examples = media.examples
        ? Object.values(media.examples).map(({ value }) => value)
        : [media.example]
      expect([name, place, type, examples.length]).not.toEqual([name, place, type, 0])
      for (const example of examples) {
        expect([name, place, example, check(media.schema, example)]).toEqual([
          name,
          place,
          example,
          [],
        ])
      }
    }
  }
})

test('the document is deterministic', async () => {
  expect(JSON.stringify(await openApiDocument(ABOUT))).toBe(JSON.stringify(document))
})
