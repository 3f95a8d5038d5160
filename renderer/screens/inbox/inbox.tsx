import './inbox.css'
import './list/rows.css'
import './list/panels.css'
import './thread/thread.css'
import './thread/messages.css'
import './compose/composer.css'
import './details/details.css'
import { useCallback, useEffect, useMemo } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { stored } from '../../app/storage.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ChatIcon, InboxIcon } from '../../ui/icons.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useModel } from '../../ui/use-model.ts'
import { assistantOptions } from '../records/assistant-options.ts'
import { Conversation } from './conversation.tsx'
import { ActionDialog } from './list/action-dialog.tsx'
import { ListPane } from './list/list-pane.tsx'
import { createInboxModels } from './list/models.ts'
import { ViewsColumn } from './list/views-column.tsx'
import { useShown } from './use-shown.ts'

/** The inbox: views and conversations on the left, a thread in the middle, details on the right. */
export function Inbox({ desk, params }: ScreenProps) {
  const models = useModel(() => createInboxModels(desk))
  const assistants = useMemo(() => assistantOptions(desk.api), [])
  const wantsViews = useMemo(() => stored(desk.storage, 'parley.inbox-views', isShown, true), [])
  const id = params['id']
  const shown = useShown(id)
  const hasRoom = useRoomForViews(id !== undefined && desk.preferences.details.value)
  const areViewsShown = hasRoom && wantsViews.value
  const { list } = models
  // The same functions each time: opening a conversation renders neither the list nor the one before again.
  const toggleViews = useCallback(() => {
    wantsViews.value = !wantsViews.value
  }, [])
  const close = useCallback(() => desk.address.go(`/app/inbox${list.query.value}`), [])

  useEffect(() => {
    // In a narrow window the thread has just replaced the list, or vice versa.
    const pane = shown ? '.thread-head h2' : '.list-pane h1'
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(pane)?.focus({ preventScroll: true })
  }, [shown])

  return (
    <main
      class={`inbox ${areViewsShown ? 'has-views' : ''}`}
      id="main"
      tabIndex={-1}
      data-view={id ? 'thread' : 'list'}
    >
      {areViewsShown && <ViewsColumn desk={desk} list={list} views={models.views} />}
      <ListPane
        desk={desk}
        models={models}
        assistants={assistants.value}
        areViewsShown={areViewsShown}
        onToggleViews={hasRoom ? toggleViews : undefined}
      />
      {shown === undefined ? (
        <Nothing desk={desk} />
      ) : desk.inbox.isReady.value || desk.inbox.error.value !== undefined ? (
        <Conversation
          key={shown}
          desk={desk}
          id={shown}
          resolving={models.resolving}
          onClose={close}
        />
      ) : (
        <section class="thread-pane">
          <Loading label={t('inbox.loading')} />
        </section>
      )}
      <ActionDialog desk={desk} bulk={models.bulk} views={models.views} />
    </main>
  )
}

/** Next to a thread with details, the views only fit in a very wide window. */
function useRoomForViews(hasDetails: boolean): boolean {
  const isWide = useMedia('(width >= 90rem)')
  const isVeryWide = useMedia('(width >= 96rem)')
  return hasDetails ? isVeryWide : isWide
}

const isShown = (text: string) => text !== 'false'

function Nothing({ desk }: { readonly desk: Pick<Desk, 'inbox' | 'commands'> }) {
  const isEmpty = desk.inbox.counts.value?.views.all === 0
  const [key] = desk.commands.keysOf('inbox.next')
  return (
    <section class="thread-pane is-empty">
      {isEmpty ? (
        <Empty
          icon={ChatIcon}
          title={t('inbox.first')}
          actions={
            <>
              <LinkButton href="/demo" kind="primary" isOutside>
                {t('inbox.openDemo')}
              </LinkButton>
              <LinkButton href="/app/assistants">{t('inbox.putOnWebsite')}</LinkButton>
            </>
          }
        >
          <p>{t('inbox.firstHint')}</p>
        </Empty>
      ) : (
        <Empty icon={InboxIcon} title={t('inbox.choose')}>
          {key && <p>{t('inbox.chooseHint', { key })}</p>}
        </Empty>
      )}
    </section>
  )
}
