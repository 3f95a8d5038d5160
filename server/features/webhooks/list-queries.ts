import { countedList } from '../../db/counted-list.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { DELIVERY_COLUMNS, type DeliveryRow } from './queries.ts'

type DeliveryFilter = 'status' | 'isFailed' | 'kind' | 'assistantId' | 'url'

/** The list of deliveries, newest first. It has no count marks: scanning an index is fast enough for one account. */
export const listedDeliveries = oncePerDb((sql, db) =>
  countedList<DeliveryRow, DeliveryFilter>(sql, db, {
    table: 'webhook_deliveries',
    columns: DELIVERY_COLUMNS,
    filters: {
      status: 'status',
      isFailed: 'is_failed',
      kind: 'kind',
      assistantId: 'assistant_id',
      url: 'url',
    },
    indexes: {
      webhook_deliveries_by_user: [],
      webhook_deliveries_by_status: ['status'],
      webhook_deliveries_by_failure: ['isFailed'],
      webhook_deliveries_by_kind: ['kind'],
      webhook_deliveries_by_assistant: ['assistantId'],
      webhook_deliveries_by_url: ['url'],
    },
  }),
)
