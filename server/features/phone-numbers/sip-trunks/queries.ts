import type { InboundAuthorization, SipCallingFormat, SipTrunkType } from '#contracts/sip-trunks.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A stored trunk, with its phone number. Times are ms since 1970. */
export interface TrunkRow {
  readonly id: number
  readonly user_id: number
  /** An extension, or E.164, by `kind`. */
  readonly phone_number: string
  readonly country_code: string
  readonly nickname: string | null
  readonly created_at: number
  readonly kind: SipTrunkType
  readonly sip_username: string
  readonly sealed_password: string
  readonly sip_address: string
  readonly sip_calling_format: SipCallingFormat
  readonly inbound_authorization_type: InboundAuthorization
  /** JSON; null with `auth`. */
  readonly allowed_inbound_ips: string | null
  readonly outbound_proxy: number
  readonly inbound_trunk_id: string
  readonly outbound_trunk_id: string
  readonly updated_at: number
}

const TRUNK = `
  SELECT number.id, number.user_id, number.phone_number, number.country_code, number.nickname, number.created_at,
    sip_trunks.kind, sip_trunks.sip_username, sip_trunks.sealed_password, sip_trunks.sip_address,
    sip_trunks.sip_calling_format, sip_trunks.inbound_authorization_type, sip_trunks.allowed_inbound_ips,
    sip_trunks.outbound_proxy, sip_trunks.inbound_trunk_id, sip_trunks.outbound_trunk_id, sip_trunks.updated_at
  FROM phone_numbers AS number CROSS JOIN sip_trunks ON sip_trunks.phone_number_id = number.id
`

type NewNumber = Pick<
  TrunkRow,
  'user_id' | 'phone_number' | 'country_code' | 'nickname' | 'created_at'
>

type Identity = Pick<TrunkRow, 'user_id' | 'phone_number' | 'sip_username' | 'sip_address'>

/** All SQL for SIP trunks; ids ascending. */
export const trunkQueries = oncePerDb((sql) => {
  const all = sql.read<[number], TrunkRow>(`${TRUNK} WHERE number.user_id = ? ORDER BY number.id`)
  const find = sql.read<[number, number], TrunkRow>(
    `${TRUNK} WHERE number.id = ? AND number.user_id = ?`,
  )
  const twin = sql
    .read<[Identity & { id: number }], number>(`
      SELECT number.id FROM phone_numbers AS number CROSS JOIN sip_trunks ON sip_trunks.phone_number_id = number.id
      WHERE number.user_id = :user_id AND number.phone_number = :phone_number AND number.id <> :id
        AND sip_trunks.sip_username = :sip_username AND lower(sip_trunks.sip_address) = lower(:sip_address)
    `)
    .pluck()
  const insertNumber = sql
    .write<[NewNumber], number>(`
      INSERT INTO phone_numbers (user_id, phone_number, country_code, nickname, type, is_trunk, created_at)
      VALUES (:user_id, :phone_number, :country_code, :nickname, 'sip', 1, :created_at) RETURNING id
    `)
    .pluck()
  const insert = sql.write<[TrunkRow]>(`
    INSERT INTO sip_trunks (
      phone_number_id, kind, sip_username, sealed_password, sip_address, sip_calling_format,
      inbound_authorization_type, allowed_inbound_ips, outbound_proxy, inbound_trunk_id, outbound_trunk_id, updated_at
    ) VALUES (
      :id, :kind, :sip_username, :sealed_password, :sip_address, :sip_calling_format,
      :inbound_authorization_type, :allowed_inbound_ips, :outbound_proxy, :inbound_trunk_id, :outbound_trunk_id,
      :updated_at
    )
  `)
  const updateNumber = sql.write<[TrunkRow]>(`
    UPDATE phone_numbers SET phone_number = :phone_number, country_code = :country_code, nickname = :nickname
    WHERE id = :id
  `)
  const update = sql.write<[TrunkRow]>(`
    UPDATE sip_trunks SET
      sip_username = :sip_username, sealed_password = :sealed_password, sip_address = :sip_address,
      sip_calling_format = :sip_calling_format, inbound_authorization_type = :inbound_authorization_type,
      allowed_inbound_ips = :allowed_inbound_ips, outbound_proxy = :outbound_proxy,
      inbound_trunk_id = :inbound_trunk_id, outbound_trunk_id = :outbound_trunk_id, updated_at = :updated_at
    WHERE phone_number_id = :id
  `)
  const touch = sql.write<[number, number]>(
    'UPDATE sip_trunks SET updated_at = ? WHERE phone_number_id = ?',
  )

  return {
    all: (userId: number) => all.all(userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Reports whether another trunk of the account has this number, user name and address. */
    hasTwin: (trunk: Identity & { readonly id?: number }) =>
      twin.get({
        user_id: trunk.user_id,
        phone_number: trunk.phone_number,
        sip_username: trunk.sip_username,
        sip_address: trunk.sip_address,
        id: trunk.id ?? 0,
      }) !== undefined,
    insertNumber: (tx: Tx, number: NewNumber) => insertNumber.get(tx, number)!,
    insert: (tx: Tx, trunk: TrunkRow) => insert.run(tx, trunk),
    update(tx: Tx, trunk: TrunkRow): void {
      updateNumber.run(tx, trunk)
      update.run(tx, trunk)
    },
    /** Notes a change of the trunk's phone number. */
    touch: (tx: Tx, id: number, now: Date) => touch.run(tx, now.getTime(), id),
  }
})
