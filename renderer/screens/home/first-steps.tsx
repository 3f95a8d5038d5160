import type { Onboarding } from '#contracts/home.ts'
import { homeTexts } from '../../texts/home.ts'
import { IconButton } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress.tsx'

const t = homeTexts.steps

type Fact = keyof Onboarding['facts']

const NEEDED: readonly Fact[] = [
  'assistant_active',
  'tested',
  'own_knowledge',
  'embedded',
  'person_replied',
]
const OPTIONAL: readonly Fact[] = ['own_model', 'phone_number', 'balance', 'team']

/** Where each step is taken. */
function placeOf(fact: Fact, id: number | null): string {
  const assistant = id === null ? '/app/assistants' : `/app/assistants/${id}`
  const places: Readonly<Record<Fact, string>> = {
    assistant_active: '/app/assistants',
    own_knowledge: '/api/docs#createDocument',
    tested: id === null ? assistant : `${assistant}/try`,
    embedded: id === null ? assistant : `${assistant}/embed`,
    person_replied: '/app/inbox',
    own_model: assistant,
    phone_number: '/app/phone-numbers',
    balance: '/app/balance',
    team: '/app/users',
  }
  return places[fact]
}

/** Whether everything is done that an assistant on a website needs. */
export const isSet = ({ facts }: Onboarding): boolean => NEEDED.every((fact) => facts[fact])

interface FirstStepsProps {
  readonly onboarding: Onboarding
  readonly onDismiss: () => void
}

/** The first steps, each ticked when it is a fact. */
export function FirstSteps({ onboarding, onDismiss }: FirstStepsProps) {
  const { facts, assistant_id } = onboarding
  const done = NEEDED.filter((fact) => facts[fact]).length
  const isDone = isSet(onboarding)
  return (
    <section class="home-steps card" aria-labelledby="home-steps">
      <header class="home-head">
        <h2 id="home-steps">{isDone ? t.done : t.title}</h2>
        <IconButton icon={CloseIcon} label={t.dismiss} size="small" onClick={onDismiss} />
      </header>
      {isDone ? (
        <p class="quiet">{t.doneMore}</p>
      ) : (
        <ProgressBar
          value={done / NEEDED.length}
          label={t.progress(done, NEEDED.length)}
          isLabelShown
        />
      )}
      {!isDone && <Steps of={NEEDED} facts={facts} assistantId={assistant_id} />}
      <h3>{t.optional}</h3>
      <Steps of={OPTIONAL} facts={facts} assistantId={assistant_id} />
    </section>
  )
}

interface StepsProps {
  readonly of: readonly Fact[]
  readonly facts: Onboarding['facts']
  readonly assistantId: number | null
}

function Steps({ of, facts, assistantId }: StepsProps) {
  return (
    <ul class="home-steps-list">
      {of.map((fact) => {
        const [title, why] = t.facts[fact]!
        return (
          <li key={fact} data-done={facts[fact] || undefined}>
            <span class="home-step-mark" aria-hidden="true">
              {facts[fact] && <CheckIcon size={14} />}
            </span>
            <p>
              <span class="visually-hidden">{facts[fact] ? t.isDone : t.isOpen} </span>
              {facts[fact] ? title : <a href={placeOf(fact, assistantId)}>{title}</a>}
              {!facts[fact] && <small>{why}</small>}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
