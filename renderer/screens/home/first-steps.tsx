import type { Onboarding } from '#contracts/home.ts'
import { desktopApp } from '../../app/desktop/desktop.ts'
import { useLoginItem } from '../../app/desktop/use-login-item.ts'
import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress.tsx'

type Fact = keyof Onboarding['facts']

const NEEDED: readonly Fact[] = [
  'named',
  'assistant_active',
  'tested',
  'own_knowledge',
  'embedded',
  'person_replied',
]
const OPTIONAL: readonly Fact[] = ['own_model', 'phone_number', 'balance', 'team']

/** Address of the screen for each step. */
function placeOf(fact: Fact, id: number | null): string {
  const assistant = id === null ? '/app/assistants' : `/app/assistants/${id}`
  const places: Readonly<Record<Fact, string>> = {
    named: '/app/settings/profile',
    assistant_active: '/app/assistants',
    own_knowledge: '/app/knowledge',
    tested: id === null ? assistant : `${assistant}/try`,
    embedded: id === null ? assistant : `${assistant}/embed`,
    person_replied: '/app/inbox',
    own_model: '/app/settings/models',
    phone_number: '/app/phone-numbers',
    balance: '/app/balance',
    team: '/app/users',
  }
  return places[fact]
}

/** Reports whether all steps for an assistant on a website are done. */
export const isSet = ({ facts }: Onboarding): boolean => NEEDED.every((fact) => facts[fact])

interface FirstStepsProps {
  readonly onboarding: Onboarding
  readonly onDismiss: () => void
}

/** A step, and whether it is done. */
interface Step {
  readonly title: string
  readonly why: string
  readonly href: string
  readonly isDone: boolean
}

/** The onboarding steps, each checked automatically once it is done. */
export function FirstSteps({ onboarding, onDismiss }: FirstStepsProps) {
  const { facts, assistant_id } = onboarding
  const stepsOf = (those: readonly Fact[]) =>
    those.map((fact): Step => {
      return {
        title: t(`home.steps.facts.${fact}.title`),
        why: t(`home.steps.facts.${fact}.hint`),
        href: placeOf(fact, assistant_id),
        isDone: facts[fact],
      }
    })
  const needed = stepsOf(NEEDED)
  const optional = [...stepsOf(OPTIONAL), ...useLoginStep()]
  const done = needed.filter(({ isDone }) => isDone).length
  const isDone = isSet(onboarding)
  return (
    <section class="home-steps card" aria-labelledby="home-steps">
      <header class="home-head">
        <h2 id="home-steps">{isDone ? t('home.steps.done') : t('home.steps.title')}</h2>
        <IconButton
          icon={CloseIcon}
          label={t('home.steps.dismiss')}
          size="small"
          onClick={onDismiss}
        />
      </header>
      {isDone ? (
        <p class="quiet">{t('home.steps.doneMore')}</p>
      ) : (
        <ProgressBar
          value={done / needed.length}
          label={t('home.steps.progress', { done, all: needed.length })}
          isLabelShown
        />
      )}
      {!isDone && <Steps of={needed} />}
      <h3>{t('home.steps.optional')}</h3>
      <Steps of={optional} />
    </section>
  )
}

/** Offers start at login where the desktop app supports it, but never enables it unasked. */
function useLoginStep(): readonly Step[] {
  const { value: login } = useLoginItem(desktopApp())
  if (login === 'unsupported') return []

  return [
    {
      title: t('home.steps.login.title'),
      why: t('home.steps.login.hint'),
      href: '/app/settings/about',
      isDone: login === 'on',
    },
  ]
}

function Steps({ of }: { readonly of: readonly Step[] }) {
  return (
    <ul class="home-steps-list">
      {of.map(({ title, why, href, isDone }) => (
        <li key={title} data-done={isDone || undefined}>
          <span class="home-step-mark" aria-hidden="true">
            {isDone && <CheckIcon size={14} />}
          </span>
          <p>
            <span class="visually-hidden">
              {isDone ? t('home.steps.isDone') : t('home.steps.isOpen')}{' '}
            </span>
            {isDone ? title : <a href={href}>{title}</a>}
            {!isDone && <small>{why}</small>}
          </p>
        </li>
      ))}
    </ul>
  )
}
