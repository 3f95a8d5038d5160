import type { AllHTMLAttributes, ComponentChildren, Ref } from 'preact'
import { useId } from 'preact/hooks'

interface Edit {
  readonly value: string
  readonly onEdit: (value: string) => void
}

/** Native props shared by all controls. */
type NativeProps<name extends keyof AllHTMLAttributes> = Pick<
  AllHTMLAttributes,
  | 'id'
  | 'name'
  | 'required'
  | 'disabled'
  | 'autofocus'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-invalid'
  | name
>

interface TextInputProps
  extends Edit,
    NativeProps<
      | 'placeholder'
      | 'autocomplete'
      | 'spellcheck'
      | 'maxLength'
      | 'list'
      | 'dir'
      | 'inputMode'
      | 'readOnly'
      | 'onKeyDown'
      | 'onBlur'
      | 'onFocus'
    > {
  readonly type?: 'text' | 'password' | 'email' | 'url' | 'tel' | 'number' | 'date' | 'time'
  readonly min?: number | string
  readonly max?: number | string
  readonly step?: number | 'any'
  readonly size?: 'medium' | 'small'
  /** Text before and after the input, such as a currency. */
  readonly prefix?: ComponentChildren
  readonly suffix?: ComponentChildren
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A single-line text or number input. */
export function TextInput({
  value,
  onEdit,
  type = 'text',
  dir = 'auto',
  size = 'medium',
  prefix,
  suffix,
  inputRef,
  ...rest
}: TextInputProps) {
  const input = (
    <input
      {...rest}
      ref={inputRef ?? null}
      // The types take the same attributes, which the union of all inputs cannot express.
      type={type as 'text'}
      dir={dir}
      class={`control is-${size}`}
      value={value}
      onInput={({ currentTarget }) => onEdit(currentTarget.value)}
    />
  )
  if (prefix === undefined && suffix === undefined) return input
  return (
    <span class="affixed">
      {prefix !== undefined && <span class="affix">{prefix}</span>}
      {input}
      {suffix !== undefined && <span class="affix">{suffix}</span>}
    </span>
  )
}

/** An input for a secret. */
export function SecretInput(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      type="password"
      dir="ltr"
      // Keeps browsers from offering saved passwords of this site.
      autocomplete="new-password"
      spellcheck={false}
    />
  )
}

interface TextAreaProps
  extends Edit,
    NativeProps<
      | 'rows'
      | 'placeholder'
      | 'maxLength'
      | 'spellcheck'
      | 'dir'
      | 'readOnly'
      | 'onKeyDown'
      | 'onBlur'
    > {
  /** Minimum number of lines. */
  readonly rows?: number | undefined
  /** Number of lines to which it grows before it scrolls. */
  readonly maxRows?: number
  /** Uses a monospaced font, such as for JSON. */
  readonly isCode?: boolean
  readonly inputRef?: Ref<HTMLTextAreaElement>
}

/** A multi-line text input that grows with its content. */
export function TextArea({
  value,
  onEdit,
  rows = 2,
  maxRows,
  isCode,
  inputRef,
  ...rest
}: TextAreaProps) {
  return (
    <textarea
      dir="auto"
      {...rest}
      ref={inputRef ?? null}
      rows={rows}
      class={`control is-area ${isCode ? 'is-code' : ''}`}
      style={{
        '--rows': rows,
        ...(maxRows && { maxBlockSize: `calc(${maxRows}lh + 1rem)` }),
      }}
      value={value}
      onInput={({ currentTarget }) => onEdit(currentTarget.value)}
    />
  )
}

interface SelectProps extends Edit, NativeProps<never> {
  readonly size?: 'medium' | 'small'
  readonly children: ComponentChildren
}

/** Selects one option from a list. */
export function Select({ value, onEdit, size = 'medium', children, ...rest }: SelectProps) {
  return (
    <span class="select">
      <select
        {...rest}
        class={`control is-${size}`}
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
  /** True while the change is being saved. */
  readonly busy?: boolean
  readonly onSwitch: (checked: boolean) => void
}

/** A switch that takes effect immediately. */
export function Switch(props: SwitchProps) {
  const { label, hint, checked, disabled = false, busy = false, onSwitch } = props
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
        aria-busy={busy || undefined}
        disabled={disabled || busy}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => {
          const wanted = currentTarget.checked
          // Shows the saved state, not the requested one.
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
  readonly hint?: string | undefined
  readonly icon?: ComponentChildren
  readonly disabled?: boolean
}

interface ChoicesProps<value extends string> {
  readonly label: string
  readonly options: readonly Choice<value>[]
  readonly value: value
  readonly onChoose: (value: value) => void
  /** Stacks the options vertically, for long labels. */
  readonly isList?: boolean
  readonly disabled?: boolean
}

/** Radio buttons for a few options. */
export function Choices<value extends string>(props: ChoicesProps<value>) {
  const { label, options, value, onChoose, isList, disabled } = props
  const name = useId()
  return (
    <fieldset class={`choices ${isList ? 'is-list' : ''}`} disabled={disabled}>
      <legend>{label}</legend>
      <div class="choices-row">
        {options.map((option) => (
          <label key={option.value} class="choice">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
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
