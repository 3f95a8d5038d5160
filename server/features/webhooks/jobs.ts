import type { JobHandler } from '../../jobs/worker.ts'
import { deliverWebhook, type OnAnswer } from './deliver.ts'
import { DELIVER } from './enqueue.ts'

/** The jobs of webhooks; `onAnswer` is told what receivers answer. */
export function webhookJobs(
  context: Parameters<typeof deliverWebhook>[0],
  onAnswer: OnAnswer,
): Record<string, JobHandler> {
  return {
    [DELIVER]: (payload, signal) =>
      deliverWebhook(context, (payload as { delivery_id: number }).delivery_id, signal, onAnswer),
  }
}
