import type { Desk } from './app/desk.ts'
import { t } from './locales/translate.ts'
import { ConfirmSignIn } from './screens/sign-in/confirm-sign-in.tsx'
import { SignIn } from './screens/sign-in/sign-in.tsx'
import { Shell } from './shell/shell.tsx'
import { Switcher } from './shell/switcher.tsx'
import { ErrorState } from './ui/states.tsx'

/** The whole app: the sign-in screen, and the desk behind it. */
export function App({ desk }: { readonly desk: Desk }) {
  const { status, error, start } = desk.session
  switch (status.value) {
    case 'signed-in':
      return <Shell desk={desk} />
    case 'asking':
      return <ConfirmSignIn session={desk.session} />
    case 'signed-out':
      return (
        <SignIn session={desk.session}>
          <Switcher desk={desk} />
        </SignIn>
      )
    case 'unreachable':
      return (
        <main class="door">
          <Switcher desk={desk} />
          <ErrorState title={t('session.unreachable')} onRetry={start}>
            <p>{error.value}</p>
            <p>
              {t('session.restart')} <code>npm start</code>
            </p>
          </ErrorState>
        </main>
      )
    default:
      return (
        <main class="door" aria-busy="true">
          <span class="spinner is-large" role="status" aria-label={t('session.starting')} />
        </main>
      )
  }
}
