import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Notice } from '#contracts/notices.ts'
import { explain } from '../app/api.ts'
import type { Desk } from '../app/desk.ts'
import { placeOfNotice } from '../app/notices.ts'
import { t } from '../locales/translate.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { BanIcon, BellIcon, CloseIcon } from '../ui/icons.tsx'

interface OfDesk extends Pick<Desk, 'api' | 'notices' | 'toasts'> {
  readonly session: Pick<Desk['session'], 'may'>
}

/** Notices above the screen; several are collapsed to a count. */
export function Notices({ desk }: { readonly desk: OfDesk }) {
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
              <Row
                key={notice.id}
                notice={notice}
                onDismiss={() => void dismiss(desk, notice)}
                onBlock={blockerOf(desk, notice)}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

/** Dismisses a notice, or shows that it failed. */
export async function dismiss(
  { notices, toasts }: Pick<Desk, 'notices' | 'toasts'>,
  notice: Notice,
): Promise<void> {
  if (!(await notices.dismiss(notice))) toasts.show(t('notices.failed'), 'danger')
}

/** Returns the action that blocks a notice's address, if the operator may do so. */
function blockerOf(
  { api, session, toasts }: OfDesk,
  { kind, subject: address }: Notice,
): (() => void) | undefined {
  if (kind !== 'address_refused' || !session.may('server.network.change')) return undefined
  return () => {
    api.blockAddress({ body: { address } }).then(
      // The server dismisses the notice.
      () => toasts.show(t('notices.blocked', { address })),
      (failure: unknown) => toasts.show(explain(failure), 'danger'),
    )
  }
}

const NoticeIcon = () => (
  <span class="notice-icon">
    <BellIcon size={18} />
  </span>
)

interface RowProps {
  readonly notice: Notice
  readonly onDismiss: () => void
  /** Blocks the notice's address. */
  readonly onBlock?: (() => void) | undefined
}

function Row({ notice, onDismiss, onBlock }: RowProps) {
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
        {onBlock && (
          <Button size="small" icon={BanIcon} onClick={onBlock}>
            {t('notices.block', { address: subject })}
          </Button>
        )}
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
