import type { Page } from 'playwright'

/** Part of a trace's event that describes a frame, an animation or a mark of the page. */
interface TraceEvent {
  readonly name: string
  readonly cat: string
  readonly ph: string
  readonly pid: number
  readonly ts: number
  readonly id2?: { readonly local: string }
  readonly args: { readonly frame_reporter?: FrameReport; readonly data?: AnimationData }
}

interface FrameReport {
  readonly state: string
  readonly affects_smoothness: boolean
  readonly has_compositor_animation: boolean
}

interface AnimationData {
  /** The animated property, or the name of its keyframes. */
  readonly displayName?: string
  /** Bits of the reasons why the compositor refused it. */
  readonly compositeFailed?: number
  readonly unsupportedProperties?: readonly string[]
}

/** Animations on a page, as Chromium traced them. */
export interface Motion {
  /** Animated properties and names of keyframes. */
  readonly animated: readonly string[]
  /** Properties that the compositor refused, so that they wait for the page's own thread. */
  readonly refused: readonly string[]
  /** Number of frames of the compositor's animations that were presented. */
  readonly presented: number
  /** Number of those that should have been and came too late. */
  readonly dropped: number
  /** Number of those presented between the marks `blocked` and `free` of the page. */
  readonly presentedWhileBlocked: number
}

const CATEGORIES = [
  'cc',
  'benchmark',
  'disabled-by-default-devtools.timeline.frame',
  'devtools.timeline',
  'blink.animations',
  'blink.user_timing',
]

/**
 * Traces the animations during an action. Callbacks of animation frames would measure the page's own thread, for which the
 * compositor's animations do not wait.
 */
export async function motionDuring(page: Page, act: () => unknown): Promise<Motion> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const events = traceEvents.toSorted((a, b) => a.ts - b.ts)
  const animations = events.flatMap(({ name, args }) =>
    name === 'Animation' && args.data ? [args.data] : [],
  )
  const frames = framesOf(events)
  const presented = frames.filter(({ state }) => state.startsWith('STATE_PRESENTED'))
  const markedAt = (mark: string) =>
    events.find(({ name, cat }) => name === mark && cat.includes('user_timing'))?.ts
  const [from = 0, until = 0] = [markedAt('blocked'), markedAt('free')]
  return {
    animated: sorted(animations.flatMap(({ displayName }) => displayName ?? [])),
    refused: sorted(
      animations.flatMap(({ compositeFailed = 0, unsupportedProperties: names = [] }) =>
        compositeFailed && names.length === 0 ? `reason ${compositeFailed}` : names,
      ),
    ),
    presented: presented.length,
    dropped: frames.filter((frame) => frame.state === 'STATE_DROPPED' && frame.affects_smoothness)
      .length,
    presentedWhileBlocked: presented.filter(({ ts }) => ts > from && ts < until).length,
  }
}

/** The frames of the compositor's animations with the time of their end, µs; ids of frames are used again. */
function framesOf(events: readonly TraceEvent[]) {
  const open = new Map<string, FrameReport | undefined>()
  return events.flatMap(({ name, ph, pid, ts, id2, args }) => {
    if (name !== 'PipelineReporter') return []
    const id = `${pid} ${id2?.local}`
    if (ph === 'b') {
      open.set(id, args.frame_reporter)
      return []
    }
    const report = open.get(id)
    return report?.has_compositor_animation ? [{ ...report, ts }] : []
  })
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort()
