import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select, TextInput } from '../../ui/controls.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import type { RowTools } from '../../ui/row-list.tsx'
import type { Mistakes } from './check.ts'
import { FIELD_TYPES, type FieldDraft, isDetail, MAX_OPTIONS } from './form-fields.ts'
import { TextList } from './text-list.tsx'

interface FormFieldRowProps extends RowTools<FieldDraft> {
  readonly mistakes: Mistakes
  readonly onChange: (part: Partial<FieldDraft>) => void
}

/** A question of the pre-chat form. */
export function FormFieldRow(props: FormFieldRowProps) {
  const { row: field, index, mistakes, handle, removal, onChange } = props
  const isFixed = isDetail(field.name) && !field.isNamedByLabel
  const of = (part: string) => mistakes[`form.${index}.${part}`]
  return (
    <>
      {handle}
      <div class="form-field-body">
        <Field label={t('embedOffers.label')} error={of('label')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              maxLength={120}
              placeholder={t('embedOffers.labelExample')}
              value={field.label}
              onEdit={(label) => onChange({ label })}
            />
          )}
        </Field>
        <div class="form-field-more">
          {!isFixed && (
            <Field label={t('embedOffers.kind')}>
              {(wiring) => (
                <Select
                  {...wiring}
                  size="small"
                  value={field.type}
                  onEdit={(type) => onChange({ type: type as FieldDraft['type'] })}
                >
                  {FIELD_TYPES.map((type) => (
                    <option key={type} value={type}>
                      {t(`embedOffers.kinds.${type}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field
            label={t('embedOffers.variable')}
            hint={isFixed && t('embedOffers.variableFixed')}
            error={of('name')}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                size="small"
                dir="ltr"
                spellcheck={false}
                maxLength={40}
                readOnly={isFixed}
                value={field.name}
                onEdit={(value) => onChange({ name: value })}
              />
            )}
          </Field>
          <Checkbox
            label={t('embedOffers.required')}
            checked={field.required}
            onSwitch={(required) => onChange({ required })}
          />
        </div>
        {field.type === 'choice' && (
          <>
            <TextList
              label={t('embedOffers.choices')}
              place={`form.${index}.option`}
              texts={field.options}
              max={MAX_OPTIONS}
              maxLength={80}
              addLabel={t('embedOffers.addChoice')}
              nameOf={(place) => t('embedOffers.choice', { place })}
              mistakes={mistakes}
              onChange={(options) => onChange({ options })}
            />
            <FieldError id={`form-${index}-options`} error={of('options')} />
          </>
        )}
      </div>
      <IconButton icon={TrashIcon} {...removal} />
    </>
  )
}
