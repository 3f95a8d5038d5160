import { CopyField } from '../ui/copy-field.tsx'
import { Badge } from '../ui/display.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { Banner } from '../ui/states.tsx'
import type { Outcome } from './outcome.ts'

/** Answer of a call: status, time, the relevant headers and the body. */
export function AnswerView({ outcome }: { readonly outcome: Outcome }) {
  if ('failure' in outcome) return <Banner tone="danger">{outcome.failure}</Banner>
  const { status, ms, headers, text, left, isGood, advice } = outcome
  return (
    <section class="answer" aria-label="Answer">
      <p class="answer-head">
        <Badge tone={isGood ? 'ok' : 'danger'}>{status}</Badge>
        <span>{ms} ms</span>
      </p>
      {advice && (
        <Banner tone="attention">
          <RichText text={advice} />
        </Banner>
      )}
      <dl class="refusals">
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CopyField label="The answer" text={text} />
      {left > 0 && <p class="quiet">And {left.toLocaleString('en')} more characters.</p>}
    </section>
  )
}
