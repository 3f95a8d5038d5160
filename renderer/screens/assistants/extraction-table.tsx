import { useRef } from 'preact/hooks'
import { t, tEntries } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/controls.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import type { ControlProps } from './control.tsx'

interface Row {
  readonly name: string
  readonly type: string
  readonly description: string
}

const NEW: Row = { name: '', type: 'string', description: '' }

/** Values to find out, a row each. */
export function ExtractionTable({ model, field }: ControlProps) {
  const table = useRef<HTMLFieldSetElement>(null)
  const rows = (model.values.value?.[field.name] ?? []) as readonly Row[]
  const change = (next: readonly Row[]) => model.edit(field.name, next)
  const put = (index: number, part: Partial<Row>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const wrong = (index: number, part: keyof Row) => {
    const sentence = model.errors.value[`${field.name}.${index}.${part}`]
    return sentence
  }

  return (
    <fieldset class="extraction" ref={table}>
      <legend>{field.label}</legend>
      <p class="field-hint">{field.hint}</p>
      {rows.length === 0 && <p class="quiet">{t('assistantForm.extraction.none')}</p>}
      {rows.map((row, index) => (
        <div class="extraction-row" key={index}>
          <Cell error={wrong(index, 'name')}>
            <TextInput
              aria-label={`${t('assistantForm.extraction.name')} ${index + 1}`}
              aria-invalid={wrong(index, 'name') ? true : undefined}
              placeholder={t('assistantForm.extraction.name')}
              dir="ltr"
              spellcheck={false}
              value={row.name}
              onEdit={(name) => put(index, { name })}
            />
          </Cell>
          <Cell error={wrong(index, 'type')}>
            <Select
              aria-label={`${t('assistantForm.extraction.type')} ${index + 1}`}
              value={row.type}
              onEdit={(type) => put(index, { type })}
            >
              {tEntries('assistantForm.extraction.types').map(([type, word]) => (
                <option key={type} value={type}>
                  {word}
                </option>
              ))}
            </Select>
          </Cell>
          <Cell error={wrong(index, 'description')}>
            <TextInput
              aria-label={`${t('assistantForm.extraction.description')} ${index + 1}`}
              aria-invalid={wrong(index, 'description') ? true : undefined}
              placeholder={t('assistantForm.extraction.description')}
              value={row.description}
              onEdit={(description) => put(index, { description })}
            />
          </Cell>
          <IconButton
            icon={CloseIcon}
            label={
              row.name
                ? t('assistantForm.extraction.remove', { name: row.name })
                : t('assistantForm.extraction.removeUnnamed')
            }
            onClick={() => change(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          onClick={() => {
            change([...rows, NEW])
            requestAnimationFrame(() => {
              const last = table.current?.querySelectorAll('.extraction-row')
              last?.[last.length - 1]?.querySelector<HTMLElement>('input')?.focus()
            })
          }}
        >
          {t('assistantForm.extraction.add')}
        </Button>
      </div>
    </fieldset>
  )
}

interface CellProps {
  readonly error: string | undefined
  readonly children: preact.ComponentChildren
}

function Cell({ error, children }: CellProps) {
  return (
    <div class="extraction-cell">
      {children}
      {error && (
        <p class="field-error" role="status">
          {error}
        </p>
      )}
    </div>
  )
}
