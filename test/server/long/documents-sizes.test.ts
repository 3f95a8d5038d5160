import { expect, test } from 'vitest'
import { LIMITS } from '../../../server/limits.ts'
import { createdBase, fileOf, uploaded } from '../../support/knowledge.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Posts a form with these parts; each is a text or a file. */
async function postForm(
  { fetch }: Pick<TestServer, 'fetch'>,
  id: number,
  parts: [string, string | File][],
) {
  const form = new FormData()
  for (const [name, part] of parts) form.append(name, part)
  const path = `/api/user/knowledgebases/${id}/documents`
  const response = await fetch(path, { method: 'POST', body: form })
  return { status: response.status, body: await response.json() }
}

test('a real 20 MB file is accepted, and one with a byte more is not', async () => {
  const server = await startServer({ limits: { documentPassages: 1 } })
  const id = await createdBase(server)
  const bytes = new Uint8Array(LIMITS.uploadBytes + 1).fill(0x78)
  const tooLarge = await postForm(server, id, [['file', fileOf('a.txt', bytes)]])
  expect(tooLarge.status).toBe(413)
  const { size } = await uploaded(server, id, fileOf('a.txt', bytes.subarray(1)))
  expect(size).toBe(LIMITS.uploadBytes)
})
