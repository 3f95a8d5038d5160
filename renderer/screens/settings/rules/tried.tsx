import type { RuleReason } from '#contracts/rule-fields.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'
import { Time } from '../../../ui/time.tsx'
import type { Tried } from './model.ts'

/** Conversations in which a rule would have matched, and why. */
export function TriedRule({ tried: { checked, matched, data } }: { readonly tried: Tried }) {
  const counts = { matched: formatNumber(matched), checked: formatNumber(checked) }
  return (
    <section class="rule-tried" role="status">
      <p>
        <strong>{t(matched === 0 ? 'rules.triedNone' : 'rules.tried', counts)}</strong>
        {matched > data.length && <> {t('rules.more', { count: formatNumber(data.length) })}</>}
      </p>
      <ul class="rule-runs">
        {data.map(({ conversation_id, visitor_name, at, reasons }) => (
          <li key={conversation_id} class="rule-run">
            <span class="rule-run-head">
              <a href={`/app/inbox/${conversation_id}`} target="_blank" rel="noopener" dir="auto">
                {visitor_name ?? t('rules.visitor')}
              </a>
              <Time at={at} />
            </span>
            <span class="quiet" dir="auto">
              {reasons.length === 0 ? t('rules.always') : reasons.map(reasonLine).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function reasonLine({ condition, value }: RuleReason): string {
  const name = t(`rules.conditions.${condition}`)
  if (value === null) return `${name}: –`
  const known = tIfKnown('rules.hours', value) ?? tIfKnown('inbox.types', value)
  return `${name}: ${known ?? value}`
}
