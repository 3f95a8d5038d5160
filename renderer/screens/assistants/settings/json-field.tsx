import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { TextArea } from '../../../ui/controls.tsx'
import type { Wiring } from '../../../ui/field.tsx'

interface JsonFieldProps {
  readonly wiring: Wiring
  readonly value: unknown
  readonly of: 'object' | 'list'
  readonly onEdit: (value: unknown) => void
}

/** An object or list as JSON. Input is applied as soon as it is valid. */
export function JsonField({ wiring, value, of, onEdit }: JsonFieldProps) {
  const print = (one: unknown) => JSON.stringify(one ?? (of === 'list' ? [] : {}), null, 2)
  const text = useSignal(print(value))
  const isWrong = useSignal(false)
  const said = useRef(value)

  // The form was discarded, reset or saved, which replaces the typed text.
  useEffect(() => {
    if (value === said.current) return
    said.current = value
    text.value = print(value)
    isWrong.value = false
  }, [value])

  function edit(next: string): void {
    text.value = next
    const parsed = parse(next, of)
    isWrong.value = parsed === undefined
    if (parsed === undefined) return
    said.current = parsed
    onEdit(parsed)
  }

  return (
    <>
      <TextArea
        {...wiring}
        isCode
        dir="ltr"
        rows={5}
        spellcheck={false}
        aria-invalid={isWrong.value || wiring['aria-invalid']}
        value={text.value}
        onEdit={edit}
      />
      {isWrong.value && (
        <p class="field-error" role="status">
          {t('assistantForm.object.wrong')}
        </p>
      )}
    </>
  )
}

function parse(text: string, of: 'object' | 'list'): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isThat =
      typeof value === 'object' && value !== null && Array.isArray(value) === (of === 'list')
    return isThat ? value : undefined
  } catch {
    return undefined
  }
}
