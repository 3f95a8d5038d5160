import type { ComponentProps } from 'preact'
import { commonTexts } from '../../texts/common.ts'
import { embedOfferTexts as t } from '../../texts/embed-offers.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select, TextInput } from '../../ui/controls.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import type { Mistakes } from './check.ts'
import { DragHandle } from './drag-handle.tsx'
import { FIELD_TYPES, type FieldDraft, isDetail, MAX_OPTIONS } from './form-fields.ts'
import { TextList } from './text-list.tsx'

interface FormFieldRowProps {
  readonly field: FieldDraft
  readonly index: number
  readonly isDragged: boolean
  readonly mistakes: Mistakes
  readonly handle: Omit<ComponentProps<typeof DragHandle>, 'name'>
  readonly onChange: (part: Partial<FieldDraft>) => void
  readonly onRemove: () => void
}

/** One question of the form before the chat. */
export function FormFieldRow(props: FormFieldRowProps) {
  const { field, index, isDragged, mistakes, handle, onChange, onRemove } = props
  const name = field.label || t.field(index + 1)
  const isFixed = isDetail(field.name) && !field.isNamedByLabel
  const of = (part: string) => mistakes[`form.${index}.${part}`]
  return (
    <li class={`form-field ${isDragged ? 'is-dragged' : ''}`} aria-label={name}>
      <DragHandle name={name} {...handle} />
      <div class="form-field-body">
        <Field label={t.label} error={of('label')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              maxLength={120}
              placeholder={t.labelExample}
              value={field.label}
              onEdit={(label) => onChange({ label })}
            />
          )}
        </Field>
        <div class="form-field-more">
          {!isFixed && (
            <Field label={t.kind}>
              {(wiring) => (
                <Select
                  {...wiring}
                  size="small"
                  value={field.type}
                  onEdit={(type) => onChange({ type: type as FieldDraft['type'] })}
                >
                  {FIELD_TYPES.map((type) => (
                    <option key={type} value={type}>
                      {t.kinds[type]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field label={t.variable} hint={isFixed && t.variableFixed} error={of('name')}>
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
            label={t.required}
            checked={field.required}
            onSwitch={(required) => onChange({ required })}
          />
        </div>
        {field.type === 'choice' && (
          <>
            <TextList
              label={t.choices}
              place={`form.${index}.option`}
              texts={field.options}
              max={MAX_OPTIONS}
              maxLength={80}
              addLabel={t.addChoice}
              nameOf={t.choice}
              mistakes={mistakes}
              onChange={(options) => onChange({ options })}
            />
            <FieldError id={`form-${index}-options`} error={of('options')} />
          </>
        )}
      </div>
      <IconButton icon={TrashIcon} label={commonTexts.removeOf(name)} onClick={onRemove} />
    </li>
  )
}
