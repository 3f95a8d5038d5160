import { signal } from '@preact/signals'
import { LeadStatus } from '#contracts/lead-status.ts'
import type { Lead } from '#contracts/leads.ts'
import type { Page } from '#contracts/page.ts'
import type { Api } from '../../../app/api.ts'
import { queryState } from '../../../app/query-state.ts'
import { createRecordsModel, type RecordsDeps } from '../../records/model.ts'

export type LeadsModel = ReturnType<typeof createLeadsModel>

/** A campaign as an option of filters and forms. */
export interface CampaignOption {
  readonly id: number
  readonly name: string
}

/** The list of leads and its open dialog. */
export function createLeadsModel(deps: RecordsDeps) {
  const { api } = deps
  const dialog = queryState<'' | 'new' | 'import'>(deps.address, 'dialog', {
    fallback: '',
    values: ['', 'new', 'import'],
    push: true,
  })
  const list = createRecordsModel<Lead, 'status' | 'campaign_id' | 'phone_number'>(deps, {
    name: 'leads',
    // With a query, the answer is always a page.
    read: async (input) => (await api.listLeads(input)) as Page<Lead>,
    filters: { status: LeadStatus.options, campaign_id: undefined, phone_number: undefined },
    hidden: ['updated', 'id'],
    keyOf: ({ id }) => id,
    handleEvent(event, { status, campaign_id, phone_number }) {
      const { type, data } = event
      const isHere = (campaign: number) => !campaign_id || campaign_id === String(campaign)
      switch (type) {
        case 'lead.created':
          // Its number is not in the event.
          if (phone_number || !isHere(data.campaign_id)) return undefined
          return !status || status === data.status ? { kind: 'new' } : undefined
        case 'lead.updated':
          return { kind: 'changed', key: data.id, change: { status: data.status } }
        case 'lead.deleted':
          return { kind: 'gone', key: data.id }
        case 'leads.imported':
          return isHere(data.campaign_id) ? { kind: 'new', count: data.count } : undefined
        default:
          return undefined
      }
    },
  })
  return { ...list, campaigns: campaignOptions(api), dialog }
}

/** The account's campaigns; undefined until loaded. A failure is ignored, because only filters and forms depend on it. */
export function campaignOptions(api: Api) {
  const options = signal<readonly CampaignOption[]>()
  void api
    .listCampaigns()
    .then((campaigns) => {
      options.value = campaigns.map(({ id, name }) => ({ id, name }))
    })
    .catch(() => undefined)
  return options
}
