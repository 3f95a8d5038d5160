import { t, tEntries } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/controls.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { RowList, type RowTools } from '../../ui/row-list.tsx'
import { type ArgumentRow, newArgument } from './draft.ts'
import type { ToolModel } from './tool-model.ts'

/** The arguments of a tool, one per row. */
export function ArgumentRows({ model }: { readonly model: ToolModel }) {
  const rows = model.draft.value?.schema ?? []
  return (
    <fieldset class="tool-rows">
      <legend class="visually-hidden">{t('tools.arguments')}</legend>
      {rows.length === 0 && <p class="quiet">{t('tools.noArguments')}</p>}
      <RowList
        rows={rows}
        nameOf={({ name }, index) => name || t('tools.argument', { number: index + 1 })}
        keyOf={({ key }) => key}
        onChange={(schema) => model.edit({ schema })}
        note={<FieldError id="tool-arguments-error" error={model.errors.value['schema']} />}
        add={(add) => (
          <Button size="small" icon={PlusIcon} onClick={() => add(newArgument())}>
            {t('tools.addArgument')}
          </Button>
        )}
      >
        {(tools) => <Row {...tools} errors={model.errors.value} />}
      </RowList>
    </fieldset>
  )
}

interface RowProps extends RowTools<ArgumentRow> {
  readonly errors: Readonly<Record<string, string>>
}

function Row({ row, index, errors, edit, removal }: RowProps) {
  const { name, type, description } = row
  const errorOf = (part: string) => errors[`schema.${index}.${part}`]
  return (
    <fieldset class="tool-row is-argument">
      <legend class="visually-hidden">{t('tools.argument', { number: index + 1 })}</legend>
      <Field label={t('tools.argumentName')} error={errorOf('name')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={name}
            onEdit={(next) => edit({ ...row, name: next })}
          />
        )}
      </Field>
      <Field label={t('tools.argumentType')} error={errorOf('type')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={type}
            onEdit={(next) => edit({ ...row, type: next as typeof type })}
          >
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
            onEdit={(next) => edit({ ...row, description: next })}
          />
        )}
      </Field>
      <IconButton icon={TrashIcon} {...removal} />
    </fieldset>
  )
}
