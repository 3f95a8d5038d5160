import { effect, signal } from '@preact/signals'
import type { HomeDays } from '#contracts/home.ts'
import type { RepliesMet } from '#contracts/reply-targets.ts'
import { type Api, explain } from '../../../app/api.ts'
import { timezoneHere } from '../../../format/timezone.ts'

/** Replies by whether they met their targets, in the last days. */
export function createMetModel(api: Api) {
  const met = signal<RepliesMet>()
  const failure = signal<string>()
  const days = signal<HomeDays>('30')
  let asked = 0

  async function load(): Promise<void> {
    asked += 1
    const mine = asked
    failure.value = undefined
    try {
      const answer = await api.getRepliesMet({
        query: { timezone: timezoneHere(), days: days.peek() },
      })
      // A newer request has replaced this one.
      if (mine === asked) met.value = answer
    } catch (error) {
      if (mine === asked) failure.value = explain(error)
    }
  }

  const stop = effect(() => {
    // Read here, so that a change reloads.
    void days.value
    void load()
  })

  return { met, failure, days, load, stop }
}
