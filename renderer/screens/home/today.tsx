import type { Home, HomeNumbers } from '#contracts/home.ts'
import { clockTime, weekdayOf } from '../../format/days.ts'
import { formatNumber, formatShare } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { AssistantIcon, BalanceIcon, ChatsIcon, ClockIcon, PhoneIcon } from '../../ui/icons.tsx'
import { StarIcon } from '../../ui/icons-work.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { averageOf, chatsOf, costOf, formatSum, minutesOf, ratingsOf, talksOf } from './sums.ts'
import { waitingTime } from './waiting-time.ts'

interface TodayProps {
  readonly home: Home
  /** True if the operator may see the balance. */
  readonly hasBalance: boolean
}

/** Today's numbers, each linked to the underlying list. */
export function Today({ home, hasBalance }: TodayProps) {
  const { today, last_week: then, last_week_until, days } = home
  const day = days.at(-1)!.day
  const list = (path: string) => `/app/${path}?date_from=${day}&date_to=${day}`
  const average = averageOf(today)
  return (
    <section class="home-today" aria-labelledby="home-today">
      <header class="home-head">
        <h2 id="home-today">{t('home.today')}</h2>
        <p class="quiet">
          {t('home.compared', { weekday: weekdayOf(day), time: clockTime(last_week_until) })}
        </p>
      </header>
      <Stats>
        <Stat
          icon={ChatsIcon}
          label={t('home.conversations')}
          value={formatNumber(chatsOf(today))}
          href={list('conversations')}
          {...trend(chatsOf(today), chatsOf(then))}
          note={t('home.conversationsNote', { count: said(today) })}
        />
        <Stat
          icon={AssistantIcon}
          label={t('home.aiShare')}
          value={today.asked > 0 ? formatShare(today.ai_handled / today.asked) : t('home.none')}
          href="/app/inbox?state=open&ai_only=1"
          note={t('home.aiShareNote', { handled: today.ai_handled, asked: today.asked })}
        />
        <Stat
          icon={ClockIcon}
          label={t('home.firstAnswer')}
          value={
            today.first_answer_p50_ms === null
              ? t('home.none')
              : waitingTime(today.first_answer_p50_ms)
          }
          {...trend(today.first_answer_p50_ms ?? 0, then.first_answer_p50_ms ?? 0, false)}
          note={
            today.first_answer_p90_ms === null
              ? t('home.firstAnswerNone')
              : t('home.firstAnswerNote', { p90: waitingTime(today.first_answer_p90_ms) })
          }
        />
        <Stat
          icon={PhoneIcon}
          label={t('home.calls')}
          value={formatNumber(talksOf(today))}
          href={list('calls')}
          {...trend(talksOf(today), talksOf(then))}
          note={callsNote(today)}
        />
        <Stat
          icon={BalanceIcon}
          label={t('home.cost')}
          value={formatSum(costOf(today))}
          {...(hasBalance && { href: '/app/balance' })}
          {...trend(costOf(today), costOf(then), false)}
          note={today.spent === null ? t('home.costOfModels') : t('home.costNote')}
        />
        <Stat
          icon={StarIcon}
          label={t('home.satisfaction')}
          value={
            average === null ? t('home.none') : t('home.stars', { average: formatNumber(average) })
          }
          note={
            average === null
              ? t('home.satisfactionNone')
              : t('home.satisfactionNote', { count: ratingsOf(today) })
          }
        />
      </Stats>
    </section>
  )
}

/** Duration and cost of the calls; without calls, the Sandbox calls or text messages instead. */
export function callsNote(numbers: HomeNumbers): string {
  const { calls, call_cost: cost, sms } = numbers
  if (talksOf(numbers) === 0 && calls.sandbox > 0)
    return t('home.callsInSandbox', { count: calls.sandbox })
  if (talksOf(numbers) === 0 && sms) return t('home.smsSent', { count: sms })
  const minutes = t('home.callsNote', { count: minutesOf(numbers) })
  return cost === null ? minutes : t('home.callsCost', { minutes, cost: formatSum(cost) })
}

const said = ({ messages }: HomeNumbers): number =>
  messages.visitor + messages.assistant + messages.operator

/**
 * Change relative to a previous value, if there is one. Higher volume is neutral; lower latency and cost are
 * improvements.
 */
function trend(now: number, then: number, isMoreGood?: boolean) {
  if (then === 0 || now === 0) return {}
  const value = Math.round((now / then - 1) * 100) / 100
  if (value === 0) return {}
  const isGood = isMoreGood === undefined ? {} : { isGood: value > 0 === isMoreGood }
  return { trend: { value, ...isGood } }
}
