import type { ComponentChildren } from 'preact'
import type { Desk } from '../../desk.ts'
import { type Place, SHORTCUTS, type Shortcut } from '../../shortcut-list.ts'
import { shellTexts } from '../../texts/shell.ts'
import { shortcutTexts } from '../../texts/shortcuts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyboardIcon } from '../../ui/icons.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'

const t = shellTexts.shortcuts

/** The shortcuts by where they work, in the order of the list. */
export const SHORTCUT_GROUPS: readonly (readonly [Place, readonly [string, Shortcut][]])[] = [
  ...Map.groupBy(Object.entries<Shortcut>(SHORTCUTS), ([, { place }]) => place),
]

/** What is no choice: every program does it so. */
const FIXED: readonly (readonly [keys: string, words: string])[] = [
  ['Escape', t.leave],
  ['Enter', t.send],
  ['Shift+Enter', t.newLine],
]

interface ShortcutsDialogProps {
  readonly desk: Pick<Desk, 'commands' | 'preferences'>
  readonly onClose: () => void
}

/** Everything that a key does. */
export function ShortcutsDialog({ desk, onClose }: ShortcutsDialogProps) {
  const { commands, preferences } = desk
  const { shortcuts } = preferences
  return (
    <Dialog
      title={t.title}
      size="large"
      onClose={onClose}
      actions={
        <LinkButton href="/app/settings/shortcuts" icon={KeyboardIcon}>
          {t.change}
        </LinkButton>
      }
    >
      <div class="shortcut-groups">
        {SHORTCUT_GROUPS.map(([place, list]) => (
          <Group key={place} title={shortcutTexts.places[place]}>
            {list.map(([id, { title }]) => (
              <Line key={id} words={title} keys={commands.keysOf(id)} />
            ))}
          </Group>
        ))}
        <Group title={t.fixed}>
          {FIXED.map(([keys, words]) => (
            <Line key={keys} words={words} keys={[keys]} />
          ))}
        </Group>
      </div>
      <Switch
        label={t.singles}
        hint={t.singlesHint}
        checked={shortcuts.value}
        onSwitch={(isOn) => {
          shortcuts.value = isOn
        }}
      />
    </Dialog>
  )
}

function Group({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="shortcuts">{children}</dl>
    </section>
  )
}

function Line({ words, keys }: { readonly words: string; readonly keys: readonly string[] }) {
  return (
    <div>
      <dt>
        {keys.length === 0 && <span class="quiet">{t.none}</span>}
        {keys.map((key) => (
          <KeyHint key={key} keys={key} />
        ))}
      </dt>
      <dd>{words}</dd>
    </div>
  )
}
