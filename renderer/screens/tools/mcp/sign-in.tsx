import type { McpServer } from '#contracts/mcp-servers.ts'
import { t } from '../../../locales/translate.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display.tsx'
import { ExternalIcon } from '../../../ui/icons.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { McpServersModel } from './list-model.ts'

interface SignInProps {
  readonly server: McpServer
  readonly model: McpServersModel
  /** Asks for a client ID. */
  readonly onClient: () => void
  readonly onSignOut: () => void
}

/** The sign-in at a server that asks for one: its start, its progress, or its end. */
export function SignIn({ server, model, onClient, onSignOut }: SignInProps) {
  const { id, sign_in: signIn } = server
  if (!signIn) return null
  const { state, host, error } = signIn
  const page = model.pages.value.get(id)
  if (page) return <Waiting host={host} page={page} onCancel={() => model.cancelSignIn(id)} />
  if (state === 'signed_in') {
    return (
      <>
        {error && <Banner tone="attention">{error}</Banner>}
        <div class="mcp-signed-in">
          <Badge tone="ok">{t('mcp.signedIn')}</Badge>
          <span class="quiet" dir="ltr">
            {host}
          </span>
          <Button size="small" kind="quiet" onClick={onSignOut}>
            {t('mcp.signOut')}
          </Button>
        </div>
      </>
    )
  }
  const needsClient = !signIn.can_register && signIn.client_id === null
  return (
    <Banner
      tone={state === 'expired' || error ? 'attention' : 'info'}
      actions={
        <>
          {!needsClient && (
            <Button size="small" kind="quiet" onClick={onClient}>
              {t(signIn.client_id === null ? 'mcp.useClient' : 'mcp.changeClient')}
            </Button>
          )}
          <Button
            size="small"
            kind="primary"
            icon={ExternalIcon}
            busy={model.starting.value.has(id)}
            onClick={() => (needsClient ? onClient() : void model.signIn(id))}
          >
            {t('mcp.signIn', { host })}
          </Button>
        </>
      }
    >
      {error ?? words(state, needsClient)}
    </Banner>
  )
}

function words(state: 'needed' | 'expired', needsClient: boolean): string {
  if (state === 'expired') return t('mcp.signInExpired')
  return t(needsClient ? 'mcp.signInByClient' : 'mcp.signInNeeded')
}

interface WaitingProps {
  readonly host: string
  readonly page: string
  readonly onCancel: () => void
}

const Waiting = ({ host, page, onCancel }: WaitingProps) => (
  <Banner
    actions={
      <>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <LinkButton size="small" icon={ExternalIcon} href={page} isOutside>
          {t('mcp.openAgain')}
        </LinkButton>
      </>
    }
  >
    {t('mcp.signInWaiting', { host })}
  </Banner>
)
