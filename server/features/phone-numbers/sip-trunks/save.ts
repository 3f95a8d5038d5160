import type { ErrorCode } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { NewSipTrunk, SipTrunkChange } from '#contracts/sip-trunks.ts'
import type { Context } from '../../../context.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import type { TrunkAccess, TrunkProvider } from '../../../providers/numbers/trunk-provider.ts'
import type { Claim } from '../../platform/idempotency/once.ts'
import { phoneNumberQueries } from '../queries.ts'
import { trunkPasswords } from './password.ts'
import { type TrunkRow, trunkQueries } from './queries.ts'
import { trunkNumber } from './rules.ts'

type Needs = Pick<Context, 'db' | 'now' | 'write' | 'vault' | 'trunks' | 'log'>

/** A trunk before it is stored. */
type Settings = Omit<
  TrunkRow,
  'id' | 'sealed_password' | 'inbound_trunk_id' | 'outbound_trunk_id' | 'created_at' | 'updated_at'
>

/**
 * Creates a trunk from validated values: first with the provider, then here.
 * @throws AppError `sip_trunk_exists`, `sip_trunk_not_created` (nothing is kept) or `no_keyring`
 */
export async function createTrunk(
  context: Needs,
  userId: number,
  sent: NewSipTrunk,
  claim: Claim,
): Promise<TrunkRow> {
  const { db, now, write, vault, trunks } = context
  const settings = settingsOf(userId, sent)
  assertFree(context, settings)
  const ids = await open(
    context,
    () => accessOf(settings, sent.sip_password),
    DIRECTIONS,
    'sip_trunk_not_created',
  )
  try {
    return await write((tx) => {
      assertFree(context, settings)
      const time = now().getTime()
      const queries = trunkQueries(db)
      const id = queries.insertNumber(tx, { ...settings, created_at: time })
      const row: TrunkRow = {
        ...settings,
        id,
        sealed_password: trunkPasswords.seal(vault, id, sent.sip_password),
        ...ids,
        created_at: time,
        updated_at: time,
      }
      queries.insert(tx, row)
      claim.tie(tx, id)
      return row
    })
  } catch (error) {
    await closeAll(trunks, Object.values(ids))
    throw error
  }
}

/**
 * Changes a trunk to validated values; directions that depend on them are reopened with the provider.
 * @throws AppError `sip_trunk_not_found`, `sip_trunk_exists`, `sip_trunk_not_updated` (nothing is changed), `no_keyring` or
 * `secrets_key_changed`
 */
export async function updateTrunk(
  context: Needs,
  { userId, id }: { readonly userId: number; readonly id: number },
  change: SipTrunkChange,
): Promise<TrunkRow> {
  const { db, write, trunks } = context
  const queries = trunkQueries(db)
  for (;;) {
    const before = queries.find(userId, id)
    if (!before) throw notFound('sip_trunk_not_found')
    const { row, opened, replaced } = await changed(context, before, change)
    let isSaved = false
    try {
      isSaved = await write((tx) => {
        // Another change came first: this one is made on top of it.
        if (JSON.stringify(queries.find(userId, id)) !== JSON.stringify(before)) return false
        assertFree(context, row)
        queries.update(tx, row)
        return true
      })
    } finally {
      await closeAll(trunks, isSaved ? replaced : opened)
    }
    if (isSaved) return row
  }
}

interface Changed {
  readonly row: TrunkRow
  /** Provider's ids made for it, and those that they take the place of. */
  readonly opened: readonly string[]
  readonly replaced: readonly string[]
}

/** Applies a change to a trunk and reopens the directions that need it. Writes nothing. */
async function changed(context: Needs, before: TrunkRow, change: SipTrunkChange): Promise<Changed> {
  const { now, vault } = context
  // In a parsed change, required fields are never undefined.
  const sentAndStored = { ...storedSettings(before), ...change } as Complete
  const settings = settingsOf(before.user_id, sentAndStored)
  const stored = storedPassword(context, before)
  const { sip_password: sent } = change
  const isNewPassword = sent !== undefined && sent !== stored.key
  const row = { ...before, ...settings }
  if (!isNewPassword && JSON.stringify(row) === JSON.stringify(before))
    return { row, opened: [], replaced: [] }
  assertFree(context, row)
  const directions = directionsOf(before, row, isNewPassword)
  const ids = await open(
    context,
    () => {
      const password = sent ?? stored.key
      if (password === undefined) throw new AppError(stored.error ?? 'secrets_key_changed')
      return accessOf(settings, password)
    },
    directions,
    'sip_trunk_not_updated',
  )
  return {
    row: {
      ...row,
      ...(isNewPassword && { sealed_password: trunkPasswords.seal(vault, row.id, sent) }),
      ...ids,
      updated_at: now().getTime(),
    },
    opened: Object.values(ids),
    replaced: directions.map((direction) => before[direction]),
  }
}

