import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Moves the focus to a field of a list as soon as a change of the list is drawn, so that whoever types goes on there. */
export function useNextFocus(list: RefObject<HTMLElement | null>, selector: string) {
  const wanted = useRef<number>(undefined)

  useLayoutEffect(() => {
    const index = wanted.current
    if (index === undefined) return
    wanted.current = undefined
    list.current?.querySelectorAll<HTMLElement>(selector)[index]?.focus()
  })

  return (index: number): void => {
    wanted.current = index
  }
}
