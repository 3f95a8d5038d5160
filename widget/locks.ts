/** Maximum wait for another tab that has gone quiet, ms. */
const TIMEOUT = 5000

/** Runs a task while no other tab runs one of the same name; without coordination if there is no name or no lock. */
export async function exclusively<result>(
  name: string | undefined,
  task: () => Promise<result>,
): Promise<result> {
  if (!name) return task()
  // Absent on pages without HTTPS.
  const locks = navigator.locks as LockManager | undefined
  let running: Promise<result> | undefined
  await locks
    ?.request(name, { signal: AbortSignal.timeout(TIMEOUT) }, () => {
      running = task()
      return running
    })
    .catch(() => {})
  return running ?? task()
}
