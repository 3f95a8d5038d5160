import { useRef } from 'preact/hooks'
import type { ToolTest } from '#contracts/tools.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Select, TextInput } from '../../ui/controls.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { PlugIcon } from '../../ui/icons-work.tsx'
import { Banner } from '../../ui/states.tsx'
import { networkAt } from '../webhooks/allowable.ts'
import type { ArgumentRow } from './draft.ts'
import { goToMistake } from './save-bar.tsx'
import type { TryModel } from './try-model.ts'

interface TryCallProps {
  readonly model: TryModel
  readonly schema: readonly ArgumentRow[]
  /** True if navigating away would lose input. */
  readonly isDirty: boolean
  readonly onSaveAndGo: (href: string) => void
}

/** Calls the tool with given arguments and shows the result. */
export function TryCall({ model, schema, isDirty, onSaveAndGo }: TryCallProps) {
  const said = useRef<HTMLDivElement>(null)
  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (!(await model.run())) return goToMistake()
    requestAnimationFrame(() => said.current?.scrollIntoView({ block: 'nearest' }))
  }
  const { outcome, failure, isBusy } = model
  return (
    <Card title={t('tools.try.title')} note={t('tools.try.lead')}>
      <form class="form" noValidate onSubmit={(event) => void submit(event)}>
        {schema.length === 0 && <p class="quiet">{t('tools.try.none')}</p>}
        {schema.map((row, at) => (
          <Argument key={row.key} model={model} row={row} at={at} />
        ))}
        <div class="form-actions">
          <Button type="submit" icon={PlugIcon} busy={isBusy.value}>
            {t('tools.try.call')}
          </Button>
        </div>
      </form>
      <div role="status" ref={said}>
        {isBusy.value && <span class="visually-hidden">{t('tools.try.calling')}</span>}
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        {outcome.value && (
          <Outcome outcome={outcome.value} isDirty={isDirty} onSaveAndGo={onSaveAndGo} />
        )}
      </div>
    </Card>
  )
}

interface ArgumentProps {
  readonly model: TryModel
  readonly row: ArgumentRow
  readonly at: number
}

function Argument({ model, row, at }: ArgumentProps) {
  const value = model.written.value[row.key] ?? ''
  const label = row.name.trim() || t('tools.argument', { number: at + 1 })
  return (
    <Field label={label} hint={row.description} error={model.faults.value[row.key]}>
      {(wiring) =>
        row.type === 'boolean' ? (
          <Select {...wiring} value={value || 'false'} onEdit={(next) => model.write(row, next)}>
            <option value="true">{t('tools.try.yes')}</option>
            <option value="false">{t('tools.try.no')}</option>
          </Select>
        ) : (
          <TextInput
            {...wiring}
            autocomplete="off"
            {...(row.type === 'number' && { inputMode: 'decimal' as const })}
            value={value}
            onEdit={(next) => model.write(row, next)}
          />
        )
      }
    </Field>
  )
}

interface OutcomeProps extends Pick<TryCallProps, 'isDirty' | 'onSaveAndGo'> {
  readonly outcome: ToolTest
}

function Outcome({ outcome, isDirty, onSaveAndGo }: OutcomeProps) {
  const { status, result, detail, request, http_status, duration_ms } = outcome
  const address = outcome.allowable_address
  return (
    <div class="tool-outcome">
      <p class="tool-outcome-head">
        <Badge tone={status === 'done' ? 'ok' : 'danger'}>{t(`tools.try.${status}`)}</Badge>
        {request && (
          <>
            <span>
              {http_status === null
                ? t('tools.try.noAnswer')
                : t('tools.try.answered', { status: http_status })}
            </span>
            <span class="quiet">{t('tools.try.took', { ms: duration_ms })}</span>
          </>
        )}
      </p>
      {detail !== null && (
        <Banner
          tone="danger"
          actions={
            address &&
            (isDirty ? (
              <Button size="small" onClick={() => onSaveAndGo(networkAt(address))}>
                {t('tools.try.saveAndAllow', { address })}
              </Button>
            ) : (
              <a href={networkAt(address)}>{t('tools.try.allow', { address })}</a>
            ))
          }
        >
          <span dir="auto">{detail}</span>
        </Banner>
      )}
      {request ? (
        <CodeBlock label={t('tools.try.sent')} text={written(request)} isWrapped maxLines={12} />
      ) : (
        status !== 'refused' && <p class="quiet">{t('tools.try.nothingSent')}</p>
      )}
      <CodeBlock label={t('tools.try.result')} text={indented(result)} isWrapped maxLines={12} />
    </div>
  )
}

/** A request as HTTP text. */
function written({ method, url, headers, body }: NonNullable<ToolTest['request']>): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`)
  return [`${method} ${url}`, ...lines, ...(body === null ? [] : ['', body])].join('\n')
}

/** Indents JSON; other text is unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
