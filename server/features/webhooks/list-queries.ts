import { countedList } from '../../db/counted-list.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { DELIVERY_COLUMNS, type DeliveryRow } from './queries.ts'

type DeliveryFilter = 'status' | 'isFailed' | 'kind' | 'assistantId' | 'url'

/** The list of deliveries, newest first. It has no marks: an index is gone through, which is fast for what an account sends. */
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
