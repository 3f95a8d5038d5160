import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Icon } from './icon.tsx'

/** An option that can be selected. */
export interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: Icon | undefined
  /** Group heading; options of a group are adjacent. */
  readonly group?: string | undefined
  readonly disabled?: boolean
}

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Option[]>

/** Debounce of searches on the server, ms. */
const PAUSE = 200

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

/** Options that contain every word of a text, ignoring accents. */
export function matching(options: readonly Option[], text: string): readonly Option[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter(({ label, hint = '' }) => {
    const whole = folded(`${label} ${hint}`)
    return words.every((word) => whole.includes(word))
  })
}

/** Options for the typed text: filtered locally, or searched on the server. */
export function useOptions(
  given: readonly Option[],
  text: string,
  isOpen: boolean,
  search?: Search,
): { readonly options: readonly Option[]; readonly isBusy: boolean; readonly hasFailed: boolean } {
  const [found, setFound] = useState<readonly Option[]>()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const filtered = useMemo(() => matching(given, text), [given, text])

  useEffect(() => {
    if (!isOpen || !search) return undefined
    const asking = new AbortController()
    setBusy(true)
    const timer = setTimeout(
      async () => {
        try {
          const answer = await search(text, asking.signal)
          if (asking.signal.aborted) return
          setFound(answer)
          setFailed(false)
        } catch {
          if (!asking.signal.aborted) setFailed(true)
        }
        if (!asking.signal.aborted) setBusy(false)
      },
      text === '' ? 0 : PAUSE,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [isOpen, text])

  return { options: search ? (found ?? given) : filtered, isBusy, hasFailed }
}
