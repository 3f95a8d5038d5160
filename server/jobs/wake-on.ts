import type { StoredType } from '#contracts/events.ts'
import type { Context } from '../context.ts'

/**
 * Runs jobs that triggers add in the commits of these events at once instead of within half a minute.
 * @param mayHaveAdded true if the triggers can have added jobs of an account
 */
export function wakeOn(
  { events, jobs }: Pick<Context, 'events' | 'jobs'>,
  types: readonly StoredType[],
  mayHaveAdded: (userId: number) => boolean,
): void {
  events.onRecorded((type, userId) => {
    if (types.includes(type) && mayHaveAdded(userId)) jobs.wake()
  })
}
