import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { FormFieldRow } from './form-field-row.tsx'
import {
  changedField,
  DETAILS,
  detailField,
  type FieldDraft,
  MAX_FIELDS,
  NEW_FIELD,
} from './form-fields.ts'
import type { EmbedModel } from './model.ts'

/** Editor of the pre-chat form. */
export function FormEditor({ model }: { readonly model: EmbedModel }) {
  const fields = model.draft.value.form
  const put = (form: readonly FieldDraft[]) => model.change({ form })
  const left = DETAILS.filter((name) => fields.every((field) => field.name !== name))
  return (
    <div class="form-editor">
      <p class="quiet">{t('embedOffers.formHint')}</p>
      <RowList
        rows={fields}
        nameOf={({ label }, index) => label || t('embedOffers.field', { place: index + 1 })}
        rowClass="form-field"
        isSorted
        isRowNamed
        onChange={put}
        add={
          fields.length < MAX_FIELDS &&
          ((add) => (
            <>
              {left.map((name) => (
                <Button
                  key={name}
                  size="small"
                  icon={PlusIcon}
                  aria-label={t('embedOffers.addDetail', {
                    detail: t(`embedOffers.details.${name}`),
                  })}
                  onClick={() => add(detailField(name, t(`embedOffers.details.${name}`)))}
                >
                  {t(`embedOffers.details.${name}`)}
                </Button>
              ))}
              <Button size="small" icon={PlusIcon} onClick={() => add(NEW_FIELD)}>
                {t('embedOffers.addField')}
              </Button>
            </>
          ))
        }
      >
        {(tools) => (
          <FormFieldRow
            {...tools}
            mistakes={model.mistakes.value}
            onChange={(part) => put(changedField(fields, tools.index, part))}
          />
        )}
      </RowList>
    </div>
  )
}
