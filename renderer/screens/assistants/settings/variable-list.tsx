import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isSame } from '../../../app/same.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { CloseIcon, PlusIcon } from '../../../ui/icons.tsx'
import { RowList } from '../../../ui/row-list.tsx'
import type { ControlProps } from './control.tsx'

type Row = readonly [name: string, value: string]

/** Variable names and values. Non-string values are edited as JSON. */
export function VariableList({ model, field }: ControlProps) {
  const value = (model.values.value?.[field.name] ?? {}) as Record<string, unknown>
  const rows = useSignal<readonly Row[]>(rowsOf(value))
  const said = useRef<unknown>(value)

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

  return (
    <fieldset class="pairs">
      <legend>{field.label}</legend>
      <p class="field-hint">{field.hint}</p>
      <RowList
        rows={rows.value}
        nameOf={([name], index) =>
          name || t('assistantForm.object.variable', { number: index + 1 })
        }
        rowClass="pair"
        onChange={change}
        add={(add) => (
          <Button size="small" icon={PlusIcon} onClick={() => add(['', ''])}>
            {t('assistantForm.object.add')}
          </Button>
        )}
      >
        {({ row: [name, text], edit, removal }) => (
          <>
            <TextInput
              aria-label={t('assistantForm.object.name')}
              placeholder={t('assistantForm.object.name')}
              dir="ltr"
              spellcheck={false}
              value={name}
              onEdit={(next) => edit([next, text])}
            />
            <TextInput
              aria-label={`${t('assistantForm.object.value')}: ${name}`}
              placeholder={t('assistantForm.object.value')}
              value={text}
              onEdit={(next) => edit([name, next])}
            />
            <IconButton icon={CloseIcon} {...removal} />
          </>
        )}
      </RowList>
    </fieldset>
  )
}

function rowsOf(value: Record<string, unknown>): Row[] {
  return Object.entries(value).map(([name, item]) => [
    name,
    typeof item === 'string' ? item : JSON.stringify(item),
  ])
}

/** Builds the object; a value that was not a string is parsed as JSON again, if possible. */
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
