import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ScreenProps } from '../../screen.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ChatIcon, InboxIcon } from '../../ui/icons.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Conversation } from './conversation.tsx'
import { ListPane } from './list-pane.tsx'

/** Conversations on the left, one of them in the middle, who it is with on the right. */
export function Inbox({ desk, params }: ScreenProps) {
  const { inbox } = desk
  const { route } = useLocation()
  const id = params['id']
  const isSettled = inbox.isReady.value || inbox.error.value !== undefined

  useEffect(() => {
    // In a narrow window the list has just made room for the thread, or the other way round.
    const pane = id ? '.thread-head h2' : '.list-pane h1'
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(pane)?.focus({ preventScroll: true })
  }, [id])

  return (
    <main class="inbox" id="main" tabIndex={-1} data-view={id ? 'thread' : 'list'}>
      <ListPane desk={desk} current={id} onOpen={(next) => route(`/app/inbox/${next}`, true)} />
      {id === undefined ? (
        <Nothing isEmpty={inbox.isReady.value && inbox.items.value.length === 0} />
      ) : isSettled ? (
        <Conversation key={id} desk={desk} id={id} onClose={() => route('/app/inbox')} />
      ) : (
        <section class="thread-pane">
          <Loading label="Loading the conversation" />
        </section>
      )}
    </main>
  )
}

function Nothing({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <section class="thread-pane is-empty">
      {isEmpty ? (
        <Empty
          icon={ChatIcon}
          title="The first conversation will appear here"
          actions={
            <>
              <LinkButton href="/demo" kind="primary" isOutside>
                Open the demo page
              </LinkButton>
              <LinkButton href="/app/assistants">Put it on your website</LinkButton>
            </>
          }
        >
          <p>
            Open the demo page, say something in the chat bubble and watch it arrive here while the
            assistant answers. You can take over in mid-sentence.
          </p>
        </Empty>
      ) : (
        <Empty icon={InboxIcon} title="Choose a conversation">
          <p>
            Or press <kbd>j</kbd> to open the first one.
          </p>
        </Empty>
      )}
    </section>
  )
}
