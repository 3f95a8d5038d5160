import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import type { Shortcut } from '../../app/keys/shortcut-list.ts'
import { t } from '../../locales/translate.ts'
import { SHORTCUT_GROUPS } from '../../shell/shortcuts-dialog.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { EditIcon } from '../../ui/icons-work.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createShortcutsModel, type ShortcutsModel } from './shortcuts-model.ts'

/** Keyboard shortcuts, each of them editable. */
export function Shortcuts({ desk }: { readonly desk: Desk }) {
  const { shortcuts, enterSends, advances } = desk.preferences
  const model = useModel(() => createShortcutsModel(desk.preferences))
  useEffect(() => {
    addEventListener('keydown', model.press, { capture: true })
    return () => {
      model.end()
      removeEventListener('keydown', model.press, { capture: true })
    }
  }, [model])

  return (
    <>
      <Card title={t('settings.parts.shortcuts')} note={t('settings.onThisDevice')}>
        <Switch
          label={t('settings.shortcuts.single')}
          hint={t('settings.shortcuts.singleHint')}
          checked={shortcuts.value}
          onSwitch={(isOn) => {
            shortcuts.value = isOn
          }}
        />
        <Switch
          label={t('settings.shortcuts.enter')}
          hint={t('settings.shortcuts.enterHint')}
          checked={enterSends.value}
          onSwitch={(isOn) => {
            enterSends.value = isOn
          }}
        />
        <Switch
          label={t('settings.shortcuts.advance')}
          hint={t('settings.shortcuts.advanceHint')}
          checked={advances.value}
          onSwitch={(isOn) => {
            advances.value = isOn
          }}
        />
        <div class="form-actions">
          <Button onClick={model.resetAll}>{t('settings.shortcuts.resetAll')}</Button>
        </div>
      </Card>
      {SHORTCUT_GROUPS.map(([place, list]) => (
        <Card key={place} title={t(`shortcuts.places.${place}`)}>
          <ul class="key-rows">
            {list.map(([id, shortcut]) => (
              <KeyRow key={id} id={id} shortcut={shortcut} model={model} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}

interface KeyRowProps {
  readonly id: string
  readonly shortcut: Shortcut
  readonly model: ShortcutsModel
}

function KeyRow({ id, shortcut: { title }, model }: KeyRowProps) {
  const isListening = model.listening.value === id
  const keys = model.keysOf(id)
  const fault = model.fault.value?.id === id ? model.fault.value.words : undefined
  return (
    <li class="key-row">
      <span class="key-row-words">
        {title}
        <span role="status" class="key-row-note">
          {isListening && t('settings.shortcuts.pressHint')}
          {fault && <span class="field-error">{fault}</span>}
        </span>
      </span>
      {isListening ? (
        <span class="key-row-press">{model.pressed.value || t('settings.shortcuts.press')}</span>
      ) : (
        keys.map((one) => <KeyHint key={one} keys={one} />)
      )}
      {!isListening && keys.length === 0 && (
        <span class="quiet">{t('settings.shortcuts.none')}</span>
      )}
      <Menu
        label={t('settings.shortcuts.change', { title })}
        align="end"
        items={[
          { label: t('common.edit'), onSelect: () => model.listen(id) },
          {
            label: t('settings.shortcuts.off'),
            isDisabled: keys.length === 0,
            onSelect: () => model.choose(id, ''),
          },
          {
            label: t('settings.shortcuts.standard'),
            isDisabled: !model.isOwn(id),
            onSelect: () => model.reset(id),
          },
        ]}
        trigger={(props) => (
          <IconButton
            size="small"
            icon={EditIcon}
            label={t('settings.shortcuts.change', { title })}
            {...props}
          />
        )}
      />
    </li>
  )
}
