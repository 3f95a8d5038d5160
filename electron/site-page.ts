import type { Debugger } from 'electron'
import { z } from 'zod'
import type { SiteToShow } from './desktop-api.ts'
import { logProblem } from './log.ts'
import type { SiteDoor } from './server-messages.ts'
import { type Look, lookAtSite, watchSite } from './site-view.ts'
import { delay } from './wait.ts'

/** Size of a phone, px; that of common ones. */
export const PHONE = { width: 390, height: 844 } as const

/** Name of the JavaScript world in which a page is watched. */
const WORLD = 'Parley'

/** Time for the chat to appear, for what comes after it, and for a page to say anything at all, ms. */
const PATIENCE_MS = 6000
const REST_MS = 1500
const SILENCE_MS = 15_000

/** How often a page may move on while it is looked at. */
const MAX_MOVES = 5

const Text = z.string().transform((text) => text.slice(0, 500))
const Texts = z.array(Text).transform((texts) => texts.slice(0, 20))

/** The page's state as its own process reports it, and so checked and cut. */
const Sight = z.object({
  url: Text,
  tags: z.int().min(0),
  hasLauncher: z.boolean(),
  violations: z.array(z.object({ directive: Text, blocked: Text })).max(100),
  workers: Texts,
  obstacles: Texts,
  offset_y: z.int().min(0).max(500).nullable(),
})
type Sight = z.output<typeof Sight>

/** A response that waits for us. */
const Paused = z.object({
  requestId: z.string(),
  frameId: z.string(),
  responseStatusCode: z.int().optional(),
  responseHeaders: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})
type Paused = z.output<typeof Paused>

const Body = z.object({ body: z.string(), base64Encoded: z.boolean() })
const Tree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })

/** A website's page, driven through Chromium's DevTools protocol. */
export interface SitePage {
  /** True if the source of the page had no tag of the assistant, so that it was added. */
  readonly isAdded: boolean
  /** Waits for the chat and describes the page; undefined if it does not respond. */
  look(): Promise<Sight | undefined>
}

interface Shown extends Pick<SiteToShow, 'assistant' | 'size'>, Pick<SiteDoor, 'tag'> {
  /** Scale at which a phone's screen fits on this one. */
  readonly scale: number
  /** User agent of this program. */
  readonly userAgent: string
}

/** Prepares an empty page: the next ones in it contain the tag, and have the size of the wanted device. */
export async function prepareSite(devtools: Debugger, shown: Shown): Promise<SitePage> {
  const send = (method: string, params: object = {}): Promise<unknown> =>
    devtools.sendCommand(method, params)
  let isAdded = false
  devtools.attach('1.3')
  const { frame } = Tree.parse(await send('Page.getFrameTree')).frameTree
  devtools.on('message', (_event, method, params: unknown) => {
    if (method === 'Fetch.requestPaused') void release(params).catch(logProblem)
    // A dialog would hold up the page; it may already be gone.
    if (method === 'Page.javascriptDialogOpening')
      void send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)
  })
  await send('Page.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watchSite})()`,
    worldName: WORLD,
  })
  // Printing opens a dialog of the system.
  await send('Page.addScriptToEvaluateOnNewDocument', { source: 'window.print = () => undefined' })
  // Nothing answers, so that no file is ever chosen.
  await send('Page.setInterceptFileChooserDialog', { enabled: true })
  await send('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }],
  })
  for (const [method, params] of Object.entries(deviceOf(shown))) await send(method, params)

  /** Lets a response pass, a page with the tag in it: so it meets what the tag would meet on the website. */
  async function release(response: unknown): Promise<void> {
    const paused = Paused.parse(response)
    const { requestId } = paused
    const page = isPage(paused) ? await withTag(paused) : undefined
    await (page
      ? send('Fetch.fulfillRequest', { requestId, ...page })
      : send('Fetch.continueRequest', { requestId }))
  }

  const isPage = ({ frameId, responseStatusCode = 0, responseHeaders }: Paused): boolean =>
    frameId === frame.id &&
    (responseStatusCode < 300 || responseStatusCode > 399) &&
    responseHeaders.some(
      ({ name, value }) => /^content-type$/i.test(name) && /^\s*text\/html\b/i.test(value),
    )

  async function withTag({ requestId, responseStatusCode = 200, responseHeaders }: Paused) {
    const { body, base64Encoded } = Body.parse(await send('Fetch.getResponseBody', { requestId }))
    // One character for each byte, so that every encoding of the page survives.
    const source = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString('latin1')
    isAdded = !source.toLowerCase().includes(shown.assistant)
    if (!isAdded) return undefined
    const end = source.toLowerCase().lastIndexOf('</body')
    const at = end === -1 ? source.length : end
    const added = source.slice(0, at) + shown.tag + source.slice(at)
    return {
      responseCode: responseStatusCode,
      responseHeaders: responseHeaders.filter(
        ({ name }) => !/^(?:content-(?:length|encoding)|transfer-encoding)$/i.test(name),
      ),
      body: Buffer.from(added, 'latin1').toString('base64'),
    }
  }

  async function lookOnce(): Promise<Sight> {
    const options: Look = { assistant: shown.assistant, patience: PATIENCE_MS, rest: REST_MS }
    const world = { frameId: frame.id, worldName: WORLD }
    const { executionContextId } = z
      .object({ executionContextId: z.int() })
      .parse(await send('Page.createIsolatedWorld', world))
    const answer = await send('Runtime.evaluate', {
      expression: `(${lookAtSite})(${JSON.stringify(options)})`,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    })
    return z.object({ result: z.object({ value: Sight }) }).parse(answer).result.value
  }

  async function lookUntilStill(): Promise<Sight> {
    for (let moves = 1; ; moves++) {
      try {
        return await lookOnce()
      } catch (error) {
        // A page that moves on takes the question with it.
        if (moves === MAX_MOVES || !devtools.isAttached()) throw error
        await delay(100)
      }
    }
  }

  return {
    get isAdded() {
      return isAdded
    },
    look: () =>
      Promise.race([
        lookUntilStill().catch((error) => void logProblem(error)),
        delay(SILENCE_MS).then(() => undefined),
      ]),
  }
}

/** Commands that make Chromium a visitor's browser of the wanted size. */
function deviceOf({ size, scale, userAgent }: Shown): Record<string, object> {
  const browser = userAgent.replaceAll(/ (?:Electron|Parley)\/\S+/gi, '')
  if (size === 'desktop') return { 'Emulation.setUserAgentOverride': { userAgent: browser } }
  const version = /Chrome\/(\d+)/.exec(browser)?.[1] ?? '150'
  return {
    'Emulation.setUserAgentOverride': {
      userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`,
      userAgentMetadata: {
        platform: 'Android',
        platformVersion: '',
        architecture: '',
        model: '',
        mobile: true,
      },
    },
    'Emulation.setDeviceMetricsOverride': {
      ...PHONE,
      deviceScaleFactor: 0,
      mobile: true,
      scale,
    },
    'Emulation.setTouchEmulationEnabled': { enabled: true, maxTouchPoints: 5 },
    'Emulation.setEmitTouchEventsForMouse': { enabled: true, configuration: 'mobile' },
  }
}
