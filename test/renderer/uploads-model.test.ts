import { expect, test, vi } from 'vitest'
import type { Attachment } from '#contracts/attachment-fields.ts'
import { ApiError } from '#contracts/client.ts'
import { MAX_ATTACHMENT, MAX_ATTACHMENTS } from '#contracts/constants.ts'
import { ADA, later, settle } from './support.ts'
import { writingParts } from './thread-parts.ts'

const attachment = (id: number): Attachment => ({
  id,
  name: 'plan.png',
  media_type: 'image/png',
  size: 3,
  width: 1,
  height: 1,
  url: '/attachments/key',
})
const file = (size = 3) => new File([new Uint8Array(size)], 'plan.png')

/** Uploads that finish when the test says so. */
function scene() {
  const sent: { result: ReturnType<typeof later<Attachment>>; abort: () => void }[] = []
  const { server, uploads } = writingParts(undefined, () => {
    const result = later<Attachment>()
    const upload = { result, abort: vi.fn() }
    sent.push(upload)
    return { result: result.promise, abort: upload.abort }
  })
  const states = () => uploads.files.value.map(({ state }) => state)
  return { server, uploads, sent, states }
}

test('a file is uploaded at once, and sent with the next message', async () => {
  const { uploads, sent, states } = scene()
  uploads.add([file()])
  expect([states(), uploads.isReady.value]).toEqual([['uploading'], false])
  sent[0]!.result.resolve(attachment(5))
  await settle()
  expect([states(), uploads.isReady.value]).toEqual([['ready'], true])
  expect(uploads.ready().map(({ id }) => id)).toEqual([5])
  uploads.taken()
  expect(uploads.files.value).toEqual([])
})

test('files that are too large or too many are never uploaded, with the reason', () => {
  const { uploads, sent, states } = scene()
  uploads.add([file(MAX_ATTACHMENT + 1)])
  expect([states(), sent.length]).toEqual([['failed'], 0])
  expect(uploads.files.value[0]).toMatchObject({ error: 'Larger than 10 MB.', canRetry: false })
  uploads.add(Array.from({ length: MAX_ATTACHMENTS }, () => file()))
  expect(uploads.files.value).toHaveLength(MAX_ATTACHMENTS)
  expect(uploads.notice.value).toMatch(/Up to 10 files/)
})

test('a broken upload can be retried; a rejected one cannot', async () => {
  const { uploads, sent, states } = scene()
  uploads.add([file(), file()])
  sent[0]!.result.reject(new TypeError('The upload broke off'))
  sent[1]!.result.reject(new ApiError(422, { message: 'No', errors: { file: ['Not this one.'] } }))
  await settle()
  expect(uploads.files.value).toMatchObject([
    { state: 'failed', canRetry: true },
    { state: 'failed', canRetry: false, error: 'Not this one.' },
  ])
  uploads.retry(uploads.files.value[0]!.id)
  sent[2]!.result.resolve(attachment(6))
  await settle()
  expect(states()).toEqual(['ready', 'failed'])
})

test('a removed file is aborted in transit, and deleted once uploaded', async () => {
  const { server, uploads, sent } = scene()
  server.on(`DELETE /user/conversations/${ADA}/attachments/8`, { message: 'ok' })
  uploads.add([file(), file()])
  const [first, second] = uploads.files.value
  sent[1]!.result.resolve(attachment(8))
  await settle()
  uploads.remove(second!.id)
  uploads.remove(first!.id)
  await settle()
  expect(sent[0]!.abort).toHaveBeenCalled()
  expect(uploads.files.value).toEqual([])
  expect(server.calls.map(({ call }) => call)).toEqual([
    `DELETE /user/conversations/${ADA}/attachments/8`,
  ])
})
