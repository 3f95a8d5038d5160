import { useSignal } from '@preact/signals'
import type { KnownWorkspace } from '../../../../electron/desktop-api.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

interface OneFieldProps {
  readonly workspace: KnownWorkspace
  readonly what: 'name' | 'key'
  /** Saves the text; resolves to an error message on failure. */
  readonly onSave: (text: string) => Promise<string | undefined>
  readonly onClose: () => void
}

/** Asks for a new name or key of a workspace. */
export function OneFieldDialog({ workspace, what, onSave, onClose }: OneFieldProps) {
  const text = useSignal(what === 'name' ? workspace.name : '')
  const error = useSignal<string>()
  const busy = useSignal(false)
  const isName = what === 'name'

  async function save(): Promise<void> {
    if (busy.value) return
    busy.value = true
    error.value = await onSave(text.value).catch(String)
    busy.value = false
    if (error.value === undefined) onClose()
  }

  return (
    <Dialog
      title={
        isName
          ? t('workspaces.renameTitle', { name: workspace.name })
          : t('workspaces.replaceTitle', { name: workspace.name })
      }
      size="small"
      onClose={onClose}
      canDismiss={!busy.value}
      actions={
        <>
          <Button disabled={busy.value} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" busy={busy.value} onClick={save}>
            {isName ? t('common.save') : t('workspaces.keySave')}
          </Button>
        </>
      }
    >
      <Field label={isName ? t('workspaces.name') : t('workspaces.key')} error={error.value}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type={isName ? 'text' : 'password'}
            maxLength={isName ? 80 : 512}
            autocomplete="off"
            value={text.value}
            onEdit={(value) => {
              text.value = value
              error.value = undefined
            }}
            onKeyDown={({ key }) => key === 'Enter' && void save()}
          />
        )}
      </Field>
    </Dialog>
  )
}
