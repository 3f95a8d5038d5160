import { afterEach, expect, test, vi } from 'vitest'
import { subjectOf } from '../../widget/more/subject.ts'
import { mountedChat, openChat, remember, remembered, talkingChat } from './opened-chat.ts'
import { scriptApi } from './scripted-api.ts'

afterEach(() => void vi.useRealTimers())

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (sub: string) => `${part({ alg: 'HS256' })}.${part({ sub, name: 'Ümit?>' })}.sig`

test('the subject of a token is read; anything else has none', () => {
  expect(subjectOf(tokenOf('u-1'))).toBe('u-1')
  for (const wrong of ['', 'a', 'a.b.c', `.${part([])}x.`, undefined, null, 7, {}]) {
    expect(() => subjectOf(wrong as string)).not.toThrow()
  }
  expect(subjectOf('a.b.c')).toBeUndefined()
})

test('a visitor identified before their first message becomes a visitor of that name', async () => {
  const api = scriptApi()
  const { chat, findByText } = openChat()
  await findByText('Welcome!')
  await chat.identify(tokenOf('u-1'))
  expect(api.asked.find(({ path }) => path === 'session')).toMatchObject({
    method: 'POST',
    token: null,
    body: { identity: tokenOf('u-1') },
  })
  expect(remembered()).toMatchObject({ token: 'token-1', subject: 'u-1' })
})

test('identifying the same person again requests nothing', async () => {
  remember({ token: 't', subject: 'u-1' })
  const api = scriptApi()
  const { chat } = mountedChat()
  await chat.identify(tokenOf('u-1'))
  expect(api.paths().filter((path) => !path.startsWith('GET assistants'))).toEqual([])
})

test('an anonymous visitor who is identified keeps the conversation', async () => {
  const api = scriptApi({ listed: [{ id: 'other', ended: false }] })
  const { chat } = await talkingChat(api)
  await chat.identify(tokenOf('u-1'))
  expect(api.asked.find(({ path }) => path === 'identity')).toMatchObject({
    token: 'Bearer token-1',
    body: { identity: tokenOf('u-1') },
  })
  expect(remembered()).toMatchObject({ token: 'token-2', subject: 'u-1' })
  // It is not in the list, so the latest open one is shown.
  expect(remembered().conversation).toBe('other')
})

test('a visitor who has chatted elsewhere finds their latest open conversation', async () => {
  const listed = [
    { id: 'ended', ended: true },
    { id: 'open', ended: false },
  ]
  const api = scriptApi({ listed })
  const { chat } = openChat()
  await chat.identify(tokenOf('u-1'))
  expect(remembered().conversation).toBe('open')
  await vi.waitFor(() => expect(api.paths()).toContain('GET conversations/open'))
})

test('another person finds nothing of the previous visitor', async () => {
  const api = scriptApi()
  const opened = await talkingChat(api)
  remember({ ...remembered(), subject: 'u-1', draft: 'secret' })
  await opened.chat.identify(tokenOf('u-2'))
  const order = api.paths().filter((path) => /session/.test(path))
  expect(order).toEqual(['POST session', 'DELETE session', 'POST session'])
  expect(api.asked.filter(({ path }) => path === 'session').at(-1)!.token).toBeNull()
  expect(remembered()).toEqual({ token: 'token-2', subject: 'u-2' })
  await vi.waitFor(() => expect(opened.bubbles()).toEqual(['Welcome!']))
  expect(opened.field().value).toBe('')
})

test('a token the server refuses changes nothing and is reported to the site’s owner', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const api = scriptApi()
  const { chat } = await talkingChat(api)
  api.once(/identity/, { status: 422, body: { message: 'The identity is not signed.' } })
  await chat.identify(tokenOf('u-1'))
  expect(remembered()).toMatchObject({ token: 'token-1' })
  expect(remembered().subject).toBeUndefined()
  expect(warn.mock.calls.flat().join(' ')).toContain('The identity is not signed.')
  warn.mockRestore()
})

test.each(['answers', 'cannot be reached'])(
  'reset forgets the visitor locally when the server %s',
  async (how) => {
    const api = scriptApi()
    const { chat, bubbles, field, write } = await talkingChat(api)
    await write('half a thought')
    if (how !== 'answers') api.once(/^DELETE session/, 'nothing')
    await chat.reset()
    expect(api.paths()).toContain('DELETE session')
    expect(localStorage).toHaveLength(0)
    await vi.waitFor(() => expect(bubbles()).toEqual(['Welcome!']))
    expect(field().value).toBe('')
  },
)

test('reset discards unsent messages', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const api = scriptApi()
  const { chat, write, findAllByText, bubbles } = await talkingChat(api)
  api.once(/messages/, 'nothing')
  await write('Secret{Enter}')
  await findAllByText('Not sent.')
  await chat.reset()
  await vi.waitFor(() => expect(bubbles()).toEqual(['Welcome!']))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(api.messages.map(({ content }) => content)).toEqual(['Hello'])
})

test.each([
  ['Europe/Berlin', [['timezone', 'Europe/Berlin']]],
  ['Etc/Unknown', []],
])('a visitor whose browser names its time zone %s can chat', async (name, sent) => {
  const options = Intl.DateTimeFormat().resolvedOptions()
  using _ = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...options, timeZone: name })
  const api = scriptApi()
  await talkingChat(api)
  const session = api.asked.find(({ path }) => path === 'session')
  const zones = Object.entries(session!.body as object).filter(([field]) => field === 'timezone')
  expect(zones).toEqual(sent)
})
