import type { Home, HomeNumbers } from '#contracts/home.ts'
import { clockTime, weekdayOf } from '../../texts/days.ts'
import { formatNumber, formatShare } from '../../texts/format.ts'
import { homeTexts as t } from '../../texts/home.ts'
import { AssistantIcon, BalanceIcon, ChatsIcon, ClockIcon, PhoneIcon } from '../../ui/icons.tsx'
import { StarIcon } from '../../ui/icons-work.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { averageOf, chatsOf, costOf, formatSum, ratingsOf, talksOf } from './sums.ts'
import { waitingTime } from './waiting-time.ts'

/** Today in numbers, each with the list behind it. */
export function Today({ home }: { readonly home: Home }) {
  const { today, last_week: then, last_week_until, days } = home
  const day = days.at(-1)!.day
  const list = (path: string) => `/app/${path}?date_from=${day}&date_to=${day}`
  const average = averageOf(today)
  return (
    <section class="home-today" aria-labelledby="home-today">
      <header class="home-head">
        <h2 id="home-today">{t.today}</h2>
        <p class="quiet">{t.compared(weekdayOf(day), clockTime(last_week_until))}</p>
      </header>
      <Stats>
        <Stat
          icon={ChatsIcon}
          label={t.conversations}
          value={formatNumber(chatsOf(today))}
          href={list('conversations')}
          {...trend(chatsOf(today), chatsOf(then))}
          note={t.conversationsNote(said(today))}
        />
        <Stat
          icon={AssistantIcon}
          label={t.aiShare}
          value={today.asked > 0 ? formatShare(today.ai_handled / today.asked) : t.none}
          href="/app/inbox?state=open&ai_only=1"
          note={t.aiShareNote(today.ai_handled, today.asked)}
        />
        <Stat
          icon={ClockIcon}
          label={t.firstAnswer}
          value={
            today.first_answer_p50_ms === null ? t.none : waitingTime(today.first_answer_p50_ms)
          }
          {...trend(today.first_answer_p50_ms ?? 0, then.first_answer_p50_ms ?? 0, false)}
          note={
            today.first_answer_p90_ms === null
              ? t.firstAnswerNone
              : t.firstAnswerNote(waitingTime(today.first_answer_p90_ms))
          }
        />
        <Stat
          icon={PhoneIcon}
          label={t.calls}
          value={formatNumber(talksOf(today))}
          href={list('calls')}
          {...trend(talksOf(today), talksOf(then))}
          note={today.sms ? t.smsSent(today.sms) : t.callsNote(Math.round(today.call_seconds / 60))}
        />
        <Stat
          icon={BalanceIcon}
          label={t.cost}
          value={formatSum(costOf(today))}
          href="/app/balance"
          {...trend(costOf(today), costOf(then), false)}
          note={today.spent === null ? t.costOfModels : t.costNote}
        />
        <Stat
          icon={StarIcon}
          label={t.satisfaction}
          value={average === null ? t.none : t.stars(formatNumber(average))}
          note={average === null ? t.satisfactionNone : t.satisfactionNote(ratingsOf(today))}
        />
      </Stats>
    </section>
  )
}

const said = ({ messages }: HomeNumbers): number =>
  messages.visitor + messages.assistant + messages.operator

/** How a number moved, where there is one to compare it with. More is neither good nor bad; quicker and cheaper is good. */
function trend(now: number, then: number, isMoreGood?: boolean) {
  if (then === 0 || now === 0) return {}
  const value = Math.round((now / then - 1) * 100) / 100
  if (value === 0) return {}
  const isGood = isMoreGood === undefined ? {} : { isGood: value > 0 === isMoreGood }
  return { trend: { value, ...isGood } }
}
