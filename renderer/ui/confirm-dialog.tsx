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
  /** Consequences, including what cannot be undone. */
  readonly children?: ComponentChildren
  /** Label of the confirming button. */
  readonly confirm: string
  readonly isDanger?: boolean
  /** Word to type before a drastic action. */
  readonly typed?: string
  /** Action; when it rejects, the error is shown and the dialog stays open. */
  readonly onConfirm: () => unknown
  readonly onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
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
          {/* In a dangerous case Cancel has the focus, so that an absent-minded Enter does no harm. */}
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
