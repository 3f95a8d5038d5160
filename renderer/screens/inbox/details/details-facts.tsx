import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Visitor } from '#contracts/visitors.ts'
import { languageName } from '../../../format/language-name.ts'
import { formatMoney, formatNumber } from '../../../format/numbers.ts'
import { locale } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { browserOf } from './browser-of.ts'
import { RatingFact } from './rating-fact.tsx'

/** Facts about the conversation. */
export function ConversationFacts({ thread }: { readonly thread: ConversationDetail }) {
  const { assistant_name, created_at, ended_at, message_count, total_cost, rating } = thread
  return (
    <Facts>
      <Fact term={t('details.assistant')}>
        <bdi>{assistant_name}</bdi>
      </Fact>
      <Fact term={t('details.began')}>
        <Time at={created_at} as="full" />
      </Fact>
      {ended_at && (
        <Fact term={t('thread.ended')}>
          <Time at={ended_at} as="full" />
        </Fact>
      )}
      {rating && (
        <Fact term={t('details.rating')}>
          <RatingFact rating={rating} />
        </Fact>
      )}
      <Fact term={t('details.count')}>{formatNumber(message_count)}</Fact>
      <Fact term={t('details.cost')}>{formatMoney(total_cost)}</Fact>
    </Facts>
  )
}

/** Facts from the visitor's browser. */
export function VisitorFacts({ visitor }: { readonly visitor: Omit<Visitor, 'notes'> }) {
  const { online, page_url, page_title, language, timezone, user_agent } = visitor
  const browser = browserOf(user_agent)
  const spoken = languageName(language)
  return (
    <>
      {page_url && (
        <Fact term={online ? t('details.onPage') : t('details.lastPage')}>
          <OutsideLink href={page_url} label={page_title || page_url} />
        </Fact>
      )}
      {timezone && (
        <Fact term={t('details.timezone')}>
          <span title={timezone}>{localTime(timezone)}</span>
        </Fact>
      )}
      {spoken && <Fact term={t('details.language')}>{spoken}</Fact>}
      {browser && <Fact term={t('details.browser')}>{browser}</Fact>}
    </>
  )
}

/** Local time and place of the visitor: `3:45 PM · Berlin`. */
function localTime(timeZone: string): string {
  const place = timeZone.split('/').at(-1)!.replaceAll('_', ' ')
  try {
    const clock = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' })
    return `${clock.format(new Date())} · ${place}`
  } catch {
    // A timezone that this browser does not know.
    return place
  }
}
