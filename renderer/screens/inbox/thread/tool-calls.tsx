import './tool-calls.css'
import type { ToolCall } from '#contracts/tool-calls.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/display.tsx'
import { ToolIcon } from '../../../ui/icons-work.tsx'

/** Tool calls of the assistant, collapsed to one line. */
export function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }) {
  if (calls.length === 0) return null
  const names = [...new Set(calls.map(({ name }) => name))].join(', ')
  return (
    <details class="tool-calls">
      <summary>
        <ToolIcon size={14} />
        <span>{t('toolCalls.used', { names })}</span>
        {calls.some(({ status }) => status === 'running' || status === 'approved') && (
          <span class="spinner" role="status" aria-label={t('toolCalls.running')} />
        )}
        {calls.some(isWrong) && <Badge tone="attention">{t('toolCalls.notAll')}</Badge>}
      </summary>
      <ol>
        {calls.map((call) => (
          <li key={call.id}>
            <Call call={call} />
          </li>
        ))}
      </ol>
    </details>
  )
}

const isWrong = ({ status }: ToolCall): boolean => status === 'failed' || status === 'refused'

/** Reports whether a call was not made, or failed. */
const isUndone = (call: ToolCall): boolean =>
  isWrong(call) || call.status === 'declined' || call.status === 'expired'

/** Decision of a person about a call; undefined without one. */
function decisionOf({ status, approval }: ToolCall): string | undefined {
  const name = approval?.by?.name
  if (!approval || name === undefined) return undefined
  if (status !== 'declined')
    return approval.is_always
      ? t('approval.allowedBy', { name })
      : t('approval.approvedBy', { name })
  return approval.reason === null
    ? t('approval.declinedBy', { name })
    : t('approval.declinedFor', { name, reason: approval.reason })
}

function Call({ call }: { readonly call: ToolCall }) {
  const { name, status, result, detail, duration_ms } = call
  const decision = decisionOf(call)
  return (
    <>
      <p class="tool-call-head">
        <code>{name}</code>
        <Badge tone={isUndone(call) ? 'attention' : 'neutral'}>{t(`toolCalls.${status}`)}</Badge>
        {duration_ms !== null && (
          <span>
            {t('toolCalls.seconds', { number: formatNumber(Math.round(duration_ms / 10) / 100) })}
          </span>
        )}
      </p>
      {decision !== undefined && <p dir="auto">{decision}</p>}
      <dl>
        <dt>{t('toolCalls.arguments')}</dt>
        <dd>
          <pre dir="ltr">{JSON.stringify(call.arguments, null, 2)}</pre>
        </dd>
        {result !== null && (
          <>
            <dt>{t('toolCalls.result')}</dt>
            <dd>
              <pre dir="auto">{indented(result)}</pre>
            </dd>
          </>
        )}
        {detail !== null && (
          <>
            <dt>{t('toolCalls.reason')}</dt>
            <dd>{detail}</dd>
          </>
        )}
      </dl>
    </>
  )
}

/** Indents JSON; other text is unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
