import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SecretInput, TextInput } from '../../ui/controls.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { RowList, type RowTools } from '../../ui/row-list.tsx'
import { type HeaderRow, newHeader } from './draft.ts'
import type { ToolModel } from './tool-model.ts'

/** The headers of a tool; stored values are not shown. */
export function HeaderRows({ model }: { readonly model: ToolModel }) {
  const rows = model.draft.value?.headers ?? []
  return (
    <fieldset class="tool-rows">
      <legend>{t('tools.headers')}</legend>
      <p class="field-hint">{t('tools.headersHint')}</p>
      {rows.length === 0 && <p class="quiet">{t('tools.noHeaders')}</p>}
      <RowList
        rows={rows}
        nameOf={({ name }, index) => name || t('tools.header', { number: index + 1 })}
        keyOf={({ key }) => key}
        onChange={(headers) => model.edit({ headers })}
        note={<FieldError id="tool-headers-error" error={model.errors.value['headers']} />}
        add={(add) => (
          <Button size="small" icon={PlusIcon} onClick={() => add(newHeader())}>
            {t('tools.addHeader')}
          </Button>
        )}
      >
        {(tools) => <Row {...tools} errors={model.errors.value} />}
      </RowList>
    </fieldset>
  )
}

interface RowProps extends RowTools<HeaderRow> {
  readonly errors: Readonly<Record<string, string>>
}

function Row({ row, index, errors, edit, removal }: RowProps) {
  const { name, value, kept } = row
  return (
    <fieldset class="tool-row is-header">
      <legend class="visually-hidden">{t('tools.header', { number: index + 1 })}</legend>
      <Field label={t('tools.headerName')} error={errors[`headers.${index}.name`]}>
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            placeholder={t('tools.headerExample')}
            value={name}
            onEdit={(next) => edit({ ...row, name: next })}
          />
        )}
      </Field>
      <Field label={t('tools.headerValue')} error={errors[`headers.${index}.value`]}>
        {(wiring) => (
          <SecretInput
            {...wiring}
            placeholder={kept ? `•••••••• (${t('tools.kept')})` : ''}
            value={value}
            onEdit={(next) => edit({ ...row, value: next })}
          />
        )}
      </Field>
      <IconButton icon={TrashIcon} {...removal} />
    </fieldset>
  )
}
