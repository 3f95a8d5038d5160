import { Button, LinkButton } from '../../ui/button.tsx'
import { InboxIcon, SearchIcon } from '../../ui/icons.tsx'
import { Banner, Empty, ErrorState, Loading, Spinner } from '../../ui/states.tsx'
import { Shelf } from './shelf.tsx'

const nothing = () => undefined

/** Empty, loading and error states. */
export function States() {
  return (
    <>
      <div class="sink-grid">
        <div class="card">
          <Empty
            icon={InboxIcon}
            title="No conversations yet"
            actions={
              <>
                <Button kind="primary">Embed an assistant</Button>
                <LinkButton href="#states">Try it yourself</LinkButton>
              </>
            }
          >
            <p>As soon as somebody writes on your website, the conversation appears here.</p>
          </Empty>
        </div>
        <div class="card">
          <ErrorState title="The conversations could not be loaded" onRetry={nothing}>
            <p>The server did not answer within ten seconds. What you wrote is kept.</p>
          </ErrorState>
        </div>
        <div class="card">
          <Empty icon={SearchIcon} title="Nothing matches" isSmall>
            <p>Try fewer words, or another view.</p>
          </Empty>
        </div>
        <Shelf title="Working">
          <Spinner label="Loading" />
          <Spinner isLarge label="Loading, large" />
        </Shelf>
      </div>
      <div class="sink-grid">
        <Loading label="Loading rows" rows={2} />
        <Loading label="Loading lines" rows={2} as="lines" />
        <Loading label="Loading a table" rows={2} as="table" />
        <Loading label="Loading tiles" rows={3} as="tiles" />
      </div>
      <Banner>Visitors reach this server from this machine only.</Banner>
      <Banner tone="ok" onDismiss={nothing}>
        <strong>Saved.</strong> Version 12 is live.
      </Banner>
      <Banner tone="ai">The assistant is writing an answer. Take over to write yourself.</Banner>
      <Banner tone="attention" actions={<Button size="small">Restore</Button>}>
        <strong>Grace changed this</strong> while you were writing.
      </Banner>
      <Banner tone="danger" actions={<Button size="small">Try again</Button>}>
        Three messages could not be sent.
      </Banner>
    </>
  )
}
