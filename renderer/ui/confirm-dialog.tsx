import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { t } from '../locales/translate.ts'
import { Button } from './button.tsx'
import { TextInput } from './controls.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Banner } from './states.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** Consequences, and what cannot be undone. */
  readonly children?: ComponentChildren
  /** The action, as the button says it. */
  readonly confirm: string
  readonly isDanger?: boolean
  /** A word to type before something big is done. */
  readonly typed?: string
  /** Action; when it rejects, the error is shown and the dialog stays open. */
  readonly onConfirm: () => unknown
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, isDanger = false, typed, onConfirm, onClose } = props
  const text = useSignal('')
  const busy = useSignal(false)
  const error = useSignal('')
  const isReady = typed === undefined || text.value.trim() === typed

  async function act(): Promise<void> {
    if (!isReady || busy.value) return
    busy.value = true
    error.value = ''
    try {
      await onConfirm()
      onClose()
    } catch (reason) {
      error.value = reason instanceof Error ? reason.message : String(reason)
      busy.value = false
    }
  }

  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      canDismiss={!busy.value}
      actions={
        <>
          {/* Enter without a look must do nothing that cannot be undone. */}
          <Button autofocus={isDanger && !typed} disabled={busy.value} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind={isDanger ? 'danger' : 'primary'}
            autofocus={!isDanger && !typed}
            busy={busy.value}
            disabled={!isReady}
            onClick={act}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <Field label={t('common.typeToConfirm', { word: typed })}>
          {(wiring) => (
            <TextInput
              {...wiring}
              value={text.value}
              autocomplete="off"
              spellcheck={false}
              onEdit={(value) => {
                text.value = value
              }}
              onKeyDown={({ key }) => key === 'Enter' && void act()}
            />
          )}
        </Field>
      )}
      {error.value && <Banner tone="danger">{error.value}</Banner>}
    </Dialog>
  )
}
