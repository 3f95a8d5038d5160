import { useLayoutEffect, useRef } from 'preact/hooks'

/** Takes the focus to a row that was just added; and to the last one, or what adds one, when a row is gone. */
export function useNewRow(count: number) {
  const list = useRef<HTMLFieldSetElement>(null)
  const isNew = useRef(false)
  const before = useRef(count)
  useLayoutEffect(() => {
    const isGone = count < before.current
    before.current = count
    const last = list.current?.querySelector<HTMLElement>(':scope > fieldset:last-of-type input')
    if (isNew.current) last?.focus()
    else if (isGone) list.current?.querySelector<HTMLElement>(':scope > div > button')?.focus()
    isNew.current = false
  }, [count])
  return {
    list,
    showNew(): void {
      isNew.current = true
    },
  }
}
