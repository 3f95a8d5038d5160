import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { SearchInput } from '../../ui/search-input.tsx'

interface TextFilterProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onFilter: (value: string) => void
}

/** Debounce while typing, ms. */
const PAUSE = 350

/** A text filter, applied after a pause in typing or on Enter. */
export function TextFilter({ label, placeholder, value, onFilter }: TextFilterProps) {
  const typed = useSignal(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    typed.value = value
    return () => clearTimeout(timer.current)
  }, [value])

  function filter(text: string): void {
    clearTimeout(timer.current)
    if (text.trim() !== value) onFilter(text.trim())
  }

  return (
    <SearchInput
      label={label}
      placeholder={placeholder ?? label}
      shortcut="/"
      value={typed.value}
      onEdit={(text) => {
        typed.value = text
        clearTimeout(timer.current)
        timer.current = setTimeout(filter, text === '' ? 0 : PAUSE, text)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') filter(typed.value)
      }}
    />
  )
}
