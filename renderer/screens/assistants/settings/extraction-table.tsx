import { t, tEntries } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { CloseIcon, PlusIcon } from '../../../ui/icons.tsx'
import { RowList } from '../../../ui/row-list.tsx'
import type { ControlProps } from './control.tsx'

interface Row {
  readonly name: string
  readonly type: string
  readonly description: string
}

const NEW: Row = { name: '', type: 'string', description: '' }

/** Values to extract, one per row. */
export function ExtractionTable({ model, field }: ControlProps) {
  const rows = (model.values.value?.[field.name] ?? []) as readonly Row[]
  const wrong = (index: number, part: keyof Row) =>
    model.errors.value[`${field.name}.${index}.${part}`]

  return (
    <fieldset class="extraction">
      <legend>{field.label}</legend>
      <p class="field-hint">{field.hint}</p>
      {rows.length === 0 && <p class="quiet">{t('assistantForm.extraction.none')}</p>}
      <RowList
        rows={rows}
        nameOf={({ name }, index) =>
          name || t('assistantForm.extraction.value', { number: index + 1 })
        }
        rowClass="extraction-row"
        onChange={(next) => model.edit(field.name, next)}
        add={(add) => (
          <Button size="small" icon={PlusIcon} onClick={() => add(NEW)}>
            {t('assistantForm.extraction.add')}
          </Button>
        )}
      >
        {({ row, index, edit, removal }) => (
          <>
            <Cell error={wrong(index, 'name')}>
              <TextInput
                aria-label={`${t('assistantForm.extraction.name')} ${index + 1}`}
                aria-invalid={wrong(index, 'name') ? true : undefined}
                placeholder={t('assistantForm.extraction.name')}
                dir="ltr"
                spellcheck={false}
                value={row.name}
                onEdit={(name) => edit({ ...row, name })}
              />
            </Cell>
            <Cell error={wrong(index, 'type')}>
              <Select
                aria-label={`${t('assistantForm.extraction.type')} ${index + 1}`}
                value={row.type}
                onEdit={(type) => edit({ ...row, type })}
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
                onEdit={(description) => edit({ ...row, description })}
              />
            </Cell>
            <IconButton icon={CloseIcon} {...removal} />
          </>
        )}
      </RowList>
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
