import type { AllHTMLAttributes, ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Edit {
  readonly value: string
  readonly onEdit: (value: string) => void
}

/** What a control may be told beside its value. */
type Told<name extends keyof AllHTMLAttributes> = Pick<
  AllHTMLAttributes,
  'id' | 'name' | 'required' | 'aria-describedby' | 'aria-invalid' | name
>

interface TextInputProps
  extends Edit,
    Told<
      'placeholder' | 'autocomplete' | 'spellcheck' | 'maxLength' | 'list' | 'dir' | 'inputMode'
    > {
  readonly type?: 'text' | 'password' | 'email' | 'url'
}

/** One line of text. */
export function TextInput({ value, onEdit, type = 'text', dir = 'auto', ...rest }: TextInputProps) {
  return (
    <input
      {...rest}
      // The four types take the same attributes, which the union of all inputs cannot express.
      type={type as 'text'}
      dir={dir}
      class="control"
      value={value}
      onInput={({ currentTarget }) => onEdit(currentTarget.value)}
    />
  )
}

/** Text of several lines, as high as it needs to be. */
export function TextArea({ value, onEdit, ...rest }: Edit & Told<'rows' | 'placeholder'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      class="control is-area"
      value={value}
      onInput={({ currentTarget }) => onEdit(currentTarget.value)}
    />
  )
}

interface SelectProps extends Edit, Told<never> {
  readonly children: ComponentChildren
}

/** One of a list. */
export function Select({ value, onEdit, children, ...rest }: SelectProps) {
  return (
    <span class="select">
      <select
        {...rest}
        class="control"
        value={value}
        onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      >
        {children}
      </select>
    </span>
  )
}

interface SwitchProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onSwitch: (checked: boolean) => void
}

/** Something that is on or off, at once. */
export function Switch({ label, hint, checked, disabled = false, onSwitch }: SwitchProps) {
  const id = useId()
  return (
    <div class="switch-line">
      <div>
        <label for={id}>{label}</label>
        {hint && (
          <p class="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        type="checkbox"
        role="switch"
        id={id}
        class="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => {
          const wanted = currentTarget.checked
          // The switch shows what is, not what was asked for.
          currentTarget.checked = checked
          onSwitch(wanted)
        }}
      />
    </div>
  )
}

interface Choice<value extends string> {
  readonly value: value
  readonly label: string
  readonly hint?: string
  readonly icon?: ComponentChildren
}

interface ChoicesProps<value extends string> {
  readonly label: string
  readonly options: readonly Choice<value>[]
  readonly value: value
  readonly onChoose: (value: value) => void
}

/** One of a few, all in sight. */
export function Choices<value extends string>(props: ChoicesProps<value>) {
  const { label, options, value, onChoose } = props
  const name = useId()
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      <div class="choices-row">
        {options.map((option) => (
          <label key={option.value} class="choice">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span class="choice-body">
              <span class="choice-label">
                {option.icon}
                {option.label}
              </span>
              {option.hint && <span class="choice-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
