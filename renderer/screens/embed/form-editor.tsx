import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
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
import { useNextFocus } from './use-next-focus.ts'
import { moved, useReorder } from './use-reorder.ts'

/** The questions before the chat. */
export function FormEditor({ model }: { readonly model: EmbedModel }) {
  const fields = model.draft.value.form
  const put = (form: readonly FieldDraft[]) => model.change({ form })
  const { list, dragged, landed, handle } = useReorder<HTMLUListElement>(
    fields.length,
    (from, to) => put(moved(fields, from, to)),
  )

  const focusNext = useNextFocus(list, ':scope > li > .form-field-body > :first-child input')

  function add(field: FieldDraft): void {
    focusNext(fields.length)
    put([...fields, field])
  }

  const left = DETAILS.filter((name) => fields.every((field) => field.name !== name))
  return (
    <div class="form-editor">
      <p class="quiet">{t('embedOffers.formHint')}</p>
      {fields.length > 0 && (
        <ul class="form-fields" ref={list}>
          {fields.map((field, index) => (
            <FormFieldRow
              key={index}
              field={field}
              index={index}
              isDragged={index === dragged}
              mistakes={model.mistakes.value}
              handle={handle(index)}
              onChange={(part) => put(changedField(fields, index, part))}
              onRemove={() => {
                focusNext(Math.max(0, index - 1))
                put(fields.toSpliced(index, 1))
              }}
            />
          ))}
        </ul>
      )}
      <p class="visually-hidden" role="status">
        {landed !== undefined &&
          t('embedOffers.moved', { place: landed + 1, count: fields.length })}
      </p>
      {fields.length < MAX_FIELDS && (
        <div class="form-editor-add">
          {left.map((name) => (
            <Button
              key={name}
              size="small"
              icon={PlusIcon}
              aria-label={t('embedOffers.addDetail', { detail: t(`embedOffers.details.${name}`) })}
              onClick={() => add(detailField(name, t(`embedOffers.details.${name}`)))}
            >
              {t(`embedOffers.details.${name}`)}
            </Button>
          ))}
          <Button size="small" icon={PlusIcon} onClick={() => add(NEW_FIELD)}>
            {t('embedOffers.addField')}
          </Button>
        </div>
      )}
    </div>
  )
}
