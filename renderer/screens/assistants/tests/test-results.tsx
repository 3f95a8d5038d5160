import type { TestCheck, TestResult } from '#contracts/assistant-tests.ts'
import { formatMoney } from '../../../format/numbers.ts'
import { locale } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { Select } from '../../../ui/controls.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { CheckIcon, ExpandIcon } from '../../../ui/icons.tsx'
import { CrossIcon } from '../../../ui/icons-work.tsx'
import { PlainText, RichText } from '../../../ui/rich-text.tsx'
import type { TestsModel } from './tests-model.ts'

/** Results of a run: each test with its dialogue and expectations. */
export function TestResults({ model }: { readonly model: TestsModel }) {
  const { shown, runs } = model
  const run = shown.value
  return (
    <Card
      title={t('assistantTests.results')}
      {...(run && {
        note: t('assistantTests.by', { model: run.model, cost: formatMoney(run.cost) }),
      })}
    >
      {runs.value.length > 0 && (
        <div class="test-runs">
          <Select
            size="small"
            aria-label={t('assistantTests.runs')}
            value={String(run?.id ?? '')}
            onEdit={(id) => void model.show(Number(id))}
          >
            {runs.value.map(({ id, created_at, passed, failed }) => (
              <option key={id} value={String(id)}>
                {t('assistantTests.runOf', {
                  when: momentOf(created_at),
                  passed,
                  all: passed + failed,
                })}
              </option>
            ))}
          </Select>
        </div>
      )}
      {!run && <p class="quiet">{t('assistantTests.noRuns')}</p>}
      <div class="test-results" aria-live="polite">
        {run?.results.map((result) => (
          <Result key={`${run.id}-${result.test_id}`} result={result} />
        ))}
      </div>
    </Card>
  )
}

const momentOf = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(iso))

/** The result of a test; collapsed if it passed. */
function Result({ result }: { readonly result: TestResult }) {
  const { name, passed, problem, transcript } = result
  return (
    <details class="test-result" open={!passed}>
      <summary>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Badge tone={passed ? 'ok' : 'danger'}>
          {passed ? t('assistantTests.passed') : t('assistantTests.failedTest')}
        </Badge>
        <ExpandIcon size={16} />
      </summary>
      {problem && <p class="test-problem">{problem}</p>}
      <ol class="test-talk">
        {transcript.map((line, index) => (
          // The index is a stable key because transcripts never change.
          <li key={index} class={`test-said is-${line.role}`}>
            <span class="quiet">
              {line.role === 'user' ? t('assistantTests.visitor') : t('assistantTests.assistant')}
            </span>
            <div dir="auto">
              {line.role === 'user' ? (
                <PlainText text={line.content} />
              ) : (
                <RichText text={line.content} />
              )}
            </div>
            {line.function_calls?.map((called, at) => (
              <p key={at} class="quiet">
                {t('assistantTests.called', { name: called.name })}{' '}
                <code>{JSON.stringify(called.arguments)}</code>
              </p>
            ))}
            {line.role === 'assistant' && <Checks checks={checksAt(result, index)} />}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Expectations on an answer, matched by the visitor line before it, regardless of a greeting. */
function checksAt({ transcript, checks }: TestResult, index: number): readonly TestCheck[] {
  const line = transcript.slice(0, index).filter(({ role }) => role === 'user').length - 1
  return checks.filter((check) => check.line === line)
}

function Checks({ checks }: { readonly checks: readonly TestCheck[] }) {
  if (checks.length === 0) return null
  return (
    <ul class="test-checks">
      {checks.map(({ kind, field, value, passed, detail }, index) => (
        <li key={index} class={passed ? 'is-passed' : 'is-failed'}>
          {passed ? <CheckIcon size={16} /> : <CrossIcon size={16} />}
          <span>
            <span class="visually-hidden">
              {passed ? t('assistantTests.passed') : t('assistantTests.failedTest')}:{' '}
            </span>
            {t(`assistantTests.kinds.${kind}`)} {field && <code>{field}</code>}{' '}
            <q dir="auto">{value}</q>
            {detail && <span class="quiet"> – {detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
