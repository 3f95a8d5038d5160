import { t, tIfKnown } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select, Switch, TextArea, TextInput } from '../../../ui/controls.tsx'
import { Field, type Wiring } from '../../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { ControlProps } from './control.tsx'
import { JsonField } from './json-field.tsx'
import { NumberInput } from './number-input.tsx'
import { fieldsOfTool, newTool, TOOL_FIELDS, type ToolControl } from './tool-fields.ts'

type Tool = Readonly<Record<string, unknown>>

/** An assistant's built-in tools, one card each. */
export function ToolList({ model, field }: ControlProps) {
  const tools = (model.values.value?.[field.name] ?? []) as readonly Tool[]
  const change = (next: readonly Tool[]) => model.edit(field.name, next)

  return (
    <fieldset class="tools">
      <legend>{field.label}</legend>
      <p class="field-hint">{field.hint}</p>
      {tools.length === 0 && <p class="quiet">{t('assistantTools.none')}</p>}
      {tools.map((tool, index) => {
        const type = String(tool['type'])
        const name = tIfKnown('assistantTools.types', type) ?? type
        return (
          <section class="tool" key={index} aria-label={name}>
            <header class="tool-head">
              <span>
                <strong>{name}</strong>
                <span class="quiet">{tIfKnown('assistantTools.typeHints', type)}</span>
              </span>
              <IconButton
                icon={TrashIcon}
                label={t('assistantTools.remove', { name })}
                onClick={() => change(tools.filter((_, at) => at !== index))}
              />
            </header>
            {fieldsOfTool(tool).map(([part, control]) => (
              <ToolField
                key={part}
                model={model}
                control={control}
                label={tIfKnown('assistantTools.fields', part) ?? part}
                hint={tIfKnown('assistantTools.fieldHints', part)}
                error={model.errors.value[`${field.name}.${index}.${part}`]}
                value={tool[part]}
                onEdit={(value) =>
                  change(tools.map((one, at) => (at === index ? { ...one, [part]: value } : one)))
                }
              />
            ))}
          </section>
        )
      })}
      <Menu
        label={t('assistantTools.add')}
        items={Object.keys(TOOL_FIELDS).map((type) => ({
          label: tIfKnown('assistantTools.types', type) ?? type,
          hint: tIfKnown('assistantTools.typeHints', type) ?? '',
          onSelect: () => change([...tools, newTool(type)]),
        }))}
        trigger={(props) => (
          <Button size="small" icon={PlusIcon} {...props}>
            {t('assistantTools.add')}
          </Button>
        )}
      />
    </fieldset>
  )
}

interface ToolFieldProps extends Pick<ControlProps, 'model'> {
  readonly control: ToolControl
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly value: unknown
  readonly onEdit: (value: unknown) => void
}

function ToolField(props: ToolFieldProps) {
  const { control, label, hint, error, value, onEdit } = props
  if (control === 'flag')
    return <Switch label={label} hint={hint} checked={value === true} onSwitch={onEdit} />
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <ToolInput {...props} wiring={wiring} />}
    </Field>
  )
}

function ToolInput({ model, control, value, onEdit, wiring }: ToolFieldProps & { wiring: Wiring }) {
  const text = value === null || value === undefined ? '' : String(value)
  const editText = (next: string) => onEdit(next === '' ? null : next)
  if (Array.isArray(control)) {
    return (
      <Select {...wiring} value={text || String(control[0])} onEdit={onEdit}>
        {control.map((one) => (
          <option key={one} value={one}>
            {tIfKnown('assistantTools.choices', one) ?? one}
          </option>
        ))}
      </Select>
    )
  }
  switch (control) {
    case 'prose':
      return <TextArea {...wiring} rows={2} value={text} onEdit={editText} />
    case 'number':
      return (
        <NumberInput wiring={wiring} unit="" bounds={undefined} value={value} onEdit={onEdit} />
      )
    case 'phone':
      return (
        <Select
          {...wiring}
          value={text}
          onEdit={(next) => onEdit(next === '' ? null : Number(next))}
        >
          <option value="">{t('assistantForm.phone.none')}</option>
          {model.choices.choices.value?.numbers.map(({ id, phone_number }) => (
            <option key={id} value={String(id)}>
              {phone_number}
            </option>
          ))}
        </Select>
      )
    case 'assistant':
      return (
        <Select
          {...wiring}
          value={text}
          onEdit={(next) => onEdit(next === '' ? null : Number(next))}
        >
          <option value="">{t('assistantTools.chooseAssistant')}</option>
          {model.choices.choices.value?.assistants
            .filter(({ id }) => id !== model.id)
            .map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
        </Select>
      )
    case 'json':
      return <JsonField wiring={wiring} of="list" value={value} onEdit={onEdit} />
    default:
      return (
        <TextInput
          {...wiring}
          type={control === 'secret' ? 'password' : control === 'address' ? 'url' : 'text'}
          autocomplete="off"
          value={text}
          onEdit={editText}
        />
      )
  }
}
