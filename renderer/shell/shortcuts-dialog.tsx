import type { ComponentChildren } from 'preact'
import type { Desk } from '../app/desk.ts'
import { type Place, SHORTCUTS, type Shortcut } from '../app/keys/shortcut-list.ts'
import { t } from '../locales/translate.ts'
import { LinkButton } from '../ui/button.tsx'
import { Switch } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KeyboardIcon } from '../ui/icons.tsx'
import { KeyHint } from '../ui/key-hint.tsx'

/** The shortcuts grouped by scope, in list order. */
export const SHORTCUT_GROUPS: readonly (readonly [Place, readonly [string, Shortcut][]])[] = [
  ...Map.groupBy(Object.entries<Shortcut>(SHORTCUTS), ([, { place }]) => place),
]

/** Fixed keys, conventional everywhere. */
const FIXED: readonly (readonly [keys: string, words: string])[] = [
  ['Escape', t('shell.shortcuts.leave')],
  ['Enter', t('shell.shortcuts.send')],
  ['Shift+Enter', t('shell.shortcuts.newLine')],
]

interface ShortcutsDialogProps {
  readonly desk: Pick<Desk, 'commands' | 'preferences'>
  readonly onClose: () => void
}

/** Lists all keyboard shortcuts. */
export function ShortcutsDialog({ desk, onClose }: ShortcutsDialogProps) {
  const { commands, preferences } = desk
  const { shortcuts } = preferences
  return (
    <Dialog
      title={t('shell.shortcuts.title')}
      size="large"
      isReading
      onClose={onClose}
      actions={
        <LinkButton href="/app/settings/shortcuts" icon={KeyboardIcon}>
          {t('shell.shortcuts.change')}
        </LinkButton>
      }
    >
      <div class="shortcut-groups">
        {SHORTCUT_GROUPS.map(([place, list]) => (
          <Group key={place} title={t(`shortcuts.places.${place}`)}>
            {list.map(([id, { title }]) => (
              <Line key={id} words={title} keys={commands.keysOf(id)} />
            ))}
          </Group>
        ))}
        <Group title={t('shell.shortcuts.fixed')}>
          {FIXED.map(([keys, words]) => (
            <Line key={keys} words={words} keys={[keys]} />
          ))}
        </Group>
      </div>
      <Switch
        label={t('shell.shortcuts.singles')}
        hint={t('shell.shortcuts.singlesHint')}
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
        {keys.length === 0 && <span class="quiet">{t('shell.shortcuts.none')}</span>}
        {keys.map((key) => (
          <KeyHint key={key} keys={key} />
        ))}
      </dt>
      <dd>{words}</dd>
    </div>
  )
}
