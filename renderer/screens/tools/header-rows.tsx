import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { type HeaderRow, newHeader } from './draft.ts'
import type { ToolModel } from './tool-model.ts'
import { useNewRow } from './use-new-row.ts'

/** The headers of a tool; a value that is kept is not shown. */
export function HeaderRows({ model }: { readonly model: ToolModel }) {
  const rows = model.draft.value?.headers ?? []
  const { list, showNew } = useNewRow(rows.length)
  const change = (headers: readonly HeaderRow[]) => model.edit({ headers })
  return (
    <fieldset class="tool-rows" ref={list}>
      <legend>{t('tools.headers')}</legend>
      <p class="field-hint">{t('tools.headersHint')}</p>
      {rows.length === 0 && <p class="quiet">{t('tools.noHeaders')}</p>}
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
      <FieldError id="tool-headers-error" error={model.errors.value['headers']} />
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          onClick={() => {
            showNew()
            change([...rows, newHeader()])
          }}
        >
          {t('tools.addHeader')}
        </Button>
      </div>
    </fieldset>
  )
}

interface RowProps {
  readonly row: HeaderRow
  readonly at: number
  readonly errors: Readonly<Record<string, string>>
  readonly onEdit: (part: Partial<HeaderRow>) => void
  readonly onRemove: () => void
}

function Row({ row, at, errors, onEdit, onRemove }: RowProps) {
  const { name, value, kept } = row
  return (
    <fieldset class="tool-row is-header">
      <legend class="visually-hidden">{t('tools.header', { number: at + 1 })}</legend>
      <Field label={t('tools.headerName')} error={errors[`headers.${at}.name`]}>
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            placeholder={t('tools.headerExample')}
            value={name}
            onEdit={(next) => onEdit({ name: next })}
          />
        )}
      </Field>
      <Field label={t('tools.headerValue')} error={errors[`headers.${at}.value`]}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="password"
            dir="ltr"
            // Browsers would offer the passwords of this site.
            autocomplete="new-password"
            spellcheck={false}
            placeholder={kept ? `•••••••• (${t('tools.kept')})` : ''}
            value={value}
            onEdit={(next) => onEdit({ value: next })}
          />
        )}
      </Field>
      <IconButton
        icon={TrashIcon}
        label={name ? t('tools.removeHeader', { name }) : t('tools.removeHeaderUnnamed')}
        onClick={onRemove}
      />
    </fieldset>
  )
}
