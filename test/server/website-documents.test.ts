import { expect, test } from 'vitest'
import { createDocument, getDocument } from '#contracts/knowledge.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { createdBase, fileOf, untilRead, uploaded } from '../support/knowledge.ts'
import { startServer } from '../support/server.ts'

test('missing, invalid or conflicting fields of a website are named', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const url = 'https://example.com/'
  const cases: [body: object, errors: object][] = [
    [{ url: 'x' }, { url: ['The url must be a valid URL.'] }],
    [
      { type: 'website', links: [{ link: url }, { link: 'x' }, 'y', {}, 7] },
      {
        'links.1.link': ['The links.1.link must be a valid URL.'],
        'links.2.link': ['The links.2.link must be a valid URL.'],
        'links.3.link': ['The links.3.link field is required.'],
        'links.4': ['The links.4 must be an object.'],
      },
    ],
    [{ links: [] }, { links: ['The links must have at least 1 items.'] }],
    [
      { links: Array.from({ length: 51 }, () => url) },
      { links: ['The links must not have more than 50 items.'] },
    ],
    [
      { url, relative_links_limit: 51 },
      { relative_links_limit: ['The relative links limit must be between 0 and 50.'] },
    ],
    [
      { url, relative_links_limit: 0, crawl: {} },
      { crawl: ['The crawl must not be sent with relative links limit.'] },
    ],
    [{ url, links: [url], crawl: {} }, { crawl: ['The crawl must not be sent with links.'] }],
    [
      { url, name: 'x'.repeat(256), description: 'x'.repeat(256) },
      {
        name: ['The name must not be greater than 255 characters.'],
        description: ['The description must not be greater than 255 characters.'],
      },
    ],
  ]
  for (const [sent, errors] of cases) {
    const path = `/user/knowledgebases/${id}/documents`
    const { status, body } = await send(server, 'POST', path, sent)
    expect([status, body]).toEqual([422, { message: 'The given data was invalid.', errors }])
  }
})

test('a document’s name and description can be changed, and nothing else of it', async () => {
  const server = await startServer()
  const base = await createdBase(server)
  const { id } = await uploaded(server, base, fileOf('hours.txt', 'We open at nine.'))
  await untilRead(server, id)
  const about = { params: { id: base, document_id: id } }
  const before = (await server.call(getDocument, about)).data
  const path = `/user/knowledgebases/${base}/documents/${id}`
  const last = server.context.events.last()
  expect((await send(server, 'PUT', path, {})).body).toEqual({
    message: 'Document updated successfully.',
    data: before,
  })
  expect(server.context.events.last()).toBe(last)
  const change = { name: 'Start', description: 'The first page' }
  const sent = { ...change, url: 'https://example.com/', relative_links_limit: 9, status: 'failed' }
  const { body } = await send(server, 'PATCH', path, sent)
  expect(body.data).toEqual({ ...before, ...change, updated_at: expect.any(String) })
  expect((await send(server, 'PUT', path, { description: null })).body.data).toMatchObject({
    name: 'Start',
    description: null,
  })
  expect((await send(server, 'PUT', path, { name: null })).body.errors).toEqual({
    name: ['The name field is required.'],
  })
  expect((await send(server, 'GET', path)).body.data).toMatchObject({ name: 'Start' })
})

test('a base has a description, counts its assistants, and is updated with its documents', async () => {
  let clock = Date.parse('2026-03-14T09:00:00Z')
  const server = await startServer({ outside: { now: () => new Date(clock) } })
  const path = '/user/knowledgebases'
  const made = await send(server, 'POST', path, { name: 'Shop', description: 'All we sell' })
  const { id, ...base } = made.body.data
  expect(base).toMatchObject({
    description: 'All we sell',
    created_at: '2026-03-14T09:00:00.000000Z',
    updated_at: '2026-03-14T09:00:00.000000Z',
  })
  const read = async () => (await send(server, 'GET', `${path}/${id}`)).body.data
  await createdAssistant(server, { knowledgebase_id: id })
  const gone = await createdAssistant(server, { knowledgebase_id: id })
  await send(server, 'DELETE', `/user/assistant/${gone}`)
  expect(await read()).toMatchObject({ assistants_count: 1, updated_at: base.updated_at })

  clock += 60_000
  const body = { type: 'website' as const, url: 'http://127.0.0.1:9/' }
  const { data } = await server.call(createDocument, { params: { id }, body })
  expect((await read()).updated_at).toBe('2026-03-14T09:01:00.000000Z')
  await untilRead(server, data.id)
  clock += 60_000
  await send(server, 'DELETE', `${path}/${id}/documents/${data.id}`)
  expect((await read()).updated_at).toBe('2026-03-14T09:02:00.000000Z')
  clock += 60_000
  const cleared = await send(server, 'PUT', `${path}/${id}`, { description: null })
  expect(cleared.body).toMatchObject({
    message: 'Knowledgebase updated successfully.',
    data: { name: 'Shop', description: null, updated_at: '2026-03-14T09:03:00.000000Z' },
  })
})
