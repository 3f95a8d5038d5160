import { ErrorBoundary, lazy } from 'preact-iso'
import type { Desk } from '../app/desk.ts'
import { loadWithTexts } from '../locales/translate.ts'

/** Only the desktop app needs it. */
const WorkspaceSwitcher = lazy(() =>
  loadWithTexts(() => import('./workspace-switcher.tsx')).then((m) => m.WorkspaceSwitcher),
)

/** The way between workspaces, where there are several; without it the desk works all the same. */
export function Switcher({ desk }: { readonly desk: Desk }) {
  const names = desk.workspaces.value
  if (!names || names.remote.length === 0) return null
  return (
    <ErrorBoundary>
      <WorkspaceSwitcher desk={desk} />
    </ErrorBoundary>
  )
}
