import type { RuleActionKind, RuleActions } from '#contracts/rule-fields.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../../ui/controls.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import type { RuleDraft } from './draft.ts'
import type { RulesModel } from './model.ts'
import { PeoplePicker } from './people-picker.tsx'

interface ActionProps {
  readonly model: RulesModel
  readonly draft: RuleDraft
  readonly kind: RuleActionKind
  readonly onRemove: () => void
}

/** Field of each action in the errors of the server. */
const FIELDS: Readonly<Record<RuleActionKind, keyof RuleActions>> = {
  label: 'label_ids',
  assign: 'assign',
  mode: 'mode',
  reply: 'reply',
  snooze: 'snooze_minutes',
  notify: 'notify',
  webhook: 'webhook_url',
}

/** An action of the rule being edited. */
export function ActionFields({ model, draft, kind, onRemove }: ActionProps) {
  const label = t(`rules.actions.${kind}`)
  const error = Object.entries(model.errors.value).find(([field]) =>
    field.startsWith(`actions.${FIELDS[kind]}`),
  )?.[1]
  return (
    <div class="rule-line">
      <span class="rule-line-name">{label}</span>
      <Values
        model={model}
        label={label}
        kind={kind}
        actions={draft.actions}
        onChange={(parts) => model.edit({ ...draft, actions: { ...draft.actions, ...parts } })}
      />
      <div class="rule-line-remove">
        <IconButton icon={CloseIcon} label={t('common.removeOf', { label })} onClick={onRemove} />
      </div>
      <FieldError id={`rule-${kind}-error`} error={error} />
    </div>
  )
}

interface ValuesProps {
  readonly model: RulesModel
  readonly label: string
  readonly kind: RuleActionKind
  readonly actions: RuleActions
  readonly onChange: (parts: RuleActions) => void
}

function Values({ model, label, kind, actions, onChange }: ValuesProps) {
  switch (kind) {
    case 'label':
      return (
        <div class="rule-line-values">
          <MultiCombobox
            label={`${label}: ${t('rules.labels')}`}
            values={(actions.label_ids ?? []).map(String)}
            options={model.labels.value.map(({ id, name }) => ({ value: String(id), label: name }))}
            placeholder={t('common.search')}
            onChange={(ids) => onChange({ label_ids: ids.map(Number) })}
          />
        </div>
      )
    case 'assign':
      return <Assignment model={model} label={label} actions={actions} onChange={onChange} />
    case 'mode':
      return (
        <Select
          aria-label={label}
          value={actions.mode ?? 'human'}
          onEdit={(mode) => onChange({ mode: mode as RuleActions['mode'] })}
        >
          {(['auto', 'approve', 'human'] as const).map((mode) => (
            <option key={mode} value={mode}>
              {t(`inbox.modes.${mode}`)}
            </option>
          ))}
        </Select>
      )
    case 'reply':
      return (
        <div class="rule-line-values">
          <TextArea
            aria-label={`${label}: ${t('rules.replyText')}`}
            rows={2}
            maxRows={8}
            value={actions.reply ?? ''}
            onEdit={(reply) => onChange({ reply })}
          />
          <p class="field-hint">{t('rules.replyHint')}</p>
        </div>
      )
    case 'snooze':
      return (
        <TextInput
          aria-label={`${label}: ${t('rules.snoozeMinutes')}`}
          type="number"
          min={1}
          suffix={t('rules.snoozeMinutes')}
          value={String(actions.snooze_minutes ?? 60)}
          onEdit={(minutes) => onChange({ snooze_minutes: Number(minutes) })}
        />
      )
    case 'notify':
      return (
        <PeoplePicker
          label={`${label}: ${t('rules.people')}`}
          people={model.people()}
          ids={actions.notify?.operator_ids ?? []}
          onChange={(operator_ids) => onChange({ notify: { operator_ids } })}
        />
      )
    default:
      return (
        <TextInput
          aria-label={`${label}: ${t('rules.webhookUrl')}`}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={actions.webhook_url ?? ''}
          onEdit={(webhook_url) => onChange({ webhook_url })}
        />
      )
  }
}

const TARGETS = ['least_busy', 'round_robin', 'person', 'team'] as const

function Assignment({ model, label, actions, onChange }: Omit<ValuesProps, 'kind'>) {
  const { to, operator_ids: ids, team_id: teamId } = actions.assign!
  const teams = model.teams()
  return (
    <>
      <Select
        aria-label={label}
        value={to}
        onEdit={(value) => {
          const target = TARGETS.find((one) => one === value)!
          // One person or team is chosen at once, so that the rule is never without.
          const first = model.people()[0]?.id
          const chosen = target === 'person' && first !== undefined ? [ids[0] ?? first] : []
          const team = target === 'team' ? (teamId ?? teams[0]?.id) : undefined
          onChange({ assign: { to: target, operator_ids: chosen, ...teamField(team) } })
        }}
      >
        {TARGETS.filter((target) => target !== 'team' || teams.length > 0 || to === 'team').map(
          (target) => (
            <option key={target} value={target}>
              {t(`rules.assign.${target}`)}
            </option>
          ),
        )}
      </Select>
      {to === 'person' && (
        <Select
          aria-label={`${label}: ${t('rules.person')}`}
          value={String(ids[0] ?? '')}
          onEdit={(id) => onChange({ assign: { to, operator_ids: [Number(id)] } })}
        >
          {model.people().map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {to !== 'person' && teams.length > 0 && (
        <Select
          aria-label={`${label}: ${t('rules.team')}`}
          value={String(teamId ?? '')}
          onEdit={(id) =>
            onChange({
              assign: { to, operator_ids: [], ...teamField(id === '' ? undefined : Number(id)) },
            })
          }
        >
          {to !== 'team' && <option value="">{t('rules.anyTeam')}</option>}
          {teams.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {to !== 'person' && to !== 'team' && teamId === undefined && (
        <div class="rule-line-values">
          <PeoplePicker
            label={`${label}: ${t('rules.people')}`}
            people={model.people()}
            ids={ids}
            onChange={(operator_ids) => onChange({ assign: { to, operator_ids } })}
          />
          <p class="field-hint">{t('rules.assignHint')}</p>
        </div>
      )}
    </>
  )
}

const teamField = (id: number | undefined) => (id === undefined ? {} : { team_id: id })
