import { signal } from '@preact/signals'
import type { ListedTrunk, NewSipTrunk, SipTrunkType } from '#contracts/sip-trunks.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'

export type TrunkFormModel = ReturnType<typeof createTrunkFormModel>

type Settings = Pick<
  NewSipTrunk,
  | 'phone_number'
  | 'sip_username'
  | 'sip_address'
  | 'sip_calling_format'
  | 'inbound_authorization_type'
  | 'outbound_proxy'
  | 'country_code'
>

/** Values of the form; addresses are one a line. */
interface Values extends Settings {
  readonly nickname: string
  readonly ips: string
}

const valuesOf = (trunk: ListedTrunk | undefined, country: string): Values => ({
  phone_number: trunk?.phone_number ?? '',
  sip_username: trunk?.sip_username ?? '',
  sip_address: trunk?.sip_address ?? '',
  sip_calling_format: trunk?.sip_calling_format ?? '+e164',
  inbound_authorization_type: trunk?.inbound_authorization_type ?? 'auth',
  outbound_proxy: trunk?.outbound_proxy ?? false,
  country_code: trunk?.country_code ?? country,
  nickname: trunk?.nickname ?? '',
  ips: trunk?.allowed_inbound_ips?.join('\n') ?? '',
})

/** Form for a new or existing SIP trunk. The stored password is not known here. */
export function createTrunkFormModel(api: Api, country: string, existing?: ListedTrunk) {
  const kind = signal<SipTrunkType>('extension')
  const values = signal<Values>(valuesOf(existing, country))
  const password = signal('')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  function body() {
    const { ips, nickname, ...settings } = values.value
    const addresses = ips.split(/[\s,;]+/).filter((line) => line !== '')
    return {
      ...settings,
      nickname: nickname.trim() || null,
      allowed_inbound_ips: addresses.length === 0 ? null : addresses,
    }
  }

  /** Saves the trunk; input is kept on failure. */
  async function save(): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      if (existing) {
        const change = { ...body(), ...(password.value && { sip_password: password.value }) }
        await api.updateSipTrunk({ params: { id: existing.id }, body: change })
      } else {
        const sip_password = password.value
        await api.createSipTrunk({ body: { ...body(), sip_password, sip_trunk_type: kind.value } })
      }
      return true
    } catch (reason) {
      errors.value = ofFields(fieldErrors(reason) ?? {})
      if (Object.keys(errors.value).length === 0) failure.value = explain(reason)
      return false
    } finally {
      busy.value = false
    }
  }

  return {
    existing,
    kind,
    values,
    password,
    errors,
    failure,
    busy,
    save,
    edit(change: Partial<Values>): void {
      values.value = { ...values.value, ...change }
    },
  }
}

/** An error of one address belongs to the field with all of them. */
function ofFields(errors: Readonly<Record<string, string>>): Record<string, string> {
  const [, ofAddress] =
    Object.entries(errors).find(([name]) => name.startsWith('allowed_inbound_ips.')) ?? []
  return { ...errors, ...(ofAddress !== undefined && { allowed_inbound_ips: ofAddress }) }
}
