import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { McpServer } from '#contracts/mcp-servers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { SecretInput, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner } from '../../../ui/states.tsx'
import type { McpServersModel } from './list-model.ts'

interface ClientDialogProps {
  readonly server: McpServer
  readonly model: McpServersModel
  readonly onClose: () => void
}

/** Dialog for a client that somebody registered by hand. Where Parley can register itself, an empty field has it do so. */
export function ClientDialog({ server, model, onClose }: ClientDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const id = useSignal(server.sign_in?.client_id ?? '')
  const secret = useSignal('')
  const errors = useSignal<Readonly<Record<string, string>>>({})
  const failure = useSignal<string | undefined>(undefined)
  const { host = '', can_register: canRegister = false } = server.sign_in ?? {}
  const address = `${location.origin}/oauth/mcp/callback`

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    errors.value = {}
    failure.value = undefined
    const [typed, entered] = [id.value.trim(), secret.value.trim()]
    const body =
      typed === '' && canRegister
        ? { client_id: null }
        : { client_id: typed, ...(entered !== '' && { client_secret: entered }) }
    if (await model.signInAs(server.id, body, errors, failure)) onClose()
    else focusMistake(form.current)
  }

  return (
    <Dialog title={t('mcp.signIn', { host })} onClose={onClose}>
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <p>
          {t('mcp.clientWords', { host })} <code dir="ltr">{address}</code>
        </p>
        <Field
          label={t('mcp.clientId')}
          hint={canRegister && t('mcp.clientIdHint')}
          error={errors.value['client_id']}
          isOptional={canRegister}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              required={!canRegister}
              dir="ltr"
              autocomplete="off"
              spellcheck={false}
              value={id.value}
              onEdit={(next) => {
                id.value = next
              }}
            />
          )}
        </Field>
        <Field
          label={t('mcp.clientSecret')}
          hint={t('mcp.clientSecretHint')}
          error={errors.value['client_secret']}
          isOptional
        >
          {(wiring) => (
            <SecretInput
              {...wiring}
              value={secret.value}
              onEdit={(next) => {
                secret.value = next
              }}
            />
          )}
        </Field>
        <div class="form-actions">
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={model.starting.value.has(server.id)}>
            {t('mcp.signInNow')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
