import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Notice } from '#contracts/notices.ts'
import type { Desk } from '../app/desk.ts'
import { placeOfNotice } from '../app/notices.ts'
import { t } from '../locales/translate.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { BellIcon, CloseIcon } from '../ui/icons.tsx'

/** Notices above the screen; several are collapsed to a count. */
export function Notices({ desk }: { readonly desk: Pick<Desk, 'notices' | 'toasts'> }) {
  const isOpen = useSignal(false)
  const id = useId()
  const { value: all } = desk.notices.list
  const isMany = all.length > 1
  const shown = !isMany || isOpen.value ? all : []
  return (
    <div role="status">
      {all.length > 0 && (
        <section aria-label={t('notices.label')}>
          {isMany && (
            <div class="notice">
              <NoticeIcon />
              <p class="notice-words">{t('notices.many', { count: all.length })}</p>
              <Button
                size="small"
                kind="quiet"
                aria-expanded={isOpen.value}
                aria-controls={id}
                onClick={() => {
                  isOpen.value = !isOpen.value
                }}
              >
                {isOpen.value ? t('notices.hideAll') : t('notices.showAll')}
              </Button>
            </div>
          )}
          <div id={id}>
            {shown.map((notice) => (
              <Row key={notice.id} notice={notice} onDismiss={() => void dismiss(desk, notice)} />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

/** Puts a notice away, or says that it could not be. */
export async function dismiss(
  { notices, toasts }: Pick<Desk, 'notices' | 'toasts'>,
  notice: Notice,
): Promise<void> {
  if (!(await notices.dismiss(notice))) toasts.show(t('notices.failed'), 'danger')
}

const NoticeIcon = () => (
  <span class="notice-icon">
    <BellIcon size={18} />
  </span>
)

interface RowProps {
  readonly notice: Notice
  readonly onDismiss: () => void
}

function Row({ notice, onDismiss }: RowProps) {
  const { kind, subject, reason } = notice
  const title = t(`notices.kinds.${kind}`, { subject })
  return (
    <div class="notice">
      <NoticeIcon />
      <div class="notice-words">
        <p>
          <strong>{title}</strong> <span dir="auto">{reason}</span>
        </p>
        <a href={placeOfNotice(notice)}>{t(`notices.actions.${kind}`)}</a>
      </div>
      <IconButton
        size="small"
        icon={CloseIcon}
        label={t('notices.dismiss', { what: title })}
        onClick={onDismiss}
      />
    </div>
  )
}
