import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BookIcon } from '../../ui/icons-work.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import type { PagedModel } from './paged-model.ts'

interface PagedDrawerProps<item extends { readonly id: number }> {
  readonly title: string
  readonly model: PagedModel<item>
  readonly loading: string
  readonly empty: string
  /** Reason why there is nothing. */
  readonly reason: string | null
  /** Above the list. */
  readonly lead: (total: number) => string
  readonly row: (item: item) => ComponentChildren
  readonly onClose: () => void
}

/** A list about one document at the side, loaded in portions. */
export function PagedDrawer<item extends { readonly id: number }>(props: PagedDrawerProps<item>) {
  const { title, model, loading, empty, reason, lead, row, onClose } = props
  useEffect(() => void model.load(), [model])
  const items = model.items.value
  return (
    <Dialog title={title} size="large" side="end" onClose={onClose}>
      {!items && !model.error.value && <Loading label={loading} as="lines" rows={6} />}
      {model.error.value && (
        <ErrorState title={t('knowledge.notThere')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
      {items?.length === 0 && (
        <Empty icon={BookIcon} title={empty} isSmall>
          {reason && <p>{reason}</p>}
        </Empty>
      )}
      {items && items.length > 0 && (
        <div>
          <p class="quiet">{lead(model.total.value)}</p>
          <ol class="passages">
            {items.map((item) => (
              <li key={item.id} class="passage">
                {row(item)}
              </li>
            ))}
          </ol>
          {model.hasMore.value && (
            <Button busy={model.isBusy.value} onClick={() => void model.load()}>
              {t('knowledge.more')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
