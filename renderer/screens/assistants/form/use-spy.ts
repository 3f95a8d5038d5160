import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Tracks the section being read on a long page: the last one whose heading has passed the upper third. */
export function useSpy(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  isOn: boolean,
) {
  const current = useSignal(ids[0])
  useEffect(() => {
    const area = scroller.current
    if (!isOn || !area) return undefined
    let frame = 0
    const update = () => {
      frame = 0
      const { top, height } = area.getBoundingClientRect()
      const isAtEnd = area.scrollTop + area.clientHeight >= area.scrollHeight - 2
      const passed = ids.filter((id) => {
        const part = document.getElementById(id)
        return part && part.getBoundingClientRect().top - top < height / 3
      })
      current.value = (isAtEnd ? ids.at(-1) : passed.at(-1)) ?? ids[0]
    }
    const plan = () => {
      frame ||= requestAnimationFrame(update)
    }
    update()
    area.addEventListener('scroll', plan, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      area.removeEventListener('scroll', plan)
    }
  }, [isOn])
  return current.value
}
