import { expect } from 'vitest'
import { type Bench, lab } from '../../support/lab.ts'
import type { Guest } from '../../support/lab-guest.ts'
import {
  always,
  behind,
  comesBack,
  isApi,
  isChat,
  NETWORK,
  says,
  seconds,
} from '../../support/lab-ill.ts'
import type { Behaviour, startFront } from '../../support/lab-site.ts'
import { countRequests, passTime, stopTime } from '../../support/lab-time.ts'
import { until } from '../../support/waiting.ts'

type Front = Awaited<ReturnType<typeof startFront>>

const WIFI = '<h1>Log in to the café’s wifi</h1>'

const AILMENTS: Readonly<Record<string, Behaviour>> = {
  'cuts the connection': (_path, req) => {
    req.socket.resetAndDestroy()
    return 'done'
  },
  'answers 500': always(500, {}, '{"message":"x"}'),
  'answers 200 with HTML': always(
    200,
    { 'content-type': 'text/html', 'access-control-allow-origin': '*' },
    WIFI,
  ),
  'answers without CORS': always(200, { 'content-type': 'application/json' }, '{}'),
  'hangs for ever': () => 'done',
}

/** True for everything requested after the launcher and the chat have loaded, so that the server can go away then. */
const isChatItself = (path: string) => /widget\.js$|chat-[\da-f]+\.js$/.test(path)

/** Limits for words about a failure and for coming back, ms: a request that hangs is given up after 10 s, and once more. */
const PATIENCE = { said: 20_000, back: 30_000 }

/** Counts the requests of a page to Parley from now on, as the page makes them: Firefox sends one that is cut ten times. */
function triesOf({ engine }: Bench, { page }: Guest, { seen, url }: Front): () => number {
  const before = seen.length
  // WebDriver tells of no requests, and WebKitGTK sends each once.
  if (engine === 'WebKit') return () => seen.length - before
  const count = countRequests(page, url)
  return () => count.begun
}

const concurrent = { concurrent: true }

lab('A server that fails', (row) => {
  for (const [how, behave] of Object.entries(AILMENTS)) {
    row(
      `the widget’s first file ${how}: the page is as it would be without the tag`,
      async (bench) => {
        const { guest, front } = await behind(bench, behave)
        await guest.page.getByRole('heading', { name: 'Bakery' }).waitFor()
        await until(async () => front.seen.length > 0, 5000)
        expect(await guest.launchers()).toBe(0)
        // HTML instead of a script is a browser error, whoever requested it.
        const thrown = guest.noise.filter(({ from }) => from === 'page error')
        expect(
          thrown.filter(({ says: words }) => !/Unexpected token|expected expression/.test(words)),
        ).toEqual([])
      },
      concurrent,
    )

    row(
      `the chat’s file ${how}: the launcher says so, and a second attempt loads it`,
      async (bench) => {
        let isIll = true
        const { guest } = await behind(bench, (path, req, res) =>
          isIll && isChat(path) ? behave(path, req, res) : 'pass',
        )
        await guest.launcher.click()
        const { said, back } = PATIENCE
        bench.note('said after', seconds(await says(guest, said)))
        isIll = false
        await until(() => comesBack(guest), back)
        await guest.asks()
      },
      concurrent,
    )

    row(
      `the API ${how}: the chat says so, tries at most 3 times in 3 s, and comes back`,
      async (bench) => {
        let isIll = true
        const { guest, front } = await behind(
          bench,
          (path, req, res) => (isIll && isApi(path) ? behave(path, req, res) : 'pass'),
          stopTime,
        )
        await guest.launcher.click()
        const { said, back } = PATIENCE
        bench.note('said after', seconds(await says(guest, said)))
        const count = triesOf(bench, guest, front)
        await passTime(guest.page, 3000)
        expect(count()).toBeLessThanOrEqual(3)
        isIll = false
        await until(() => comesBack(guest), back)
        await guest.asks()
      },
      concurrent,
    )
  }

  row(
    'nothing is listening',
    async ({ visit, tag, front }) => {
      const { url, close } = await front(() => 'done')
      close()
      const guest = await visit({ tag: tag('', url) }, { noise: NETWORK })
      await guest.page.waitForLoadState('load')
      expect(await guest.launchers()).toBe(0)
      expect(guest.noise.filter(({ from }) => from === 'page error')).toEqual([])
    },
    concurrent,
  )

  row(
    'once the chat is loaded, Parley goes down and its proxy answers 502 to everything',
    async (bench) => {
      let isIll = false
      const bad = always(502, {}, '<h1>Bad gateway</h1>')
      const { guest } = await behind(bench, (...request) => (isIll ? bad(...request) : 'pass'))
      await guest.launcher.hover()
      await guest.page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /chat-[\da-f]+\.js/.test(name)),
      )
      isIll = true
      await guest.launcher.click()
      bench.note('said after', seconds(await says(guest, 12_000)))
      // No one is told to check a list of allowed websites.
      expect(guest.noise.filter(({ says: words }) => /websites/.test(words))).toEqual([])
      isIll = false
      await until(() => comesBack(guest), 15_000)
      await guest.asks()
    },
    concurrent,
  )

  row(
    'opened while the server is down: the chat appears by itself once it is back',
    async (bench) => {
      let isIll = true
      const cut = AILMENTS['cuts the connection']!
      const { guest } = await behind(
        bench,
        (path, req, res) => (isIll && !isChatItself(path) ? cut(path, req, res) : 'pass'),
        stopTime,
      )
      await guest.launcher.click()
      await says(guest, 12_000)
      isIll = false
      await passTime(guest.page, 5000)
      await guest.field.waitFor()
      await guest.asks()
    },
    concurrent,
  )

  row(
    'only the API is blocked: the chat says so without blaming the list of allowed websites, and comes back',
    async (bench) => {
      let isIll = true
      const cut = AILMENTS['cuts the connection']!
      const { guest } = await behind(
        bench,
        (path, req, res) => (isIll && isApi(path) ? cut(path, req, res) : 'pass'),
        stopTime,
      )
      await guest.launcher.click()
      await guest.chat.getByText('device or network is blocking the chat').first().waitFor()
      expect(guest.noise.filter(({ says: words }) => /websites/.test(words))).toEqual([])
      isIll = false
      await passTime(guest.page, 5000)
      await guest.field.waitFor()
      await guest.asks()
    },
    concurrent,
  )

  row(
    'the website is not on the assistant’s list: the chat says that it is unavailable, and the console what to do',
    async ({ visit, site, tag, hearsConsole }) => {
      const url = site.page({ tag: tag() }).replace('localhost', '127.0.0.1')
      const guest = await visit(url, { noise: NETWORK })
      await guest.launcher.click()
      await guest.chat
        .getByText(/not available/i)
        .first()
        .waitFor()
      if (!hearsConsole) return
      const ours = guest.noise.filter(({ says: words }) => words.startsWith('Parley: '))
      expect(ours).toHaveLength(1)
      expect(ours[0]!.says).toContain(new URL(url).origin)
    },
    concurrent,
  )
})
