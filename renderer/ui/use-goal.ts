import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Key } from './use-virtual.ts'

export type Align = 'start' | 'center' | 'end' | 'auto'

interface Goal {
  readonly key: Key
  readonly align: Align
}

/** Events that indicate manual scrolling. */
const OWN = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Keeps a target row in view while rows are inserted before it, until the user scrolls. */
export function useGoal(
  scroller: RefObject<HTMLElement | null>,
  keys: readonly Key[],
  goTo: (index: number, align: Align) => void,
): { current: Goal | undefined } {
  const goal = useRef<Goal>(undefined)
  const known = useRef(keys)
  useLayoutEffect(() => {
    const hasMoreBefore = known.current[0] !== keys[0]
    known.current = keys
    if (!hasMoreBefore) return
    const index = goal.current ? keys.indexOf(goal.current.key) : -1
    if (index >= 0) goTo(index, goal.current!.align)
  }, [keys])
  useEffect(() => {
    const element = scroller.current
    const cancel = () => {
      goal.current = undefined
    }
    for (const type of OWN) element?.addEventListener(type, cancel, { passive: true })
    return () => {
      for (const type of OWN) element?.removeEventListener(type, cancel)
    }
  }, [])
  return goal
}
