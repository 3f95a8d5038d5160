import type { Desk } from './desk.ts'
import { SignIn } from './screens/session/sign-in.tsx'
import { Shell } from './screens/shell/shell.tsx'
import { ErrorState } from './ui/states.tsx'

/** The whole app: the door, and the desk behind it. */
export function App({ desk }: { readonly desk: Desk }) {
  const { standing, error, start } = desk.session
  switch (standing.value) {
    case 'signed-in':
      return <Shell desk={desk} />
    case 'signed-out':
      return <SignIn session={desk.session} />
    case 'unreachable':
      return (
        <main class="door">
          <ErrorState title="Parley does not answer" onRetry={start}>
            <p>{error.value}</p>
            <p>
              In a terminal, <code>npm start</code> starts it again. The desktop app starts it by
              itself.
            </p>
          </ErrorState>
        </main>
      )
    default:
      return (
        <main class="door" aria-busy="true">
          <span class="spinner is-large" role="status" aria-label="Starting Parley" />
        </main>
      )
  }
}
