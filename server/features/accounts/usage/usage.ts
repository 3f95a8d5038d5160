import type { ReplyOf } from '#contracts/endpoint.ts'
import type { AccountUsage, listUsage } from '#contracts/usage.ts'
import type { Context } from '../../../context.ts'
import { toInstant, toIso } from '../../../db/time.ts'
import { RECORDING_NAME } from '../../../providers/voice/recordings.ts'
import { allowedAddresses } from '../../platform/network/allowed.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { type UsageRow, usageQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config' | 'recordings'>

/** Usage and limits of every account; the owner's account comes first. */
export async function usageOfAccounts(context: Needs): Promise<ReplyOf<typeof listUsage>> {
  const { db } = context
  const usage = usageQueries(db)
  const month = toIso(context.now().getTime()).slice(0, 7)
  const rows = usage.all(new Date(`${month}-01T00:00:00Z`))
  const attachments = usage.attachments()
  const numbers = Map.groupBy(usage.textNumbers(), ([userId]) => userId)
  const addresses = Map.groupBy(allowedAddresses(context), ({ user_id }) => user_id)
  const recordings = await recordingBytes(context)
  return {
    month,
    data: rows.map((row) => ({
      ...presentFigures(row),
      text_numbers: (numbers.get(row.id) ?? []).map(([, number]) => number),
      allowed_addresses: (addresses.get(row.id) ?? []).map(({ address, source }) => ({
        address,
        source,
      })),
      stored_bytes: {
        attachments: attachments.get(row.id) ?? 0,
        recordings: recordings.get(row.id) ?? 0,
        documents: row.document_bytes,
      },
    })),
  }
}

type Figures = Omit<AccountUsage, 'text_numbers' | 'allowed_addresses' | 'stored_bytes'>

function presentFigures(row: UsageRow): Figures {
  const { id, name, email, assistants, conversations, contacts, people, api_keys, notices } = row
  return {
    id,
    name,
    email,
    is_owner: row.is_owner === 1,
    created_at: toInstant(row.created_at),
    balance: toDollars(row.balance),
    spent: {
      llm: toDollars(row.spent_llm),
      sms: toDollars(row.spent_sms),
      messenger: toDollars(row.spent_messenger),
      call: toDollars(row.spent_call),
      number: toDollars(row.spent_number),
    },
    assistants,
    conversations,
    contacts,
    people,
    api_keys,
    notices,
    last_activity_at: row.last_activity_at === 0 ? null : toInstant(row.last_activity_at),
  }
}

/** Files per batch, so that others can use the disk too. */
const BATCH = 100

/** Bytes of recordings by account; sizes are only known to the file system. */
async function recordingBytes({ db, recordings }: Needs): Promise<Map<number, number>> {
  const kept = usageQueries(db)
    .recordings()
    .filter(([, name]) => RECORDING_NAME.test(name))
  const bytes = new Map<number, number>()
  for (let from = 0; from < kept.length; from += BATCH) {
    const some = kept.slice(from, from + BATCH)
    const sizes = await Promise.all(some.map(([, name]) => recordings.bytesOf(name)))
    for (const [index, [userId]] of some.entries())
      bytes.set(userId, (bytes.get(userId) ?? 0) + sizes[index]!)
  }
  return bytes
}
