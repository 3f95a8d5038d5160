import { getWebhookSecret, rotateWebhookSecret } from '#contracts/webhooks.ts'
import type { Routes } from '../../http/routes.ts'
import { presentSecrets } from './present.ts'
import { rotateSigningSecret, signingSecrets } from './secrets.ts'

export const webhookRoutes: Routes = (context) => {
  const { handle } = context

  handle(getWebhookSecret, ({ principal }) =>
    presentSecrets(signingSecrets(context, principal.userId)),
  )

  handle(rotateWebhookSecret, ({ principal }) =>
    presentSecrets(rotateSigningSecret(context, principal.userId)),
  )
}
