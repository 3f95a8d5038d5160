import './ongoing.css'
import type { Call } from '#contracts/calls.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Count } from '../../../ui/display.tsx'
import { ForwardIcon, PhoneIcon } from '../../../ui/icons.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { Direction } from '../columns.tsx'
import { createOngoingCalls } from './ongoing-calls.ts'

interface OngoingProps {
  readonly desk: Pick<Desk, 'api' | 'live'>
}

/** Maximum number of calls shown on Home. */
const MAX_CALLS = 5

/** Calls in progress with links; renders nothing if there are none. */
export function OngoingCalls({ desk }: OngoingProps) {
  const { calls } = useModel(() => createOngoingCalls(desk))
  const all = calls.value
  if (all.length === 0) return null
  return (
    <section class="ongoing-calls card" aria-labelledby="ongoing-calls">
      <header class="home-head">
        <h2 id="ongoing-calls">{t('ongoingCalls.title')}</h2>
        <Count value={all.length} />
      </header>
      <ul>
        {all.slice(0, MAX_CALLS).map((call) => (
          <li key={call.id}>
            <Direction type={call.type} />
            <span class="ongoing-call-who">
              <a href={hrefOf(call)}>
                <bdi>{nameOf(call)}</bdi>
              </a>
              <span class="quiet">
                <bdi>{call.assistant_name}</bdi>
              </span>
            </span>
            <Time at={call.created_at} as="relative" />
          </li>
        ))}
      </ul>
      {all.length > MAX_CALLS && (
        <a class="home-more" href={ALL}>
          {t('ongoingCalls.all', { count: all.length })} <ForwardIcon size={16} />
        </a>
      )}
    </section>
  )
}

/** Banner above a list of conversations, which does not include telephone calls. */
export function OngoingTelephoneCalls({ desk }: OngoingProps) {
  const { calls } = useModel(() => createOngoingCalls(desk))
  const all = calls.value.filter(({ type }) => type !== 'web')
  const [first] = all
  if (!first) return null
  return (
    <p class="ongoing-line">
      <PhoneIcon size={16} />
      <a href={all.length === 1 ? hrefOf(first) : ALL}>
        {all.length === 1
          ? t('ongoingCalls.one', { name: nameOf(first) })
          : t('ongoingCalls.all', { count: all.length })}
      </a>
    </p>
  )
}

const ALL = '/app/calls?status=in-progress'

const hrefOf = ({ id }: Call): string => `/app/calls/${id}`

const nameOf = ({ client_phone_number: number, type }: Call): string =>
  number ?? (type === 'web' ? t('ongoingCalls.visitor') : t('calls.noNumber'))
