import { encodeFault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type {
  BotConnection,
  MessengerSender,
  ServiceConnection,
} from '#contracts/messenger-senders.ts'
import type { Context } from '../../../context.ts'
import { toInstant } from '../../../db/time.ts'
import type { Operator } from '../../../http/principal.ts'
import { allowableIn } from '../../../providers/http/allowable.ts'
import { type BotRow, botQueries } from '../bots/queries.ts'
import { cloudQueries } from '../cloud/queries.ts'
import { type ConnectionRow, connectionQueries } from '../connection-queries.ts'
import type { SenderRow } from './queries.ts'

const HOUR_MS = 3_600_000

/** A sender in its API form. */
export function presentSender(row: SenderRow): MessengerSender {
  return {
    id: row.id,
    phone_number: row.phone_number,
    display_name: row.display_name,
    status: row.status,
    quality_rating: row.quality_rating,
    messaging_limit: row.messaging_limit,
    messaging_limit_formatted:
      row.messaging_limit === null
        ? 'Unlimited'
        : `${row.messaging_limit.toLocaleString('en')} / 24hr`,
  }
}

/** The same; Parley's own screens see more than programs. */
export function presentFor(
  { channels, db }: Pick<Context, 'channels' | 'db'>,
  { sessionId }: Operator,
  row: SenderRow,
  localizer: Localizer,
): MessengerSender {
  if (sessionId === null) return presentSender(row)
  const { windowMs, hasTemplates, hasReceipts, isPlayed } = channels.ofOrCurrent(
    row.channel,
  ).capabilities
  const bot = botQueries(db).find(row.id)
  return {
    ...presentSender(row),
    assistant_id: row.assistant_id,
    read_receipts_webhook_url: row.read_receipts_webhook_url,
    capabilities: {
      window_hours: windowMs === null ? null : windowMs / HOUR_MS,
      has_templates: hasTemplates,
      has_receipts: hasReceipts,
      is_played: isPlayed,
    },
    bot: bot ? presentConnection(bot, localizer) : null,
    connection: presentService({ channels, db }, row, localizer),
  }
}

function presentConnection(row: BotRow, localizer: Localizer): BotConnection {
  return {
    state: stateOf(row),
    error: localizer.translateStored(row.error),
    allowable: allowableIn(row.error),
    url: row.url,
    ignored: row.ignored,
    ignored_at: row.ignored_at === null ? null : toInstant(row.ignored_at),
    ignored_reason: localizer.translateStored(row.ignored_reason),
  }
}

function presentService(
  { channels, db }: Pick<Context, 'channels' | 'db'>,
  { id, channel }: SenderRow,
  localizer: Localizer,
): ServiceConnection | null {
  const stored = connectionQueries(db).find(id)
  if (!stored) return null
  // A key that has changed, or an account that is no longer set up, shows at once.
  const trouble = channels.of(channel)?.fault
  const row = { ...stored, error: trouble ? encodeFault(trouble) : stored.error }
  const cloud = cloudQueries(db).find(id)
  return {
    kind: cloud ? 'cloud' : 'form',
    state: stateOfService(row),
    error: localizer.translateStored(row.error),
    allowable: allowableIn(row.error),
    url: cloud?.url ?? null,
    ignored: row.ignored,
    ignored_at: row.ignored_at === null ? null : toInstant(row.ignored_at),
    ignored_reason: localizer.translateStored(row.ignored_reason),
  }
}

function stateOfService({ is_paused, error, heard_at }: ConnectionRow): ServiceConnection['state'] {
  if (is_paused) return 'paused'
  if (error !== null) return 'failing'
  return heard_at === null ? 'waiting' : 'connected'
}

function stateOf({ is_paused, error, connected_at }: BotRow): BotConnection['state'] {
  if (is_paused) return 'paused'
  if (error !== null) return 'failing'
  return connected_at === null ? 'connecting' : 'connected'
}
