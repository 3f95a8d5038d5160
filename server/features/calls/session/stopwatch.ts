/** A pausable stopwatch, ms. */
export function createStopwatch(now: () => number) {
  let begun = now()
  let stoppedAt: number | undefined

  return {
    elapsed: (): number => (stoppedAt ?? now()) - begun,
    isStopped: (): boolean => stoppedAt !== undefined,
    stop(): void {
      stoppedAt ??= now()
    },
    goOn(): void {
      if (stoppedAt !== undefined) begun += now() - stoppedAt
      stoppedAt = undefined
    },
  }
}
