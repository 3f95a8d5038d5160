import type { Signal } from '@preact/signals'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface RemoveDialogProps<Service> {
  readonly model: {
    readonly removing: Signal<Service | undefined>
    readonly remove: (service: Service) => Promise<void>
  }
  readonly toasts: Toasts
  /** Describes the consequences. */
  readonly words: (service: Service) => string
}

/** Asks before a service is removed. */
export function RemoveDialog<Service extends { readonly name: string }>({
  model: { removing, remove },
  toasts,
  words,
}: RemoveDialogProps<Service>) {
  const service = removing.value
  if (!service) return null
  const { name } = service
  return (
    <ConfirmDialog
      title={t('models.removeTitle', { name })}
      confirm={t('models.remove')}
      isDanger
      onConfirm={async () => {
        await remove(service)
        toasts.show(t('models.removed', { name }))
      }}
      onClose={() => {
        removing.value = undefined
      }}
    >
      <p>{words(service)}</p>
    </ConfirmDialog>
  )
}
