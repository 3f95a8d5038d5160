import type { RuleRun, RuleRunAction } from '#contracts/rule-fields.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/display.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import type { RulesModel } from './model.ts'

/** Log of what rules did, with links to the conversations. */
export function RuleLog({ model: { log } }: { readonly model: Pick<RulesModel, 'log'> }) {
  const runs = log.runs.value
  return (
    <Card title={t('rules.log')} note={t('rules.logNote')}>
      {log.failure.value ? (
        <ErrorState title={t('rules.logFailed')} onRetry={() => void log.load()}>
          <p>{log.failure.value}</p>
        </ErrorState>
      ) : runs === undefined ? (
        <Loading label={t('rules.loading')} />
      ) : runs.length === 0 ? (
        <p class="quiet">{t('rules.logEmpty')}</p>
      ) : (
        <ul class="rule-runs">
          {runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
      {log.hasMore.value !== null && (
        <Button size="small" busy={log.isBusy.value} onClick={() => void log.more()}>
          {t('rules.logMore')}
        </Button>
      )}
    </Card>
  )
}

function Run({ run }: { readonly run: RuleRun }) {
  return (
    <li class="rule-run">
      <span class="rule-run-head">
        <strong dir="auto">{run.rule.name}</strong>
        <a href={`/app/inbox/${run.conversation_id}`} dir="auto">
          {run.visitor_name ?? t('rules.visitor')}
        </a>
        <Time at={run.created_at} />
      </span>
      <span class="quiet" dir="auto">
        {run.actions.map(wordsOf).join(' · ')}
      </span>
    </li>
  )
}

/** An action with what it did. */
function wordsOf({ action, outcome, detail }: RuleRunAction): string {
  const name = t(`rules.actions.${action}`)
  const what = detail === null ? undefined : (tIfKnown('inbox.modes', detail) ?? detail)
  const result = outcome === 'done' ? undefined : t(`rules.outcomes.${outcome}`)
  return [what === undefined ? name : `${name}: ${what}`, result && `(${result})`]
    .filter(Boolean)
    .join(' ')
}
