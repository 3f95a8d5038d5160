import type { SettingField } from '../settings/fields.ts'
import { placeOf } from '../settings/setting.tsx'

/** Duration of the highlight after a jump, ms. */
const FOUND_MS = 2000

/** Element id of a form section. */
export const sectionId = (name: string) => `section-${name}`

/** Scrolls to a setting, or to its section if it currently has no effect, and highlights it. */
export function jumpTo({ name, section }: Pick<SettingField, 'name' | 'section'>): void {
  const place =
    document.getElementById(placeOf(name)) ?? document.getElementById(sectionId(section))
  if (!place) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  place.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  place
    .querySelector<HTMLElement>('input, textarea, select, button')
    ?.focus({ preventScroll: true })
  place.classList.add('is-found')
  setTimeout(() => place.classList.remove('is-found'), FOUND_MS)
}

/** Focuses the first error after it has been rendered. */
export function jumpToMistake(form: ParentNode | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[data-wrong=true]')
    wrong?.scrollIntoView({ block: 'center' })
    const control = wrong?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(control ?? wrong?.querySelector<HTMLElement>('input, textarea, select, button'))?.focus({
      preventScroll: true,
    })
  })
}
