import type { Page } from 'playwright'

/** Part of a trace's event that describes a frame. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly ts: number
  readonly id2?: { readonly local: string }
  readonly args: { readonly frame_reporter?: FrameReport }
}

interface FrameReport {
  readonly state: string
  readonly has_compositor_animation: boolean
}

/**
 * Times between the frames that Chromium presented during animations of its compositor that last at most `ms`, in ms.
 * Callbacks of animation frames would measure the page's own thread, which these animations do not wait for.
 */
export async function gapsBetweenFrames(
  page: Page,
  ms: number,
  act: () => unknown,
): Promise<number[]> {
  const browser = page.context().browser()!
  const categories = ['cc', 'benchmark', 'disabled-by-default-devtools.timeline.frame']
  await browser.startTracing(page, { categories })
  await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const times = presentedAt(traceEvents)
  const gaps = times.slice(1).map((time, index) => (time - times[index]!) / 1000)
  // What takes longer is between two animations.
  return gaps.filter((gap) => gap <= ms)
}

/** Times at which animated frames were presented, µs; ids of frames are used again. */
function presentedAt(events: readonly TraceEvent[]): number[] {
  const open = new Map<string, FrameReport | undefined>()
  const times = new Set<number>()
  for (const { name, ph, pid, ts, id2, args } of events.toSorted((a, b) => a.ts - b.ts)) {
    if (name !== 'PipelineReporter') continue
    const id = `${pid} ${id2?.local}`
    if (ph === 'b') open.set(id, args.frame_reporter)
    else {
      const report = open.get(id)
      if (report?.has_compositor_animation && report.state.startsWith('STATE_PRESENTED'))
        times.add(ts)
    }
  }
  return [...times].sort((a, b) => a - b)
}
