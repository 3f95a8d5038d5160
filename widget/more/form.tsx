import { useEffect, useState } from 'preact/hooks'
import type { FormField } from '#contracts/widget-settings.ts'
import { type Language, say } from '../texts.ts'
import type { View } from '../view.ts'
import { flash } from './flash.ts'
import { formFields } from './offers.ts'
import { rareWordsOf } from './rare-words.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[\d\s().\-/]{5,}$/

type Values = Readonly<Record<string, string>>

/** Errors in the form, by field name. */
function problemsOf(fields: readonly FormField[], values: Values, words: Language): Values {
  const problems: Record<string, string> = {}
  for (const { name, type, required } of fields) {
    const value = values[name]?.trim() ?? ''
    if (!value && required) problems[name] = words.required
    else if (value && type === 'email' && !EMAIL.test(value)) problems[name] = words.badEmail
    else if (value && type === 'phone' && !PHONE.test(value)) problems[name] = words.badPhone
  }
  return problems
}

/** Form with the operator's questions, shown before the first message. */
export function Form(view: View) {
  const { model, texts, focus } = view
  const words = rareWordsOf(texts)
  const fields = formFields(view)
  // `useRef` would pull in a part of the hooks that nothing else uses.
  const [form] = useState<{ current: HTMLFormElement | null }>({ current: null })
  const [values, setValues] = useState<Values>({})
  const [problems, setProblems] = useState<Values>({})

  // If the chat was opened by the visitor, the panel has the focus, as there was no field until now.
  useEffect(() => {
    const { activeElement } = form.current!.getRootNode() as ShadowRoot
    if (activeElement?.role === 'dialog') focus()
  }, [])

  function submit(event: Event): void {
    event.preventDefault()
    const found = problemsOf(fields, values, words)
    setProblems(found)
    const first = fields.find(({ name }) => found[name])
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus()
      return
    }
    const answers = fields.map(({ name }) => [name, values[name]?.trim() ?? ''])
    model.setVariables(Object.fromEntries(answers))
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }

  return (
    <form class="form" ref={form} noValidate onSubmit={submit}>
      <h3>{words.form}</h3>
      {fields.map((field) => (
        <div key={field.name} class="asked">
          <label for={`field-${field.name}`}>
            {field.label}
            {!field.required && <small> ({words.optional})</small>}
          </label>
          <Input
            field={field}
            words={words}
            value={values[field.name] ?? ''}
            problem={problems[field.name]}
            onEdit={(value) => {
              setValues({ ...values, [field.name]: value })
              setProblems({ ...problems, [field.name]: '' })
            }}
          />
        </div>
      ))}
      <button type="submit" class="primary">
        {words.start}
      </button>
    </form>
  )
}

interface InputProps {
  readonly field: FormField
  readonly words: Language
  readonly value: string
  readonly problem: string | undefined
  onEdit(value: string): void
}

const COMPLETE: Readonly<Record<string, string>> = { email: 'email', phone: 'tel', name: 'name' }

function Input({ field, words, value, problem, onEdit }: InputProps) {
  const { name, type, required } = field
  const options = Array.isArray(field.options) ? field.options : []
  const shared = {
    id: `field-${name}`,
    name,
    value,
    required,
    'aria-invalid': Boolean(problem),
    'aria-describedby': problem ? `problem-${name}` : undefined,
    onInput: (event: Event) => onEdit((event.currentTarget as HTMLInputElement).value),
  }
  return (
    <>
      {type === 'choice' ? (
        <select {...shared}>
          <option value="">{words.choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : type === 'long' ? (
        <textarea rows={3} maxLength={1000} dir="auto" {...shared} />
      ) : (
        <input
          inputMode={type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}
          maxLength={255}
          dir="auto"
          autocomplete={COMPLETE[type] ?? COMPLETE[name] ?? 'on'}
          {...shared}
        />
      )}
      {problem && (
        <span class="problem" id={`problem-${name}`} role="alert">
          {problem}
        </span>
      )}
    </>
  )
}

interface EmailFormProps extends View {
  onSaved?(): void
}

/** Asks for the visitor's email address. */
export function EmailForm({ model, texts, onSaved }: EmailFormProps) {
  const words = rareWordsOf(texts)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState('')

  function submit(event: Event): void {
    event.preventDefault()
    const isGood = EMAIL.test(email.trim())
    setProblem(isGood ? '' : words.badEmail)
    if (!isGood) return
    model.setVariables({ email: email.trim() })
    flash(model, say(words, 'emailSaved', { email: email.trim() }))
    onSaved?.()
  }

  return (
    <form class="form" noValidate onSubmit={submit}>
      <label for="email">{words.email}</label>
      <div class="row">
        <input
          id="email"
          type="email"
          autocomplete="email"
          value={email}
          aria-invalid={problem !== ''}
          aria-describedby="problem-email"
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <button type="submit" class="primary">
          {words.saveEmail}
        </button>
      </div>
      <span class="problem" id="problem-email" role="alert">
        {problem}
      </span>
    </form>
  )
}
