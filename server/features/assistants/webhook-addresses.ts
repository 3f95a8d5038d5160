import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { isNeverCalled } from '../../providers/http/policy.ts'

/** The fields of an assistant that are addresses of webhooks, as they are sent. */
interface Addresses {
  readonly webhook_url?: string | null | undefined
  readonly conversation_ended_webhook_url?: string | null | undefined
}

/**
 * Refuses addresses that a server for everybody will never call, where they say so themselves. On a desktop the owner may
 * list them later, and where a name leads only its look-up tells: those deliveries are `blocked`.
 */
export function webhookAddressFaults(
  context: Pick<Context, 'networkOf' | 'port'>,
  { webhook_url, conversation_ended_webhook_url }: Addresses,
): FieldFaults {
  if (context.networkOf(null).policy === 'desktop') return {}
  const errors: FieldFaults = {}
  for (const [field, url] of Object.entries({ webhook_url, conversation_ended_webhook_url })) {
    if (typeof url === 'string' && isNeverCalled(onBehalfOf(context, null), url))
      errors[field] = [fault('not_public')]
  }
  return errors
}
