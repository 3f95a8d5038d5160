import { useRef } from 'preact/hooks'
import type { Desk } from '../../desk.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, InboxIcon, SearchIcon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { SEGMENTS } from './filter.ts'
import type { InboxModel } from './model.ts'
import { Row } from './row.tsx'
import { useWindow } from './use-window.ts'

interface ListPaneProps {
  readonly desk: Desk
  readonly current: string | undefined
  readonly onOpen: (id: string) => void
}

/** The list of conversations, with what narrows it down. */
export function ListPane({ desk, current, onOpen }: ListPaneProps) {
  const { inbox, preferences } = desk
  const pane = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const drawn = useWindow(scroller, inbox.shown.value.length)
  useKeys(preferences.shortcuts.value, {
    j: () => step(1),
    k: () => step(-1),
    '/': () => pane.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
  })

  /** Opens the next conversation of the list. */
  function step(by: number): void {
    const shown = inbox.shown.value
    const index = shown.findIndex(({ id }) => id === current)
    const next = index < 0 ? 0 : index + by
    const item = shown[next]
    if (!item) return
    onOpen(item.id)
    drawn.show(next)
    // The row may be drawn only now.
    requestAnimationFrame(() => focusRow(scroller.current, item.id))
  }

  return (
    <section class="list-pane" aria-label="Conversations" ref={pane}>
      <header class="list-head">
        <h1 tabIndex={-1}>Inbox</h1>
        <Search inbox={inbox} />
        <Tabs
          label="Which conversations"
          tabs={SEGMENTS}
          current={inbox.segment.value}
          controls="conversations"
          onChoose={(segment) => {
            inbox.segment.value = segment
          }}
        />
      </header>
      <div
        class="list-scroll"
        id="conversations"
        role="tabpanel"
        aria-label="Conversations"
        ref={scroller}
        onKeyDown={moveAlong}
      >
        <List desk={desk} current={current} drawn={drawn} />
      </div>
    </section>
  )
}

function Search({ inbox }: { readonly inbox: InboxModel }) {
  return (
    <div class="search">
      <SearchIcon size={18} />
      <input
        type="search"
        dir="auto"
        placeholder="Search"
        aria-label="Search the loaded conversations"
        value={inbox.search.value}
        onInput={({ currentTarget }) => {
          inbox.search.value = currentTarget.value
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return
          inbox.search.value = ''
          currentTarget.blur()
        }}
      />
      {inbox.search.value !== '' && (
        <button
          type="button"
          class="search-clear"
          aria-label="Clear the search"
          onClick={() => {
            inbox.search.value = ''
          }}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </div>
  )
}

interface ListProps extends Pick<ListPaneProps, 'desk' | 'current'> {
  readonly drawn: ReturnType<typeof useWindow>
}

function List({ desk, current, drawn }: ListProps) {
  const { inbox, typing } = desk
  const { start, end, style } = drawn
  const shown = inbox.shown.value
  if (inbox.error.value && !inbox.isReady.value) {
    return (
      <ErrorState title="The inbox could not be loaded" onRetry={inbox.load}>
        <p>{inbox.error.value}</p>
      </ErrorState>
    )
  }
  if (!inbox.isReady.value) return <Loading label="Loading conversations" rows={7} />
  return (
    <>
      <ul class="rows" style={style}>
        {shown.slice(start, end).map((item, index) => (
          <Row
            key={item.id}
            item={item}
            place={start + index + 1}
            count={shown.length}
            isCurrent={item.id === current}
            isTyping={typing.is(item.id, 'visitor')}
          />
        ))}
      </ul>
      {shown.length === 0 && <NoRows inbox={inbox} />}
      <More inbox={inbox} />
    </>
  )
}

function NoRows({ inbox }: { readonly inbox: InboxModel }) {
  if (inbox.items.value.length === 0) {
    return (
      <Empty icon={InboxIcon} title="No conversations yet">
        <p>
          They appear here by themselves. Start one on the{' '}
          <a href="/demo" target="_blank" rel="noopener">
            demo page
          </a>
          .
        </p>
      </Empty>
    )
  }
  return (
    <Empty
      icon={SearchIcon}
      title="Nothing here"
      actions={
        <Button
          size="small"
          onClick={() => {
            inbox.segment.value = 'all'
            inbox.search.value = ''
          }}
        >
          Show all
        </Button>
      }
    >
      <p>None of the loaded conversations matches.</p>
    </Empty>
  )
}

function More({ inbox }: { readonly inbox: InboxModel }) {
  if (!inbox.hasMore.value) return null
  return (
    <div class="more">
      {inbox.error.value && <p class="field-error">{inbox.error.value}</p>}
      <Button kind="quiet" busy={inbox.isLoadingMore.value} onClick={inbox.loadMore}>
        Load more
      </Button>
    </div>
  )
}

/** Arrow keys move the focus along the rows; Enter opens, as with every link. */
function moveAlong(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget
  if (step === undefined || !(list instanceof HTMLElement)) return
  const rows = [...list.querySelectorAll<HTMLElement>('a.row')]
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function focusRow(list: HTMLElement | null, id: string): void {
  list?.querySelector<HTMLElement>(`a.row[href$="${id}"]`)?.focus({ preventScroll: true })
}
