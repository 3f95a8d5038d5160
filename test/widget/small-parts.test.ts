import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fitToViewport } from '../../widget/more/room.ts'
import { scaleDown } from '../../widget/more/scale-down.ts'
import { showInTitle } from '../../widget/more/title.ts'
import { aboutPage } from '../../widget/page.ts'
import { talkingChat } from './opened-chat.ts'
import { scriptApi } from './scripted-api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the page’s title', () => {
  afterEach(() => showInTitle(''))

  test('shows the news, and is restored afterwards', () => {
    document.title = 'Bakery'
    showInTitle('1 new message')
    expect(document.title).toBe('(1 new message) Bakery')
    showInTitle('2 new messages')
    expect(document.title).toBe('(2 new messages) Bakery')
    showInTitle('')
    expect(document.title).toBe('Bakery')
  })

  test('keeps the page’s own change made meanwhile', () => {
    document.title = 'Bakery'
    showInTitle('1 new message')
    document.title = 'Cakes'
    showInTitle('2 new messages')
    expect(document.title).toBe('(2 new messages) Cakes')
    document.title = 'Bread'
    showInTitle('')
    expect(document.title).toBe('Bread')
  })
})

describe('an image being uploaded', () => {
  const file = (name: string, type: string, size = 600_000) =>
    new File([new Uint8Array(size)], name, { type })
  const close = vi.fn()
  const drawn: number[] = []

  beforeEach(() => {
    drawn.length = 0
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close }))
    const { prototype } = HTMLCanvasElement
    vi.spyOn(prototype, 'getContext').mockReturnValue({
      drawImage: (_: unknown, x: number, y: number, width: number, height: number) =>
        drawn.push(x, y, width, height),
    } as never)
    vi.spyOn(prototype, 'toBlob').mockImplementation((done, type = '') =>
      done(new Blob([new Uint8Array(1000)], { type })),
    )
  })

  test.each([
    ['photo.jpeg', 'image/jpeg', 'photo.jpg', 'image/jpeg'],
    ['two.parts.heic', 'image/heic', 'two.parts.jpg', 'image/jpeg'],
    ['drawing.png', 'image/png', 'drawing.webp', 'image/webp'],
  ])('%s is scaled down to fit', async (name, type, wantedName, wantedType) => {
    const made = await scaleDown(file(name, type))
    expect(made).toMatchObject({ name: wantedName, type: wantedType, size: 1000 })
    expect(drawn).toEqual([0, 0, 2048, 1536])
    expect(close).toHaveBeenCalled()
  })

  test('anything else, and images that are small enough, are sent as they are', async () => {
    for (const given of [
      file('report.pdf', 'application/pdf'),
      file('cat.gif', 'image/gif'),
      file('drawing.svg', 'image/svg+xml'),
      file('film.mp4', 'video/mp4'),
      file('no type', ''),
      file('icon.png', 'image/png', 100),
    ]) {
      expect(await scaleDown(given)).toBe(given)
    }
  })

  test('one that cannot be decoded, or would only grow, is sent as it is', async () => {
    const given = file('photo.jpg', 'image/jpeg')
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
      done(new Blob([new Uint8Array(700_000)], { type: 'image/jpeg' })),
    )
    expect(await scaleDown(given)).toBe(given)
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('broken')))
    expect(await scaleDown(given)).toBe(given)
  })
})

test('the transcript contains messages, authors and files, and fetches nothing else', async () => {
  const api = scriptApi()
  const { choose, findByText } = await talkingChat(api)
  const attachments = [
    {
      id: 1,
      name: 'bill.pdf',
      media_type: 'application/pdf',
      size: 1,
      width: null,
      height: null,
      url: '/f/1',
    },
  ]
  const message = api.add({ content: 'Here **it** is', attachments })
  api.say('message.created', { conversation_id: api.conversation, message })
  await findByText('bill.pdf')
  const asked = () => api.paths().filter((path) => !path.endsWith('/read'))
  const before = asked()
  const saved: { blob?: Blob; name?: string } = {}
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.blob = blob as Blob
    return 'blob:test'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.name = this.download
  })
  await choose('Download transcript')
  await vi.waitFor(() => expect(saved.name).toBe('Transcript 2026-01-01.txt'), { timeout: 5000 })
  expect(saved.blob!.type).toContain('text/plain')
  const text = await saved.blob!.text()
  expect(text).toMatch(/^Transcript · Ada · /)
  expect(text).toMatch(/You:\nHello/)
  expect(text).toMatch(/Ada:\nHere \*\*it\*\* is\nbill\.pdf: http:\/\/parley\.test\/f\/1$/)
  expect(asked()).toEqual(before)
})

test('the desk is told the page’s address without its private parts', () => {
  history.replaceState({}, '', '/prices?token=secret#part')
  document.title = '👍'.repeat(400)
  const { page_url, page_title } = aboutPage()
  expect(page_url).toBe(`${location.origin}/prices`)
  expect([...page_title]).toHaveLength(150)
  history.replaceState({}, '', '/')
})

test('the panel stays clear of a phone’s on-screen keyboard', () => {
  const viewport = Object.assign(new EventTarget(), { height: 320, offsetTop: 40 })
  vi.stubGlobal('visualViewport', viewport)
  const panel = document.createElement('div')
  const life = new AbortController()
  const onChange = vi.fn()
  fitToViewport(panel, onChange, life.signal)
  viewport.dispatchEvent(new Event('resize'))
  expect(onChange).toHaveBeenCalledOnce()
  expect(panel.getAttribute('style')).toMatch(/320px.*40px/)
  life.abort()
  viewport.dispatchEvent(new Event('scroll'))
  expect(onChange).toHaveBeenCalledOnce()
})
