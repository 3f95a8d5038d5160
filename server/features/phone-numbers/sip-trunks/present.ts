import type { ListedTrunk, SipTrunk } from '#contracts/sip-trunks.ts'
import { toInstant } from '../../../db/time.ts'
import type { TrunkRow } from './queries.ts'

/** A trunk in its API form: everything but its password. */
export function presentTrunk(row: TrunkRow): SipTrunk {
  return {
    ...settingsOf(row),
    inbound_trunk_id: row.inbound_trunk_id,
    outbound_trunk_id: row.outbound_trunk_id,
    ...timesOf(row),
  }
}

/** A trunk in a list. */
export const presentListedTrunk = (row: TrunkRow): ListedTrunk => ({
  ...settingsOf(row),
  ...timesOf(row),
})

const settingsOf = (row: TrunkRow) => ({
  id: row.id,
  phone_number: row.phone_number,
  nickname: row.nickname,
  sip_username: row.sip_username,
  sip_address: row.sip_address,
  sip_calling_format: row.sip_calling_format,
  inbound_authorization_type: row.inbound_authorization_type,
  allowed_inbound_ips:
    row.allowed_inbound_ips === null ? null : (JSON.parse(row.allowed_inbound_ips) as string[]),
  outbound_proxy: row.outbound_proxy === 1,
  country_code: row.country_code,
})

const timesOf = ({ created_at, updated_at }: TrunkRow) => ({
  created_at: toInstant(created_at),
  updated_at: toInstant(updated_at),
})
