import type { Debugger } from 'electron'
import { z } from 'zod'
import type { SiteToShow } from './desktop-api.ts'
import { logProblem } from './log.ts'
import type { SiteDoor } from './server-messages.ts'
import { tagSources } from './site-source.ts'
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

/** Maximum number of attempts to look at a page that keeps moving on. */
const MAX_LOOKS = 5

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

const Attached = z.object({ sessionId: z.string() })
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
  /** User agent of the desktop's browser. */
  readonly userAgent: string
}

/** Prepares an empty page: the next ones in it contain the tag, and have the size of the wanted device. */
export async function prepareSite(devtools: Debugger, shown: Shown): Promise<SitePage> {
  const send = (method: string, params: object = {}, target?: string): Promise<unknown> =>
    devtools.sendCommand(method, params, ...(target === undefined ? [] : [target]))
  devtools.attach('1.3')
  const { frame } = Tree.parse(await send('Page.getFrameTree')).frameTree
  const { assistant, tag } = shown
  const sources = tagSources({ send, frame: frame.id, assistant, tag })
  devtools.on('message', (_event, method, params: unknown) => {
    if (method === 'Fetch.requestPaused') void sources.release(params)
    // A dialog would hold up the page; it may already be gone.
    if (method === 'Page.javascriptDialogOpening')
      void send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)
    if (method === 'Target.attachedToTarget') void restrict(params)
  })
  await send('Page.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watchSite})()`,
    worldName: WORLD,
  })
  await send('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }],
  })
  const restrictions = [...RESTRICTIONS, ...Object.entries(deviceOf(shown))]
  for (const [method, params] of restrictions) await send(method, params)
  if (shown.size === 'phone') await send('Emulation.setDeviceMetricsOverride', screenOf(shown))

  /** Treats a frame of another site or a worker, which waits for it, like the page. */
  async function restrict(attached: unknown): Promise<void> {
    const { sessionId } = Attached.parse(attached)
    const commands = [
      ['Page.enable', {}],
      ...restrictions,
      ['Runtime.runIfWaitingForDebugger', {}],
    ] as const
    // A worker does not know all of them, and either may already be gone.
    await Promise.allSettled(commands.map(([method, params]) => send(method, params, sessionId)))
  }

  async function lookOnce(): Promise<Sight> {
    const options: Look = { assistant, patience: PATIENCE_MS, rest: REST_MS }
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
    for (let looks = 1; ; looks++) {
      try {
        return await lookOnce()
      } catch (error) {
        // A page that moves on takes the question with it.
        if (looks === MAX_LOOKS || !devtools.isAttached()) throw error
        await delay(100)
      }
    }
  }

  return {
    get isAdded() {
      return sources.isAdded
    },
    look: () =>
      Promise.race([
        lookUntilStill().catch((error) => void logProblem(error)),
        delay(SILENCE_MS).then(() => undefined),
      ]),
  }
}

/** Commands that keep a page, its frames and its workers from what is not theirs. */
const RESTRICTIONS: readonly (readonly [method: string, params: object])[] = [
  // Printing opens a dialog of the system.
  ['Page.addScriptToEvaluateOnNewDocument', { source: 'window.print = () => undefined' }],
  // The chooser is intercepted and never answered.
  ['Page.setInterceptFileChooserDialog', { enabled: true }],
  // Frames of other sites and workers have targets of their own.
  ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],
]

/** Commands that make a desktop's browser the wanted device. */
function deviceOf({ size, userAgent }: Shown): Record<string, object> {
  if (size === 'desktop') return {}
  const version = /Chrome\/(\d+)/.exec(userAgent)?.[1] ?? '150'
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
    'Emulation.setTouchEmulationEnabled': { enabled: true, maxTouchPoints: 5 },
    'Emulation.setEmitTouchEventsForMouse': { enabled: true, configuration: 'mobile' },
  }
}

/** The screen of a phone; its size in a frame of another site is the page's matter. */
const screenOf = ({ scale }: Shown) => ({ ...PHONE, deviceScaleFactor: 0, mobile: true, scale })
