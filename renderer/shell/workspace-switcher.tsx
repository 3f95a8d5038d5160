import '../screens/settings/workspaces/workspaces.css'
import type { Desk } from '../app/desk.ts'
import { workspaceChoices } from '../app/desktop/workspace-choices.ts'
import { t } from '../locales/translate.ts'
import { ExpandIcon, PlusIcon } from '../ui/icons.tsx'
import { LaptopIcon, ServerIcon } from '../ui/icons-work.tsx'
import { Menu } from '../ui/menu.tsx'

/** Shows the current workspace and switches to others, if there are any. */
export function WorkspaceSwitcher({
  desk,
}: {
  readonly desk: Pick<Desk, 'workspaces' | 'toasts'>
}) {
  const found = workspaceChoices(desk)
  if (!found || found.choices.length < 2) return null
  const { choices, add } = found
  const shown = choices.find(({ isShown }) => isShown) ?? choices[0]!
  const Shape = shown.id === 'local' ? LaptopIcon : ServerIcon
  return (
    <Menu
      label={t('workspaces.title')}
      items={[
        { heading: t('workspaces.title') },
        ...choices.map(({ name, isShown, choose }) => ({
          label: name,
          isChecked: isShown,
          onSelect: choose,
        })),
        'separator',
        { label: t('workspaces.add'), icon: PlusIcon, onSelect: add },
      ]}
      trigger={(props) => (
        <button
          type="button"
          class="workspace-switcher"
          title={shown.name}
          aria-label={t('workspaces.switcher', { name: shown.name })}
          {...props}
        >
          <Shape size={18} />
          <span class="navigation-label">
            <bdi>{shown.name}</bdi>
          </span>
          <ExpandIcon size={16} />
        </button>
      )}
    />
  )
}
