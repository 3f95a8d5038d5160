import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Desk } from '../../../app/desk.ts'
import { useCommands } from '../../../app/keys/shortcuts.ts'
import { t } from '../../../locales/translate.ts'
import { ToggleButton } from '../../../ui/button.tsx'
import { CodeIcon } from '../../../ui/icons.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { rove } from '../../../ui/use-roving.ts'
import {
  SECTIONS,
  SETTING_FIELDS,
  type SectionName,
  type SettingField,
  searchSettings,
} from '../settings/fields.ts'
import type { FormModel } from './form-model.ts'
import { jumpTo, sectionId } from './jump.ts'

interface SectionNavProps {
  readonly desk: Desk
  readonly model: FormModel
  readonly current: string | undefined
  readonly withApiNames: boolean
  readonly onApiNames: (isOn: boolean) => void
  /** Called before a jump. */
  readonly onGo: () => void
}

/** Navigation between the form's sections, with a search over all settings. */
export function SectionNav(props: SectionNavProps) {
  const { desk, model, current, onGo } = props
  const text = useSignal('')
  const input = useRef<HTMLInputElement>(null)
  const nav = useRef<HTMLElement>(null)
  const found = searchSettings(text.value)
  useCommands(desk, [{ id: 'form.search', isKeyOnly: true, run: () => input.current?.focus() }])

  function go(field: SettingField): void {
    text.value = ''
    onGo()
    requestAnimationFrame(() => jumpTo(field))
  }

  return (
    <aside class="form-nav">
      <SearchInput
        label={t('assistantForm.search')}
        placeholder={t('assistantForm.search')}
        shortcut="/"
        value={text.value}
        inputRef={input}
        onEdit={(next) => {
          text.value = next
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) {
            event.preventDefault()
            go(found[0])
          }
          if (event.key === 'ArrowDown' && found[0]) {
            event.preventDefault()
            nav.current?.querySelector<HTMLElement>('.found')?.focus()
          }
        }}
      />
      <nav
        ref={nav}
        aria-label={t('assistantForm.sectionNav')}
        onKeyDown={(event) => void rove(event, nav, 'a, .found', 'block')}
      >
        {text.value.trim() === '' ? (
          <ul class="form-sections">
            {(Object.keys(SECTIONS) as SectionName[]).map((name) => (
              <li key={name}>
                <a
                  href={`#${sectionId(name)}`}
                  aria-current={current === sectionId(name) ? 'location' : undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    onGo()
                    requestAnimationFrame(() =>
                      document.getElementById(sectionId(name))?.scrollIntoView({ block: 'start' }),
                    )
                  }}
                >
                  {t(`assistantForm.sections.${name}.title`)}
                  <Marks model={model} section={name} />
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <ul class="form-sections">
            {found.slice(0, 12).map((field) => (
              <li key={field.name}>
                <button type="button" class="found" onClick={() => go(field)}>
                  <span>{field.label}</span>
                  <code>{field.name}</code>
                </button>
              </li>
            ))}
            {found.length === 0 && <li class="quiet">{t('assistantForm.foundNothing')}</li>}
          </ul>
        )}
      </nav>
      <ToggleButton
        size="small"
        icon={CodeIcon}
        label={t('assistantForm.apiNames')}
        isOn={props.withApiNames}
        onSwitch={props.onApiNames}
      />
    </aside>
  )
}

/** Reports whether a section has changes or errors. */
function Marks({ model, section }: { readonly model: FormModel; readonly section: string }) {
  const names = SETTING_FIELDS.filter((field) => field.section === section).map(({ name }) => name)
  const isWrong = Object.keys(model.errors.value).some((place) =>
    (names as string[]).includes(place.split('.')[0]!),
  )
  const isChanged = names.some((name) => name in model.changes.value)
  if (isWrong)
    return (
      <span
        class="nav-mark is-wrong"
        role="img"
        aria-label={t('assistantForm.hasErrors', { count: 1 })}
      />
    )
  return isChanged ? (
    <span class="nav-mark" role="img" aria-label={t('assistantForm.changed')} />
  ) : null
}
