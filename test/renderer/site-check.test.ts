import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { SiteOutcome, SiteSeen, SiteToShow } from '../../electron/desktop-api.ts'
import { createSiteCheckModel } from '../../renderer/screens/embed/site-check-model.ts'
import { windowFindings } from '../../renderer/screens/embed/site-window-findings.ts'
import { fakeServer, invalid } from './support.ts'

const PATH = 'POST /user/assistant/1/site-checks'
const RESULT = {
  url: 'https://www.example.com/',
  status: 200,
  is_installed: true,
  findings: [],
  colors: [],
  offset_y: null,
}

function model(origins: readonly string[] = []) {
  const server = fakeServer()
  return { server, ...createSiteCheckModel({ api: server.api, id: 1, origins: signal(origins) }) }
}

test('the first website is proposed, and an address needs no scheme', async () => {
  const { server, address, check, edit, result } = model(['https://www.example.com'])
  server.on(PATH, { data: RESULT })
  expect(address()).toBe('https://www.example.com')
  edit('example.com/shop')
  await check()
  expect(server.bodies(PATH)).toEqual([{ url: 'https://example.com/shop' }])
  expect(result.value).toEqual(RESULT)
})

test('what is no address is not sent, and a page that cannot be read keeps its address', async () => {
  const { server, address, check, edit, error, result } = model()
  edit('not an address')
  await check()
  expect(error.value).toContain('Enter a web address')
  edit('https://www.example.com/')
  expect(error.value).toBeUndefined()
  server.on(PATH, () => invalid({ url: ['The page could not be fetched.'] }))
  await check()
  expect([error.value, address(), result.value]).toEqual([
    'The page could not be fetched.',
    'https://www.example.com/',
    undefined,
  ])
})

const SEEN = {
  url: RESULT.url,
  isAdded: true,
  tags: 1,
  hasLauncher: true,
  violations: [],
  failures: [],
  workers: [],
  obstacles: [],
  offset_y: null,
}

test('in the desktop app the checked page is shown, and the last window counts', async () => {
  const server = fakeServer()
  server.on(PATH, { data: RESULT })
  const asked: SiteToShow[] = []
  const answers: PromiseWithResolvers<SiteOutcome>[] = []
  const desktop = {
    showSite(site: SiteToShow) {
      asked.push(site)
      answers.push(Promise.withResolvers<SiteOutcome>())
      return answers.at(-1)!.promise
    },
  }
  const { check, edit, show, shown } = createSiteCheckModel({
    ...{ api: server.api, id: 1, origins: signal([]), desktop },
  })
  await show('a-b', 'phone')
  expect(asked).toEqual([])
  edit('www.example.com')
  await check()
  const first = show('a-b', 'desktop')
  const second = show('a-b', 'phone')
  expect(asked).toEqual([
    { assistant: 'a-b', url: RESULT.url, size: 'desktop' },
    { assistant: 'a-b', url: RESULT.url, size: 'phone' },
  ])
  answers[1]!.resolve({ seen: SEEN })
  answers[0]!.resolve({ fault: 'unreachable' })
  await Promise.all([first, second])
  expect(shown.value).toEqual({ size: 'phone', seen: SEEN })

  const third = show('a-b', 'phone')
  answers[2]!.resolve({ fault: 'closed' })
  await third
  expect(shown.value).toBeUndefined()
  const fourth = show('a-b', 'phone')
  answers[3]!.reject(new Error('site:show is not for this page'))
  await fourth
  expect(shown.value).toEqual({ size: 'phone', fault: 'unavailable' })
  await check()
  expect(shown.value).toBeUndefined()
})

const ORIGIN = 'https://chat.example.com'
const said = (seen: Partial<SiteSeen>) =>
  windowFindings({ ...SEEN, ...seen }, ORIGIN).map(({ severity, title }) => [severity, title])

test('what the window shows is put into words, the gravest first', () => {
  expect(said({})).toEqual([])
  expect(said({ hasLauncher: false })).toEqual([
    ['problem', 'The code is there, but no chat appears'],
  ])
  expect(said({ hasLauncher: false, tags: 0 })).toEqual([
    ['problem', 'There is no code of the chat in this page'],
  ])
  const violations = [{ directive: 'script-src-elem', blocked: `${ORIGIN}/widget.js` }]
  const failures = [{ url: `${ORIGIN}/widget.js`, error: 'net::ERR_FAILED' }]
  expect(
    said({ hasLauncher: false, violations, failures, workers: ['https://a.example/sw.js'] }),
  ).toEqual([
    ['problem', 'The content security policy blocked the chat'],
    ['problem', 'A file of the chat did not load'],
    ['warning', 'The page has a service worker'],
  ])
  // The window's own tag is not counted.
  expect(said({ tags: 2 })).toEqual([['note', 'A script adds the code']])
  expect(said({ tags: 3 })).toEqual([['warning', 'A script adds the code once more']])
  expect(said({ isAdded: false, tags: 1 })).toEqual([])
  expect(said({ isAdded: false, tags: 2 })).toEqual([
    ['warning', 'A script adds the code once more'],
  ])
  expect(said({ obstacles: ['a.top', 'a.top', 'div#badge'], offset_y: 96 })).toEqual([
    ['proposal', 'Something is in the way of the button'],
  ])
  const [worker] = windowFindings({ ...SEEN, workers: ['https://a.example/sw.js'] }, ORIGIN)
  expect(worker).toMatchObject({
    seen: 'https://a.example/sw.js',
    paste: `if (new URL(event.request.url).origin === '${ORIGIN}') return`,
  })
})
