import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { Banner } from '../../ui/states.tsx'
import { NameAndEmailFields } from '../settings/name-and-email.tsx'
import type { ProfileModel } from '../settings/profile-model.ts'

interface PersonDialogProps {
  readonly title: string
  readonly model: ProfileModel
  readonly nameHint?: string
  /** Further fields. */
  readonly children?: ComponentChildren
  readonly onSubmit: () => Promise<boolean>
  readonly onClose: () => void
}

/** Asks for the name and email address of a new operator. */
export function PersonDialog({
  title,
  model,
  nameHint,
  children,
  onSubmit,
  onClose,
}: PersonDialogProps) {
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (model.busy.value || (await onSubmit())) return
    focusMistake(form.current)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <NameAndEmailFields
          model={model}
          names={[t('team.name'), t('team.email')]}
          {...(nameHint && { nameHint })}
        />
        {children}
        <div class="form-actions">
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={model.busy.value}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
