import { t } from '../../locales/translate.ts'
import type { EmbedModel } from './model.ts'

/** The steps, with the fields whose errors belong to each. */
const STEPS = {
  look: /^(color|offset|icon|label)/,
  offers: /^(starters|replies|form|invitation|privacy|fallback)/,
  hours: /^hours/,
  websites: undefined,
  identity: undefined,
  install: undefined,
  check: undefined,
} as const

export type Step = keyof typeof STEPS

/** Anchor of a step. */
export const stepId = (step: Step): string => `embed-${step}`

/** Navigation between the steps. */
export function StepNav({ model }: { readonly model: EmbedModel }) {
  const wrong = Object.keys(model.mistakes.value)
  return (
    <nav class="step-nav" aria-label={t('embed.steps')}>
      <ol>
        {(Object.keys(STEPS) as Step[]).map((step) => (
          <li key={step}>
            <a href={`#${stepId(step)}`} onClick={(event) => go(event, step)}>
              {t(`embed.step.${step}`)}
              {wrong.some((place) => STEPS[step]?.test(place)) && (
                <span class="step-wrong" role="img" aria-label={t('embed.hasMistakes')} />
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function go(event: MouseEvent, step: Step): void {
  event.preventDefault()
  const card = document.getElementById(stepId(step))
  card?.scrollIntoView({ block: 'start' })
  card?.querySelector<HTMLElement>('input, select, textarea, summary, button')?.focus({
    preventScroll: true,
  })
}
