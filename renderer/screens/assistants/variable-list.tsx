import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import type { ControlProps } from './control.tsx'
import { isSame } from './same.ts'

type Row = readonly [name: string, value: string]

/** Names and values. A value that is no text is written as JSON and read as JSON. */
export function VariableList({ model, field }: ControlProps) {
  const value = (model.values.value?.[field.name] ?? {}) as Record<string, unknown>
  const rows = useSignal<readonly Row[]>(rowsOf(value))
  const said = useRef<unknown>(value)
  const list = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    if (isSame(value, said.current)) return
    said.current = value
    rows.value = rowsOf(value)
  }, [value])

  function change(next: readonly Row[]): void {
    rows.value = next
    said.current = objectOf(next, value)
    model.edit(field.name, said.current)
  }

  const put = (index: number, row: Row) =>
    change(rows.value.map((one, at) => (at === index ? row : one)))

  return (
    <fieldset class="pairs" ref={list}>
      <legend>{field.label}</legend>
      <p class="field-hint">{field.hint}</p>
      {rows.value.map(([name, text], index) => (
        <div class="pair" key={index}>
          <TextInput
            aria-label={t('assistantForm.object.name')}
            placeholder={t('assistantForm.object.name')}
            dir="ltr"
            spellcheck={false}
            value={name}
            onEdit={(next) => put(index, [next, text])}
          />
          <TextInput
            aria-label={`${t('assistantForm.object.value')}: ${name}`}
            placeholder={t('assistantForm.object.value')}
            value={text}
            onEdit={(next) => put(index, [name, next])}
          />
          <IconButton
            icon={CloseIcon}
            label={
              name
                ? t('assistantForm.object.remove', { name })
                : t('assistantForm.object.removeUnnamed')
            }
            onClick={() => change(rows.value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          onClick={() => {
            rows.value = [...rows.value, ['', '']]
            requestAnimationFrame(() =>
              list.current?.querySelector<HTMLElement>('.pair:last-of-type input')?.focus(),
            )
          }}
        >
          {t('assistantForm.object.add')}
        </Button>
      </div>
    </fieldset>
  )
}

function rowsOf(value: Record<string, unknown>): Row[] {
  return Object.entries(value).map(([name, item]) => [
    name,
    typeof item === 'string' ? item : JSON.stringify(item),
  ])
}

/** A value that was no text stays one as long as it is JSON of that kind. */
function objectOf(rows: readonly Row[], before: Record<string, unknown>): Record<string, unknown> {
  const named = rows.filter(([name]) => name.trim() !== '')
  return Object.fromEntries(
    named.map(([name, text]) => {
      const was = before[name]
      return [name, was === undefined || typeof was === 'string' ? text : (json(text) ?? text)]
    }),
  )
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
