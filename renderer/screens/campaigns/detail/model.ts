import { signal } from '@preact/signals'
import type { estimateCampaign } from '#contracts/campaigns.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { Api } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'
import { createOneRecord } from '../../records/one-record.ts'

export type CampaignModel = ReturnType<typeof createCampaignModel>
export type Estimate = ReplyOf<typeof estimateCampaign>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** Events after which a campaign may stand differently. */
const CHANGES = /^(campaign|call|lead)\.|^leads\.imported$/

/** One campaign with its results, kept current while it calls. */
export function createCampaignModel({ api, live }: Deps, id: number) {
  const { record, error, isGone, load } = createOneRecord(() => api.getCampaign({ params: { id } }))
  const estimate = signal<Estimate>()
  void load()

  const unsubscribe = live.subscribe((event) => {
    if (CHANGES.test(event.type)) void load()
  })
  const forget = live.onResume(() => void load())

  async function askForEstimate(): Promise<void> {
    estimate.value = undefined
    estimate.value = await api.estimateCampaign({ params: { id } })
  }

  async function set(action: 'start' | 'stop'): Promise<void> {
    await api.updateCampaignStatus({ body: { campaign_id: id, action } })
    await load()
  }

  return {
    campaign: record,
    error,
    isGone,
    estimate,
    load,
    askForEstimate,
    set,
    remove: () => api.deleteCampaign({ params: { id } }),
    stop(): void {
      unsubscribe()
      forget()
    },
  }
}
