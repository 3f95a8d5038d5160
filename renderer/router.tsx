import { useSignal } from '@preact/signals'
import { type ComponentType, createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { ErrorBoundary, lazy, Router } from 'preact-iso'
import type { Desk } from './desk.ts'
import type { ScreenProps } from './screen.ts'
import { Button } from './ui/button.tsx'
import { Page } from './ui/display.tsx'
import { ErrorState } from './ui/states.tsx'

/** What the router reads of a route, and what it adds. */
interface RouteProps extends Partial<Pick<ScreenProps, 'params'>> {
  readonly path?: string
  readonly default?: true
}

// Not a prop: the router turns the props of its routes into JSON at every change, and the desk is large.
const DeskContext = createContext<Desk | undefined>(undefined)

/** A screen that is loaded when it is first shown. */
function screen(load: () => Promise<ComponentType<ScreenProps>>): ComponentType<RouteProps> {
  return lazy(async () => {
    const Loaded = await load()
    return function Screen({ params = {} }: RouteProps) {
      return <Loaded desk={useContext(DeskContext)!} params={params} />
    }
  })
}

const Inbox = screen(() => import('./screens/inbox/inbox.tsx').then((m) => m.Inbox))
const Assistants = screen(() => import('./screens/assistants/list.tsx').then((m) => m.Assistants))
const NewAssistant = screen(() =>
  import('./screens/assistants/new.tsx').then((m) => m.NewAssistantScreen),
)
const Try = screen(() => import('./screens/assistants/try.tsx').then((m) => m.Try))
const Embed = screen(() => import('./screens/assistants/embed.tsx').then((m) => m.Embed))
const Settings = screen(() => import('./screens/settings/settings.tsx').then((m) => m.Settings))
const Lost = screen(() => import('./screens/shell/lost.tsx').then((m) => m.Lost))

interface RoutesProps {
  readonly desk: Desk
  readonly onArrive: () => void
}

/** Which screen an address shows. */
export function Routes({ desk, onArrive }: RoutesProps) {
  const failed = useSignal(false)
  if (failed.value) return <Unloadable />

  return (
    <DeskContext.Provider value={desk}>
      <ErrorBoundary
        onError={(error) => {
          console.error(error)
          failed.value = true
        }}
      >
        <Router onRouteChange={onArrive}>
          <Inbox path="/app/inbox/:id?" />
          <Assistants path="/app/assistants" />
          <NewAssistant path="/app/assistants/new" />
          <Try path="/app/assistants/:id/try" />
          <Embed path="/app/assistants/:id/embed" />
          <Settings path="/app/settings" />
          <Lost default />
        </Router>
      </ErrorBoundary>
    </DeskContext.Provider>
  )
}

/** A screen could not be loaded, or broke while it was shown. */
function Unloadable() {
  useEffect(() => document.querySelector<HTMLElement>('.state button')?.focus(), [])
  return (
    <Page>
      <ErrorState title="This screen could not be shown">
        <p>Parley may have been updated while this page was open.</p>
        <Button kind="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </ErrorState>
    </Page>
  )
}
