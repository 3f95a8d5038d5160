/** Resolves after `ms`. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Waits for an event, for at most `ms`. */
export async function within(ms: number, event: Promise<unknown>): Promise<void> {
  const tooLate = Promise.withResolvers<void>()
  const timer = setTimeout(tooLate.resolve, ms)
  await Promise.race([event, tooLate.promise])
  clearTimeout(timer)
}
