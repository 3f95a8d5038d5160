import type { SettingField } from '../settings/fields.ts'
import { placeOf } from '../settings/setting.tsx'

/** How long what was found stands out, ms. */
const FOUND_MS = 2000

/** The id of a section of the form. */
export const sectionId = (name: string) => `section-${name}`

/** Goes to a setting, or to its section when it has no effect now, and lets it stand out. */
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

/** The mistakes are drawn first; then the first of them takes the focus. */
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