/** The columns of the provider's ids. */
type Direction = 'inbound_trunk_id' | 'outbound_trunk_id'

/** Outbound first, because its address is what fails most. */
const DIRECTIONS: readonly Direction[] = ['outbound_trunk_id', 'inbound_trunk_id']

const OF_BOTH = ['sip_username', 'phone_number'] as const
const OF_ONE = {
  inbound_trunk_id: ['inbound_authorization_type', 'allowed_inbound_ips'],
  outbound_trunk_id: ['sip_address', 'outbound_proxy'],
} as const

/** Directions to reopen after a change (docs/spec/family.md, section 6). */
function directionsOf(before: TrunkRow, after: TrunkRow, isNewPassword: boolean): Direction[] {
  const isChanged = (column: keyof TrunkRow) => before[column] !== after[column]
  return DIRECTIONS.filter(
    (direction) => isNewPassword || [...OF_BOTH, ...OF_ONE[direction]].some(isChanged),
  )
}

/**
 * Opens directions with the provider: all of them, or none.
 * @throws AppError `code`
 */
async function open<direction extends Direction>(
  { trunks, log }: Pick<Needs, 'trunks' | 'log'>,
  access: () => TrunkAccess,
  directions: readonly direction[],
  code: ErrorCode,
): Promise<Record<direction, string>> {
  const ids: Partial<Record<Direction, string>> = {}
  for (const direction of directions) {
    const asked = access()
    try {
      ids[direction] =
        direction === 'inbound_trunk_id'
          ? await trunks.openInbound(asked)
          : await trunks.openOutbound(asked)
    } catch (error) {
      log.warn({ err: error }, 'a provider refused a trunk')
      await closeAll(trunks, Object.values(ids))
      throw new AppError(code)
    }
  }
  // Each of them has been opened.
  return ids as Record<direction, string>
}

async function closeAll(trunks: TrunkProvider, ids: readonly string[]): Promise<void> {
  for (const id of ids) await trunks.close(id)
}

/** The stored password of a trunk, or the reason why it cannot be read. */
function storedPassword(
  { vault }: Pick<Needs, 'vault'>,
  { id, sealed_password }: TrunkRow,
): { readonly key?: string | undefined; readonly error?: ErrorCode } {
  return trunkPasswords.open(vault, { id, sealed_key: sealed_password })
}

/**
 * Refuses a second trunk with the same number, user name and address, and a number that is not one of trunks.
 * @throws AppError `sip_trunk_exists`
 * @throws InvalidFields
 */
function assertFree({ db }: Pick<Needs, 'db'>, trunk: Settings & { readonly id?: number }): void {
  if (trunkQueries(db).hasTwin(trunk)) throw new AppError('sip_trunk_exists')
  const { user_id, phone_number } = trunk
  if (phoneNumberQueries(db).isOwn(user_id, phone_number, { asTrunk: false }))
    throw new InvalidFields({ phone_number: [fault('taken')] })
}

type Complete = Omit<NewSipTrunk, 'sip_password'>

function settingsOf(userId: number, sent: Complete): Settings {
  const isByAddress = sent.inbound_authorization_type === 'ip'
  return {
    user_id: userId,
    ...trunkNumber(sent.sip_trunk_type, sent.phone_number, sent.country_code)!,
    nickname: sent.nickname || null,
    kind: sent.sip_trunk_type,
    sip_username: sent.sip_username,
    sip_address: sent.sip_address,
    sip_calling_format: sent.sip_calling_format,
    inbound_authorization_type: sent.inbound_authorization_type,
    allowed_inbound_ips: isByAddress ? JSON.stringify(sent.allowed_inbound_ips) : null,
    outbound_proxy: sent.outbound_proxy ? 1 : 0,
  }
}

/** The settings of a trunk as they would be sent. */
const storedSettings = (row: TrunkRow): Complete => ({
  sip_trunk_type: row.kind,
  phone_number: row.phone_number,
  nickname: row.nickname ?? undefined,
  sip_username: row.sip_username,
  sip_address: row.sip_address,
  sip_calling_format: row.sip_calling_format,
  inbound_authorization_type: row.inbound_authorization_type,
  allowed_inbound_ips:
    row.allowed_inbound_ips === null ? null : JSON.parse(row.allowed_inbound_ips),
  outbound_proxy: row.outbound_proxy === 1,
  country_code: row.country_code,
})

const accessOf = (settings: Settings, password: string): TrunkAccess => ({
  number: settings.phone_number,
  username: settings.sip_username,
  password,
  address: settings.sip_address,
  usesProxy: settings.outbound_proxy === 1,
  allowedIps:
    settings.allowed_inbound_ips === null ? null : JSON.parse(settings.allowed_inbound_ips),
})
