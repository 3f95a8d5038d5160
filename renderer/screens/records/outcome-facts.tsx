import type { ConversationOutcome } from '#contracts/evaluations.ts'
import { formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Badge, type Tone } from '../../ui/display.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Stack } from '../../ui/stack.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  successful: 'ok',
  unsuccessful: 'danger',
  positive: 'ok',
  negative: 'danger',
}

/** Reports whether an ended conversation has an outcome to show. */
export const hasOutcome = (outcome: ConversationOutcome | null): outcome is ConversationOutcome =>
  outcome !== null &&
  (outcome.evaluation !== null ||
    outcome.evaluation_problem !== null ||
    outcome.extraction_problem !== null ||
    Object.keys(outcome.extracted).length > 0)

interface OutcomeFactsProps {
  readonly outcome: ConversationOutcome
  /** False if the extracted values are shown elsewhere. */
  readonly withValues?: boolean
}

/** Outcome of a conversation: its summary, evaluation and extracted values. */
export function OutcomeFacts({ outcome, withValues = true }: OutcomeFactsProps) {
  const { evaluation, evaluation_problem, extracted, extraction_problem } = outcome
  return (
    <Stack gap={3}>
      {evaluation && <p dir="auto">{evaluation.summary}</p>}
      <Facts>
        {evaluation && (
          <>
            <Fact term={t('outcome.outcome')}>
              <Badge tone={TONES[evaluation.outcome] ?? 'neutral'}>
                {t(`outcome.outcomes.${evaluation.outcome}`)}
              </Badge>
            </Fact>
            <Fact term={t('outcome.sentiment')}>
              <Badge tone={TONES[evaluation.sentiment] ?? 'neutral'}>
                {t(`outcome.sentiments.${evaluation.sentiment}`)}
              </Badge>
            </Fact>
            <Fact term={t('outcome.score')}>
              {t('outcome.scoreOf', { score: formatNumber(evaluation.score) })}
            </Fact>
          </>
        )}
        {withValues &&
          Object.entries(extracted).map(([name, value]) => (
            <Fact key={name} term={name}>
              <bdi>{print(value)}</bdi>
            </Fact>
          ))}
      </Facts>
      {evaluation_problem && (
        <p class="quiet">{t('outcome.noEvaluation', { reason: evaluation_problem })}</p>
      )}
      {extraction_problem && (
        <p class="quiet">{t('outcome.extractionProblem', { reason: extraction_problem })}</p>
      )}
    </Stack>
  )
}

function print(value: string | number | boolean | null): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? t('outcome.yes') : t('outcome.no')
  return String(value)
}
