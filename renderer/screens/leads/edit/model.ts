import { signal } from '@preact/signals'
import type { SETTABLE_LEAD_STATUSES } from '#contracts/lead-status.ts'
import type { Lead, SecondaryContact } from '#contracts/leads.ts'
import { type Api, showRefusal } from '../../../app/api.ts'
import { changeOf, type EditedVariable, editedOf } from '../variables.ts'

export type LeadFormModel = ReturnType<typeof createLeadFormModel>

/** A lead as it is edited. */
export interface Values {
  readonly number: string
  readonly campaignId: string
  /** Status to set; empty to keep the one it has. */
  readonly status: '' | (typeof SETTABLE_LEAD_STATUSES)[number]
  readonly variables: readonly EditedVariable[]
  /** Numbers of the contacts of a new lead. */
  readonly contacts: readonly string[]
  /** True if the campaign may have the number twice. */
  readonly mayRepeat: boolean
}

/** A new lead, or changes of a lead or of a contact, which has no campaign of its own. */
export function createLeadFormModel(
  api: Api,
  known: Lead | SecondaryContact | undefined,
  campaignId: number | undefined,
) {
  const key = crypto.randomUUID()
  const isLead = known === undefined || 'campaign_id' in known
  const values = signal<Values>({
    number: known?.phone_number ?? '',
    campaignId: String((known && 'campaign_id' in known ? known.campaign_id : campaignId) ?? ''),
    status: '',
    variables: known ? editedOf(known.variables) : [],
    contacts: [],
    mayRepeat: false,
  })
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  function edit(change: Partial<Values>): void {
    values.value = { ...values.value, ...change }
  }

  /** Saves it; resolves to the lead, or to undefined when it was refused. */
  async function save(): Promise<Lead | undefined> {
    if (busy.value) return undefined
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const { data } = await (known ? update(known) : create())
      return data
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  function create() {
    const { number, variables, contacts, mayRepeat, ...rest } = values.value
    return api.createLead({
      headers: { 'Idempotency-Key': key },
      body: {
        phone_number: number,
        campaign_id: rest.campaignId,
        variables: changeOf({}, variables),
        secondary_contacts: contacts
          .filter((contact) => contact.trim() !== '')
          .map((phone_number) => ({ phone_number })),
        allow_dupplicate: mayRepeat,
      },
    })
  }

  function update({ id, phone_number, variables: before }: Lead | SecondaryContact) {
    const { number, variables, status, campaignId: to } = values.value
    return api.updateLead({
      params: { id },
      body: {
        // What is not changed is not sent, since a lead that is being called keeps its number and campaign.
        ...(number !== phone_number && { phone_number: number }),
        ...(isLead && String((known as Lead).campaign_id) !== to && { campaign_id: to }),
        ...(status !== '' && { status }),
        variables: changeOf(before, variables),
      },
    })
  }

  return { values, errors, failure, busy, isLead, isNew: known === undefined, edit, save }
}
