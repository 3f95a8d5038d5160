import type { ComponentChildren } from 'preact'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Time } from '../../ui/time.tsx'

interface LinkDialogProps {
  readonly title: string
  readonly words: string
  readonly link: { readonly url: string; readonly expires_at: string }
  readonly onClose: () => void
  /** Additional secrets that are shown once. */
  readonly children?: ComponentChildren
}

/** Shows a sign-in link, once, until the operator closes it. */
export function LinkDialog({ title, words, link, onClose, children }: LinkDialogProps) {
  return (
    <Dialog
      title={title}
      canDismiss={false}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('team.done')}
        </Button>
      }
    >
      <p>
        {words} {t('team.linkUntil')} <Time at={link.expires_at} as="full" />.
      </p>
      <CopyField label={t('team.linkLabel')} text={link.url} />
      {children}
    </Dialog>
  )
}
