import { t, tEntries } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/controls.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { type ArgumentRow, newArgument } from './draft.ts'
import type { ToolModel } from './tool-model.ts'
import { useNewRow } from './use-new-row.ts'

/** The arguments of a tool, a row each. */
export function ArgumentRows({ model }: { readonly model: ToolModel }) {
  const rows = model.draft.value?.schema ?? []
  const { list, showNew } = useNewRow(rows.length)
  const change = (schema: readonly ArgumentRow[]) => model.edit({ schema })
  return (
    <fieldset class="tool-rows" ref={list}>
      <legend class="visually-hidden">{t('tools.arguments')}</legend>
      {rows.length === 0 && <p class="quiet">{t('tools.noArguments')}</p>}
      {rows.map((row, at) => (
        <Row
          key={row.key}
          row={row}
          at={at}
          errors={model.errors.value}
          onEdit={(part) => change(rows.map((one) => (one === row ? { ...one, ...part } : one)))}
          onRemove={() => change(rows.filter((one) => one !== row))}
        />
      ))}
      <FieldError id="tool-arguments-error" error={model.errors.value['schema']} />
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          onClick={() => {
            showNew()
            change([...rows, newArgument()])
          }}
        >
          {t('tools.addArgument')}
        </Button>
      </div>
    </fieldset>
  )
}

interface RowProps {
  readonly row: ArgumentRow
  readonly at: number
  readonly errors: Readonly<Record<string, string>>
  readonly onEdit: (part: Partial<ArgumentRow>) => void
  readonly onRemove: () => void
}

function Row({ row, at, errors, onEdit, onRemove }: RowProps) {
  const { name, type, description } = row
  const errorOf = (part: string) => errors[`schema.${at}.${part}`]
  return (
    <fieldset class="tool-row is-argument">
      <legend class="visually-hidden">{t('tools.argument', { number: at + 1 })}</legend>
      <Field label={t('tools.argumentName')} error={errorOf('name')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={name}
            onEdit={(next) => onEdit({ name: next })}
          />
        )}
      </Field>
      <Field label={t('tools.argumentType')} error={errorOf('type')}>
        {(wiring) => (
          <Select {...wiring} value={type} onEdit={(next) => onEdit({ type: next as typeof type })}>
            {tEntries('tools.types').map(([each, word]) => (
              <option key={each} value={each}>
                {word}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('tools.argumentDescription')} error={errorOf('description')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            autocomplete="off"
            value={description}
            onEdit={(next) => onEdit({ description: next })}
          />
        )}
      </Field>
      <IconButton
        icon={TrashIcon}
        label={name ? t('tools.removeArgument', { name }) : t('tools.removeArgumentUnnamed')}
        onClick={onRemove}
      />
    </fieldset>
  )
}
