import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { PanelIcon } from '../../../ui/icons.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { VirtualList, type VirtualListHandle } from '../../../ui/virtual-list.tsx'
import { OngoingTelephoneCalls } from '../../calls/live/ongoing.tsx'
import type { AssistantOption } from '../../records/assistant-options.ts'
import { BulkBar } from './bulk-bar.tsx'
import { EmptyView } from './empty-view.tsx'
import { ExportMenu, ExportProgress } from './export-menu.tsx'
import { FilterButton } from './filter-bar.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { InboxModels } from './models.ts'
import { Row } from './row.tsx'
import { SearchResults } from './search-results.tsx'
import { SortMenu } from './sort-menu.tsx'
import { UnlistedView } from './unlisted-view.tsx'
import { useListCommands } from './use-list-commands.ts'
import { ViewActions } from './view-actions.tsx'
import { titleOfView } from './view-names.ts'
import { ViewsMenu } from './views-column.tsx'

interface ListPaneProps {
  readonly desk: Desk
  readonly models: InboxModels
  readonly assistants: readonly AssistantOption[]
  readonly areViewsShown: boolean
  /** Undefined if there is no room for the views. */
  readonly onToggleViews: (() => void) | undefined
}

/** The list of conversations with its filters. */
export function ListPane({
  desk,
  models,
  assistants,
  areViewsShown,
  onToggleViews,
}: ListPaneProps) {
  const { list, search, bulk, views, exports } = models
  const field = useRef<HTMLInputElement>(null)
  const handle = useRef<VirtualListHandle>(null)
  useListCommands(desk, models, { field, handle })
  const bar = { desk, list, views, assistants }

  return (
    <section
      class="list-pane"
      aria-label={t('inbox.conversations')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || bulk.count.value === 0) return
        event.stopPropagation()
        bulk.clear()
      }}
    >
      <header class="list-head">
        <div class="list-title">
          {onToggleViews && (
            <IconButton
              icon={PanelIcon}
              label={areViewsShown ? t('inbox.hideViews') : t('inbox.showViews')}
              size="small"
              aria-pressed={areViewsShown}
              onClick={onToggleViews}
            />
          )}
          <h1 tabIndex={-1}>{t('inbox.title')}</h1>
          {areViewsShown ? (
            <span class="list-view" dir="auto">
              {titleOfView(desk, list)}
            </span>
          ) : (
            <ViewsMenu desk={desk} list={list} views={views} />
          )}
          {!areViewsShown && list.view.value && (
            <ViewActions desk={desk} list={list} views={views} view={list.view.value} />
          )}
          <span class="line-end">
            {desk.session.may('exports') && !list.isMissing.value && (
              <ExportMenu model={exports} kind="quiet" />
            )}
          </span>
        </div>
        <div class="list-tools">
          <SearchInput
            label={t('inbox.search')}
            placeholder={t('common.search')}
            value={search.typed.value}
            onEdit={search.edit}
            isBusy={search.isBusy.value}
            shortcut={desk.commands.keysOf('inbox.search')[0]}
            inputRef={field}
            onKeyDown={(event) => {
              if (event.key === 'Enter') search.commit()
            }}
          />
          <FilterButton {...bar} />
          <SortMenu list={list} />
        </div>
        <FilterChips {...bar} />
      </header>
      {desk.session.may('records') && <OngoingTelephoneCalls desk={desk} />}
      <BulkBar desk={desk} bulk={bulk} list={list} exports={exports} />
      <ExportProgress model={exports} />
      {search.isOn.value && list.listed.value ? (
        <div class="list-scroll">
          <SearchResults
            search={search}
            current={list.current.value}
            query={list.query.value.slice(1)}
          />
        </div>
      ) : (
        <Rows desk={desk} models={models} handle={handle} />
      )}
    </section>
  )
}

interface RowsProps extends Pick<ListPaneProps, 'desk' | 'models'> {
  readonly handle: { current: VirtualListHandle | null }
}

/** Estimated row height, px. */
const ROW = 86

function Rows({ desk, models: { list, bulk, views }, handle }: RowsProps) {
  const minute = useMinute()
  const isChoosing = useComputed(() => bulk.count.value > 0).value
  const items = list.items.value
  if (!list.listed.value) return <UnlistedView list={list} views={views} />
  if (list.error.value && items.length === 0) {
    return (
      <ErrorState title={t('inbox.loadFailed')} onRetry={list.load}>
        <p>{list.error.value}</p>
      </ErrorState>
    )
  }
  if (!list.isReady.value) return <Loading label={t('inbox.loading')} rows={7} />
  if (items.length === 0) return <EmptyView desk={desk} list={list} />
  const search = list.query.value
  return (
    <div
      class={`list-rows ${isChoosing ? 'is-choosing' : ''}`}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && list.hold(true)}
      onPointerLeave={() => list.hold(isScrolled(handle.current))}
    >
      <News list={list} onShow={() => handle.current?.scrollToIndex(0, 'start')} />
      <VirtualList
        items={items}
        keyOf={({ id }) => id}
        estimate={() => ROW}
        label={t('inbox.conversations')}
        class="list-scroll"
        handle={handle}
        onRange={(first) => first > 0 && list.hold(true)}
        onNearEnd={() => void list.loadMore()}
        onKeyDown={moveAlong}
        render={(item) => (
          <Row desk={desk} list={list} bulk={bulk} item={item} search={search} minute={minute} />
        )}
        foot={<More list={list} />}
      />
    </div>
  )
}

const isScrolled = (handle: VirtualListHandle | null) => (handle?.element()?.scrollTop ?? 0) > 8

/** Announces new rows while the list must not move, and shows them on request. */
function News({
  list,
  onShow,
}: {
  readonly list: RowsProps['models']['list']
  readonly onShow: () => void
}) {
  const count = list.held.value.length
  return (
    <div class="news">
      <span class="visually-hidden" role="status">
        {count > 0 && t('inbox.newAnnounced', { count })}
      </span>
      {count > 0 && (
        <Button
          size="small"
          kind="primary"
          onClick={() => {
            list.settle()
            onShow()
          }}
        >
          {t('inbox.waitingNews', { count })}
        </Button>
      )}
    </div>
  )
}

function More({ list }: { readonly list: RowsProps['models']['list'] }) {
  if (!list.hasMore.value) return null
  return (
    <div class="more">
      {list.error.value ? (
        <>
          <p class="field-error">{t('inbox.moreFailed')}</p>
          <Button size="small" onClick={() => void list.loadMore()}>
            {t('common.tryAgain')}
          </Button>
        </>
      ) : (
        <span class="spinner" role="status" aria-label={t('inbox.loadingMore')} />
      )}
    </div>
  )
}

/** Arrow keys move focus between rows; Enter follows the row's link. */
function moveAlong(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget
  if (step === undefined || !(list instanceof HTMLElement)) return
  const rows = [...list.querySelectorAll<HTMLElement>('.row')]
  const index = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[index + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
