import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { isNeverCalled } from '../../providers/http/policy.ts'

/** The webhook URLs of an assistant, as sent. */
interface Addresses {
  readonly webhook_url?: string | null | undefined
  readonly conversation_ended_webhook_url?: string | null | undefined
}

/**
 * Rejects URLs that a public server will never call, if the URL itself shows it. On a desktop the owner may allow them
 * later; host names are only checked on delivery, which is then `blocked`.
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
