import { expect, test } from 'vitest'
import { openApiDocument } from '../../../server/features/web/reference/openapi.ts'

test('the reference has each operation once, and notes its other spellings', async () => {
  const { paths } = (await openApiDocument({ origin: 'http://localhost', version: '1.0.0' })) as {
    paths: Record<string, Record<string, { description?: string }>>
  }
  expect(paths['/user/assistants/{id}']).toBeUndefined()
  expect(Object.values(paths).filter((operations) => 'patch' in operations)).toEqual([])
  const { get, put } = paths['/user/assistant/{id}']!
  expect(get!.description).toBe('Capability: `assistants`. Also at `/user/assistants/{id}`.')
  expect(put!.description).toMatch(
    /`PATCH` does the same\. Also at `\/user\/assistants\/\{id\}`\.$/,
  )
})
