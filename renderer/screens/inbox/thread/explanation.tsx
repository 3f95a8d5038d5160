import './explanation.css'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '#contracts/client.ts'
import type { AnswerExplanation } from '#contracts/explanations.ts'
import type { TurnTiming } from '#contracts/turn-timing.ts'
import { formatMoney, formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/display.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { PlainText } from '../../../ui/rich-text.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'

interface ExplanationProps {
  /** Reads what the answer was made from. */
  readonly read: () => Promise<AnswerExplanation>
  readonly onClose: () => void
}

/** Panel that shows what an answer of the assistant was made from, written or spoken. */
export function Explanation({ read, onClose }: ExplanationProps) {
  const [explanation, setExplanation] = useState<AnswerExplanation>()
  const [problem, setProblem] = useState<string>()
  const [isFixed, setFixed] = useState(false)

  function load(): void {
    setProblem(undefined)
    read().then(setExplanation, (error: Error) => {
      if (error instanceof ApiError && error.code === 'explanation_not_found') setFixed(true)
      else setProblem(error.message)
    })
  }

  useEffect(load, [])
  return (
    <Drawer title={t('explanation.title')} onClose={onClose}>
      {problem !== undefined && (
        <ErrorState title={t('explanation.failed')} onRetry={load}>
          <p>{problem}</p>
        </ErrorState>
      )}
      {isFixed && <p class="quiet">{t('explanation.none')}</p>}
      {!(explanation || isFixed) && problem === undefined && (
        <Loading label={t('explanation.loading')} rows={4} />
      )}
      {explanation && <Whole explanation={explanation} />}
    </Drawer>
  )
}

function Whole({ explanation }: { readonly explanation: AnswerExplanation }) {
  const { model, is_fallback, rounds, tools, cost, first_words_ms, total_ms, spoken } = explanation
  const tokens = tokensOf(explanation)
  return (
    <div class="explanation">
      <Facts
        rows={[
          [
            t('explanation.model'),
            <>
              <bdi>{model}</bdi>{' '}
              {is_fallback && <Badge tone="attention">{t('explanation.fallback')}</Badge>}
            </>,
          ],
          [t('explanation.time'), timeOf(first_words_ms, total_ms)],
          ...(tokens === undefined ? [] : [[t('explanation.tokens'), tokens] as const]),
          [t('explanation.cost'), cost === null ? t('explanation.byTheMinute') : formatMoney(cost)],
          [t('explanation.rounds'), formatNumber(rounds)],
          ...(tools.length > 0 ? [[t('explanation.tools'), tools.join(', ')] as const] : []),
        ]}
      />
      {spoken && <Latency {...spoken} />}
      <Passages passages={explanation.passages} />
    </div>
  )
}

/** The latency of a spoken answer, from the caller's last sound on. */
function Latency({ heard_ms, thought_ms, sound_ms }: TurnTiming) {
  const moments = [
    [t('explanation.heard'), heard_ms],
    [t('explanation.firstWord'), thought_ms],
    [t('explanation.firstSound'), sound_ms],
  ] as const
  return (
    <section>
      <h3>{t('explanation.latency')}</h3>
      <Facts
        rows={moments.flatMap(([term, ms]) =>
          ms === null ? [] : [[term, t('explanation.seconds', { number: seconds(ms) })] as const],
        )}
      />
    </section>
  )
}

const seconds = (ms: number): string => formatNumber(Math.round(ms / 10) / 100)

function timeOf(first: number | null, total: number): string {
  const whole = t('explanation.seconds', { number: seconds(total) })
  return first === null
    ? whole
    : t('explanation.timing', { first: seconds(first), total: seconds(total) })
}

function tokensOf({
  input_tokens,
  output_tokens,
  is_estimated,
}: AnswerExplanation): string | undefined {
  if (input_tokens === null || output_tokens === null) return undefined
  const params = { input: formatNumber(input_tokens), output: formatNumber(output_tokens) }
  return is_estimated
    ? t('explanation.tokensEstimated', params)
    : t('explanation.tokensBoth', params)
}

function Passages({ passages }: Pick<AnswerExplanation, 'passages'>) {
  return (
    <section>
      <h3>{t('explanation.passages')}</h3>
      {passages.length === 0 && <p class="quiet">{t('explanation.noPassages')}</p>}
      <ol class="explanation-passages">
        {passages.map((passage) => (
          <li key={passage.id}>
            <p class="explanation-source">
              {passage.document_url ? (
                <OutsideLink href={passage.document_url} label={passage.document_name} />
              ) : (
                <bdi>{passage.document_name}</bdi>
              )}
              {passage.score > 0 && (
                <span class="quiet">
                  {t('explanation.score', {
                    score: formatNumber(Math.round(passage.score * 10) / 10),
                  })}
                </span>
              )}
            </p>
            {passage.heading !== '' && <h4 dir="auto">{passage.heading}</h4>}
            {passage.content === null ? (
              <p class="quiet">{t('explanation.gone')}</p>
            ) : (
              <PlainText text={passage.content} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
