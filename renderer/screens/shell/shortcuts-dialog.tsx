import type { Preferences } from '../../preferences.ts'
import { Switch } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', 'k'], 'Open the next or the previous conversation'],
  [['↓', '↑'], 'Move along the list'],
  [['/'], 'Search in the inbox'],
  [['r'], 'Write a reply'],
  [['t'], 'Take over, or hand back'],
  [['d'], 'Show or hide who the visitor is'],
  [['Esc'], 'Leave the field, or go back to the list'],
  [['Enter'], 'Send the reply'],
  [['Shift', 'Enter'], 'New line in the reply'],
  [['?'], 'This list'],
]

interface ShortcutsDialogProps {
  readonly preferences: Preferences
  readonly onClose: () => void
}

/** Everything that a key does. */
export function ShortcutsDialog({ preferences, onClose }: ShortcutsDialogProps) {
  const { shortcuts } = preferences
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts"
        hint="Turn them off when they clash with dictation or a screen reader. Enter and Escape always work."
        checked={shortcuts.value}
        onSwitch={(isOn) => {
          shortcuts.value = isOn
        }}
      />
    </Dialog>
  )
}
