/** A pausable stopwatch, ms. */
export function createStopwatch(now: () => number) {
  let startedAt = now()
  let stoppedAt: number | undefined

  return {
    elapsed: (): number => (stoppedAt ?? now()) - startedAt,
    isStopped: (): boolean => stoppedAt !== undefined,
    stop(): void {
      stoppedAt ??= now()
    },
    resume(): void {
      if (stoppedAt !== undefined) startedAt += now() - stoppedAt
      stoppedAt = undefined
    },
  }
}
