import { useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { TextArea } from '../../../ui/controls.tsx'
import { KNOWN_VARIABLES } from '../playground/playground-model.ts'
import type { ControlProps } from './control.tsx'

/** A text with variables: clicking a chip inserts one at the cursor. */
export function Prompt({ model, field, wiring }: ControlProps) {
  const area = useRef<HTMLDivElement>(null)
  const { name, control } = field
  if (control.kind !== 'prompt') return null
  const value = String(model.values.value?.[name] ?? '')
  const own = Object.keys((model.values.value?.variables ?? {}) as object)
  const length = [...value].length

  function insert(variable: string): void {
    const field = area.current?.querySelector('textarea')
    if (!field) return
    const { selectionStart: from, selectionEnd: to } = field
    const text = `{{${variable}}}`
    model.edit(name, value.slice(0, from) + text + value.slice(to))
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + text.length, from + text.length)
    })
  }

  return (
    <div class="prompt" ref={area}>
      <TextArea
        {...wiring!}
        required
        rows={control.rows}
        value={value}
        onEdit={(next) => model.edit(name, next)}
      />
      <div class="prompt-foot">
        <span class="prompt-variables">
          <span>{t('assistantForm.insertVariable')}</span>
          {[...own, ...KNOWN_VARIABLES].map((variable) => (
            <button
              key={variable}
              type="button"
              class="chip-button"
              onClick={() => insert(variable)}
            >{`{{${variable}}}`}</button>
          ))}
        </span>
        <span class={`counter ${control.max && length > control.max ? 'is-over' : ''}`}>
          {control.max
            ? t('assistantForm.counter', { length, max: control.max })
            : t('assistantForm.characters', { count: length })}
        </span>
      </div>
    </div>
  )
}
