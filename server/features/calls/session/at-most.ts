import type { Context } from '../../../context.ts'

/** Waits until something has happened, and so many ms at most. */
export async function atMost(
  { sleep }: Pick<Context, 'sleep'>,
  ms: number,
  happened: Promise<void>,
): Promise<void> {
  const late = new AbortController()
  await Promise.race([happened, sleep(ms, late.signal).catch(() => {})])
  late.abort()
}
