import type { Context } from '../../../context.ts'

/** Awaits a promise, but no longer than the given time, ms. */
export async function atMost(
  { sleep }: Pick<Context, 'sleep'>,
  ms: number,
  happened: Promise<void>,
): Promise<void> {
  const late = new AbortController()
  await Promise.race([happened, sleep(ms, late.signal).catch(() => {})])
  late.abort()
}
