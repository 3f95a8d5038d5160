import { expect, test } from 'vitest'
import { listVoices } from '#contracts/lookups.ts'
import { anotherAccount } from '../support/accounts.ts'
import { send } from '../support/assistants.ts'
import { startServer, type TestServer } from '../support/server.ts'

const get = (server: Pick<TestServer, 'fetch'>, path: string) =>
  send(server, 'GET', `/user/assistants/${path}`)

interface Row {
  readonly id: number
  readonly language_id: number
  readonly synthesizer_provider_id: number | null
}
const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

const shapes: [path: string, keys: string[]][] = [
  [
    'voices',
    [
      'id',
      'name',
      'language_id',
      'gender',
      'preview_url',
      'accent',
      'age',
      'synthesizer_provider_id',
    ],
  ],
  ['languages', ['id', 'name', 'iso_2']],
  ['synthesizer-providers', ['id', 'name', 'code']],
  ['transcriber-providers', ['id', 'name', 'code']],
  ['models', ['id', 'name']],
  ['models?type=llm', ['id', 'name']],
  ['models?type=multimodal', ['id', 'name', 'code']],
  ['models?type=dualplex', ['id', 'name', 'code']],
]

test.each(shapes)(
  '%s is a bare list, ordered by id, with exactly its fields',
  async (path, keys) => {
    const { status, body } = await get(await startServer(), path)
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(0)
    for (const row of body) expect(Object.keys(row)).toEqual(keys)
    expect(ids(body)).toEqual(ids(body).sort((a, b) => a - b))
  },
)

test('models are those of the requested engine', async () => {
  const server = await startServer()
  const of = async (query: string) => (await get(server, `models${query}`)).body
  expect(await of('')).toEqual(await of('?type=llm'))
  expect(await of('?type=multimodal')).toEqual(await of('?type=dualplex'))
  expect((await of(''))[0].name).toContain('Built-in')
})

test('voices are filtered by mode, by language, and by both', async () => {
  const server = await startServer()
  const all: Row[] = (await get(server, 'voices')).body
  const fits = {
    pipeline: (voice: Row) => voice.synthesizer_provider_id !== null,
    dualplex: (voice: Row) => voice.synthesizer_provider_id !== null,
    multimodal: (voice: Row) => voice.synthesizer_provider_id === null,
  }
  for (const [mode, fitsMode] of Object.entries(fits)) {
    expect((await get(server, `voices?mode=${mode}`)).body).toEqual(all.filter(fitsMode))
    for (const { language_id } of all) {
      const { body } = await get(server, `voices?mode=${mode}&language_id=${language_id}`)
      expect(body).toEqual(
        all.filter((voice) => fitsMode(voice) && voice.language_id === language_id),
      )
    }
  }
  const german = all.filter(({ language_id }) => language_id === 15)
  expect(german.length).toBeGreaterThan(0)
  expect((await get(server, 'voices?language_id=15')).body).toEqual(german)
})

test('a private voice is visible only to its account, under every filter', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const insert = server.context.db.prepare(`
    INSERT INTO voices (code, user_id, name, language_id, gender, synthesizer_provider_id)
    VALUES (?, ?, 'Own', 15, 'female', ?)
  `)
  const own = [1, null].map((provider) =>
    Number(insert.run(`own-${provider}`, other.id, provider).lastInsertRowid),
  )
  for (const mode of [undefined, 'pipeline', 'multimodal', 'dualplex'] as const) {
    for (const language_id of [undefined, 15, 1]) {
      const query = { mode, language_id }
      const [mine, theirs] = [
        ids(await server.call(listVoices, { query })),
        ids(await other.call(listVoices, { query })),
      ]
      const expected =
        language_id === 1 ? [] : mode === undefined ? own : [own[mode === 'multimodal' ? 1 : 0]]
      expect(theirs.filter((id) => !mine.includes(id))).toEqual(expected)
      expect(mine.filter((id) => own.includes(id))).toEqual([])
    }
  }
})

test('a voice’s preview is at its preview_url', async () => {
  const server = await startServer()
  const [voice] = await server.call(listVoices)
  expect(voice!.preview_url).toMatch(new RegExp(`^${server.url}/voices/[a-z-]+\\.mp3$`))
  const preview = await fetch(voice!.preview_url)
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
})

test('providers are filtered by the language they support', async () => {
  const server = await startServer()
  const all = {
    'synthesizer-providers': ['sandbox'],
    'transcriber-providers': ['sandbox', 'browser'],
  }
  for (const [path, expected] of Object.entries(all)) {
    const codes = async (query: string) =>
      (await get(server, path + query)).body.map(({ code }: { code: string }) => code)
    expect(await codes('')).toEqual(expected)
    expect(await codes('?language_id=1')).toEqual(expected)
    expect(await codes('?language_id=9999')).toEqual([])
  }
})

test('an unknown language gives an empty list, and an invalid id or value is rejected', async () => {
  const server = await startServer()
  for (const path of ['voices', 'synthesizer-providers', 'transcriber-providers']) {
    expect((await get(server, `${path}?language_id=9007199254740991`)).body).toEqual([])
    for (const id of ['x', '', '0', '-1', '1.5', '1e0', '%00', '1&language_id=2', '1%20OR%201=1']) {
      const { status, body } = await get(server, `${path}?language_id=${id}`)
      expect([id, status, body]).toEqual([
        id,
        422,
        {
          message: 'The given data was invalid.',
          errors: { language_id: ['The language id must be an integer.'] },
        },
      ])
    }
  }
  for (const [path, field] of [
    ['voices?mode=x', 'mode'],
    ['voices?mode=', 'mode'],
    ['voices?mode=pipeline&mode=dualplex', 'mode'],
    ['voices?mode=constructor', 'mode'],
    ['models?type=x', 'type'],
    ['models?type=', 'type'],
    ['models?type=pipeline', 'type'],
  ] as const) {
    const { status, body } = await get(server, path)
    expect([path, status, body.errors]).toEqual([
      path,
      422,
      { [field]: [`The selected ${field} is invalid.`] },
    ])
  }
})

test('unknown query parameters are ignored', async () => {
  const server = await startServer()
  const all = (await get(server, 'languages')).text
  expect((await get(server, 'languages?page=2&mode=x&language_id=x')).text).toBe(all)
})
