import { t } from '../../locales/translate.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/controls.tsx'
import { Badge } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx'
import type { AssistantOption } from '../records/assistant-options.ts'
import { ImportColumns } from '../records/import-columns.tsx'
import { type ImportModel, MAX_PREVIEW_ROWS } from './import-model.ts'
import { FIELDS, type Field as ImportField, type ImportRow } from './import-rows.ts'

interface ImportPreviewProps {
  readonly model: ImportModel
  readonly assistants: readonly AssistantOption[]
}

/** Preview of an import, before anything is written. */
export function ImportPreview({ model, assistants }: ImportPreviewProps) {
  const { faulty, good, rows, shown, onlyFaulty, skipsFaulty } = model
  const { columns = [], records = [] } = model.file.value ?? {}
  return (
    <>
      <ImportColumns
        columns={columns}
        sample={records[0]?.cells}
        chosen={model.fields.value}
        meanings={FIELDS.map((value) => ({ value, label: t(`calls.fields.${value}`) }))}
        onChoose={(index, field) => model.map(index, field as ImportField | '')}
      />
      <Field label={t('callImport.fallback')} hint={t('callImport.fallbackHint')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={String(model.fallback.value ?? '')}
            onEdit={(value) => {
              model.fallback.value = value === '' ? undefined : Number(value)
            }}
          >
            <option value="">{t('calls.none')}</option>
            {assistants.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div class="import-rows">
        <div class="import-counts" role="status">
          <Badge tone="ok">{t('fileImport.valid', { count: good.value.length })}</Badge>
          {faulty.value.length > 0 && (
            <Badge tone="danger">{t('callImport.faulty', { count: faulty.value.length })}</Badge>
          )}
        </div>
        {faulty.value.length > 0 && (
          <div class="import-choices">
            <Checkbox
              label={t('callImport.leaveOut')}
              checked={skipsFaulty.value}
              onSwitch={(isOn) => {
                skipsFaulty.value = isOn
              }}
            />
            <Checkbox
              label={t('callImport.showFaulty')}
              checked={onlyFaulty.value}
              onSwitch={(isOn) => {
                onlyFaulty.value = isOn
              }}
            />
          </div>
        )}
        <RowTable model={model} rows={shown.value} assistants={assistants} />
        {rows.value.length > MAX_PREVIEW_ROWS && (
          <p class="quiet">{t('fileImport.firstRows', { count: MAX_PREVIEW_ROWS })}</p>
        )}
      </div>
    </>
  )
}

interface RowTableProps extends ImportPreviewProps {
  readonly rows: readonly ImportRow[]
}

function RowTable({ model, rows, assistants }: RowTableProps) {
  const nameOf = (id = '') => assistants.find((one) => String(one.id) === id)?.name ?? id
  const fields = FIELDS.filter(
    (field) =>
      field !== 'assistant_name' &&
      (model.fields.value.includes(field) || field === 'assistant_id'),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="import-table" tabIndex={0} aria-label={t('callImport.preview')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('fileImport.line')}</th>
            {fields.map((field) => (
              <th scope="col" key={field}>
                {field === 'assistant_id' ? t('calls.assistant') : t(`calls.fields.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PreviewRow key={row.line} row={row} fields={fields} nameOf={nameOf} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface PreviewRowProps {
  readonly row: ImportRow
  readonly fields: readonly ImportField[]
  /** Name of an assistant by id. */
  readonly nameOf: (id: string | undefined) => string
}

function PreviewRow({ row, fields, nameOf }: PreviewRowProps) {
  const { line, call, faults } = row
  const others = Object.entries(faults).filter(([field]) => !fields.includes(field as ImportField))
  const isGood = Object.keys(faults).length === 0
  return (
    <tr class={isGood ? '' : 'is-faulty'}>
      <th scope="row">
        <span class="import-line">
          {isGood ? <CheckIcon size={16} /> : <AlertIcon size={16} />} {line}
        </span>
        {others.map(([field, fault]) => (
          <span class="import-fault" key={field}>
            {fault}
          </span>
        ))}
      </th>
      {fields.map((field) => (
        <td key={field}>
          <span dir="auto">
            {field === 'assistant_id' ? nameOf(call[field]) : call[field]?.slice(0, 60)}
          </span>
          {faults[field] && <span class="import-fault">{faults[field]}</span>}
        </td>
      ))}
    </tr>
  )
}
