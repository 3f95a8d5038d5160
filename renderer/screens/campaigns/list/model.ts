import { signal } from '@preact/signals'
import type { Campaign } from '#contracts/campaigns.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'

export type CampaignsModel = ReturnType<typeof createCampaignsModel>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** The account's campaigns, newest first, kept current. */
export function createCampaignsModel({ api, live }: Deps) {
  const campaigns = signal<readonly Campaign[]>()
  const error = signal<string>()

  async function load(): Promise<void> {
    try {
      campaigns.value = await api.listCampaigns()
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  const unsubscribe = live.subscribe((event) => {
    if (/^campaign\.|^leads\.imported$/.test(event.type)) void load()
  })
  const forget = live.onResume(() => void load())

  return {
    campaigns,
    error,
    load,
    stop(): void {
      unsubscribe()
      forget()
    },
  }
}
