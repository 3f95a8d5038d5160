/** Maximum wait for another tab that has gone quiet, ms. */
const PATIENCE = 5000

/** Runs a task while no other tab runs one of the same name; without coordination if the browser has no locks. */
export async function exclusively<result>(
  name: string,
  task: () => Promise<result>,
): Promise<result> {
  // Absent on pages without HTTPS.
  const locks = navigator.locks as LockManager | undefined
  let running: Promise<result> | undefined
  await locks
    ?.request(name, { signal: AbortSignal.timeout(PATIENCE) }, () => {
      running = task()
      return running
    })
    .catch(() => {})
  return running ?? task()
}
