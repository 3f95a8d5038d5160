import type { FieldErrors } from '#contracts/errors.ts'
import { attributeOf } from '#contracts/field-errors.ts'
import type { Context } from '../../context.ts'
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
  context: Pick<Context, 'network' | 'port'>,
  { webhook_url, conversation_ended_webhook_url }: Addresses,
): FieldErrors {
  if (context.network().policy === 'desktop') return {}
  const errors: FieldErrors = {}
  for (const [field, url] of Object.entries({ webhook_url, conversation_ended_webhook_url })) {
    if (typeof url === 'string' && isNeverCalled(context, url))
      errors[field] = [
        `The ${attributeOf(field)} is no public address, and this server calls no others.`,
      ]
  }
  return errors
}
