import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { McpServer } from '#contracts/mcp-servers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { SecretInput, Switch, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner } from '../../../ui/states.tsx'
import type { McpFormModel } from './form-model.ts'

interface ServerDialogProps {
  readonly model: McpFormModel
  readonly onSaved: (server: McpServer) => void
  readonly onClose: () => void
}

/** Dialog for adding or editing an MCP server. */
export function ServerDialog({ model, onSaved, onClose }: ServerDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { saved, name, url, isEnabled, errors, failure, busy } = model

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const server = await model.save()
    if (server) onSaved(server)
    else focusMistake(form.current)
  }

  return (
    <Dialog title={saved ? t('mcp.edit', { name: saved.name }) : t('mcp.add')} onClose={onClose}>
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <Field label={t('mcp.name')} hint={t('mcp.nameHint')} error={errors.value['name']}>
          {(wiring) => <TextInput {...wiring} required autocomplete="off" {...entry(name)} />}
        </Field>
        <Field label={t('mcp.url')} hint={t('mcp.urlHint')} error={errors.value['url']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              type="url"
              dir="ltr"
              autocomplete="off"
              placeholder="https://mcp.example.com/mcp"
              {...entry(url)}
            />
          )}
        </Field>
        <TokenField model={model} />
        <Switch
          label={t('mcp.enabled')}
          checked={isEnabled.value}
          onSwitch={(isOn) => {
            isEnabled.value = isOn
          }}
        />
        <div class="form-actions">
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy.value}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function TokenField({
  model: { saved, token, forgets, moves, errors },
}: {
  readonly model: McpFormModel
}) {
  const isKept = saved?.has_token === true && !forgets.value
  return (
    <>
      <Field label={t('mcp.token')} hint={hint()} error={errors.value['token']} isOptional>
        {(wiring) => <SecretInput {...wiring} {...entry(token)} />}
      </Field>
      {isKept && (
        <div class="form-actions">
          <Button
            size="small"
            onClick={() => {
              forgets.value = true
            }}
          >
            {t('mcp.forget')}
          </Button>
        </div>
      )}
    </>
  )

  function hint(): string {
    if (forgets.value) return t('mcp.forgotten')
    if (!isKept) return t('mcp.tokenHint')
    return moves.value ? t('mcp.tokenMoves') : t('mcp.tokenStays')
  }
}

const entry = (text: Signal<string>) => ({
  value: text.value,
  onEdit: (next: string) => {
    text.value = next
  },
})
