import type { Desk } from '../../../app/desk.ts'
import { formatShare } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { InboxIcon, SearchIcon } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/states.tsx'
import type { ListModel } from './list-model.ts'
import { builtIn } from './view-names.ts'

interface EmptyViewProps {
  readonly desk: Pick<Desk, 'inbox'>
  readonly list: ListModel
}

/** Empty state of a list, with a suggestion for what to do. */
export function EmptyView({ desk, list }: EmptyViewProps) {
  if (list.view.value && !list.isAltered.value)
    return (
      <Empty icon={InboxIcon} title={t('inbox.emptyView.title')}>
        <p>{t('inbox.emptyView.hint')}</p>
      </Empty>
    )
  const view = list.view.value ? undefined : builtIn(list.filter.value)
  if (view === undefined) {
    return (
      <Empty
        icon={SearchIcon}
        title={t('inbox.nothingMatches')}
        actions={
          list.view.value ? (
            <Button size="small" onClick={list.reset}>
              {t('inbox.resetView')}
            </Button>
          ) : (
            <Button size="small" onClick={() => list.narrow({ state: 'open' })}>
              {t('inbox.clearFilters')}
            </Button>
          )
        }
      >
        <p>{t('inbox.nothingMatchesHint')}</p>
      </Empty>
    )
  }

  const { open = 0, ai_only = 0 } = desk.inbox.counts.value?.views ?? {}
  const isAboutPeople = view === 'unanswered' || view === 'needs_person' || view === 'mine'
  return (
    <Empty icon={InboxIcon} title={t(`inbox.empty.${view}.title`)}>
      <p>{t(`inbox.empty.${view}.hint`)}</p>
      {isAboutPeople && open > 0 && ai_only > 0 && (
        <p>{t('inbox.aiShare', { share: formatShare(ai_only / open) })}</p>
      )}
    </Empty>
  )
}
