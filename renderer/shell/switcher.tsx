import { ErrorBoundary, lazy } from 'preact-iso'
import type { Desk } from '../app/desk.ts'
import { loadWithTexts } from '../locales/translate.ts'

/** Only needed in the desktop app. */
const WorkspaceSwitcher = lazy(() =>
  loadWithTexts(() => import('./workspace-switcher.tsx')).then((m) => m.WorkspaceSwitcher),
)

/** Workspace switcher, if there are workspaces; the desk works without it. */
export function Switcher({ desk }: { readonly desk: Desk }) {
  const names = desk.workspaces.value
  if (!names || names.remote.length === 0) return null
  return (
    <ErrorBoundary>
      <WorkspaceSwitcher desk={desk} />
    </ErrorBoundary>
  )
}
