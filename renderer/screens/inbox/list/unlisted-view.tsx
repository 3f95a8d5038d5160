import { t } from '../../../locales/translate.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { HideIcon } from '../../../ui/icons-work.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import type { ListModel } from './list-model.ts'
import type { ViewsModel } from './views-model.ts'

interface UnlistedViewProps {
  readonly list: Pick<ListModel, 'isMissing'>
  readonly views: Pick<ViewsModel, 'error' | 'load'>
}

/** State of the list while the address names a view that is not known: it is loading, or not available. */
export function UnlistedView({ list, views }: UnlistedViewProps) {
  if (list.isMissing.value)
    return (
      <Empty
        icon={HideIcon}
        title={t('inbox.viewGone.title')}
        actions={<LinkButton href="/app/inbox">{t('inbox.viewGone.open')}</LinkButton>}
      >
        <p>{t('inbox.viewGone.hint')}</p>
      </Empty>
    )
  if (views.error.value === undefined) return <Loading label={t('inbox.loading')} rows={7} />
  return (
    <ErrorState title={t('inbox.viewsFailed')} onRetry={() => void views.load()}>
      <p>{views.error.value}</p>
    </ErrorState>
  )
}
