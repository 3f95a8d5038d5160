import { useRef } from 'preact/hooks'
import type { RuleActionKind } from '#contracts/rule-fields.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field, FieldError } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { PlayIcon, PlusIcon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Banner } from '../../../ui/states.tsx'
import { ActionFields } from './action-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import {
  actionsOf,
  type ConditionName,
  conditionsOf,
  EVENTS,
  missingActions,
  missingConditions,
  type RuleDraft,
  withAction,
  withCondition,
  withEvent,
  withoutAction,
  withoutCondition,
} from './draft.ts'
import type { RulesModel } from './model.ts'
import { sentenceOf } from './sentence.ts'
import { TriedRule } from './tried.tsx'

interface EditorProps {
  readonly desk: Desk
  readonly model: RulesModel
}

/** Form of a rule: event, conditions and actions, with the rule as a sentence. */
export function RuleEditor({ desk, model }: EditorProps) {
  const body = useRef<HTMLDivElement>(null)
  const draft = model.edited.value
  if (!draft) return null
  const change = (parts: Partial<RuleDraft>) => model.edit({ ...draft, ...parts })
  const { tried, errors } = model

  async function save(): Promise<void> {
    const name = await model.save()
    if (name !== undefined) return void desk.toasts.show(t('rules.saved', { name }))
    focusMistake(body.current)
  }

  return (
    <Drawer
      title={draft.id === undefined ? t('rules.new') : t('rules.editTitle')}
      size="large"
      onClose={() => model.edit(undefined)}
      actions={
        <>
          <Button icon={PlayIcon} busy={model.isTrying.value} onClick={() => void model.tryIt()}>
            {t('rules.try')}
          </Button>
          <Button kind="primary" busy={model.isSaving.value} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div class="rule-editor" ref={body}>
        {model.refusal.value && <Banner tone="danger">{model.refusal.value}</Banner>}
        <Field label={t('rules.name')} error={errors.value['name']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              autocomplete="off"
              value={draft.name}
              onEdit={(name) => change({ name })}
            />
          )}
        </Field>
        <When model={model} draft={draft} />
        <If model={model} draft={draft} />
        <Then model={model} draft={draft} />
        <Checkbox
          label={t('rules.stop')}
          hint={t('rules.stopHint')}
          checked={draft.is_last}
          onSwitch={(is_last) => change({ is_last })}
        />
        <p class="rule-sentence">
          <span class="quiet">{t('rules.summary')}</span>
          <bdi>{sentenceOf(draft, model.names)}</bdi>
        </p>
        {tried.value ? (
          <TriedRule tried={tried.value} />
        ) : (
          <p class="quiet">{t('rules.tryHint')}</p>
        )}
      </div>
    </Drawer>
  )
}

interface PartProps {
  readonly model: RulesModel
  readonly draft: RuleDraft
}

function When({ model, draft }: PartProps) {
  return (
    <fieldset class="rule-part">
      <legend>{t('rules.when')}</legend>
      <Select
        aria-label={t('rules.when')}
        value={draft.event}
        onEdit={(value) => {
          const event = EVENTS.find((one) => one === value)
          if (event) model.edit(withEvent(draft, event))
        }}
      >
        {EVENTS.map((event) => (
          <option key={event} value={event}>
            {t(`rules.events.${event}`)}
          </option>
        ))}
      </Select>
      {draft.event === 'unanswered' && (
        <Field label={t('rules.minutes')} error={model.errors.value['minutes']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="number"
              min={1}
              max={10_080}
              value={String(draft.minutes)}
              onEdit={(minutes) => model.edit({ ...draft, minutes: Number(minutes) })}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}

function If({ model, draft }: PartProps) {
  const left = missingConditions(draft)
  return (
    <fieldset class="rule-part">
      <legend>{t('rules.if')}</legend>
      <p class="field-hint">{t('rules.ifHint')}</p>
      {conditionsOf(draft).map((name) => (
        <ConditionFields
          key={name}
          model={model}
          draft={draft}
          name={name}
          onRemove={() => model.edit(withoutCondition(draft, name))}
        />
      ))}
      {left.length > 0 && (
        <Adder
          label={t('rules.addCondition')}
          names={left}
          wordsOf={(name: ConditionName) => t(`rules.conditions.${name}`)}
          onAdd={(name) => model.edit(withCondition(draft, name))}
        />
      )}
    </fieldset>
  )
}

function Then({ model, draft }: PartProps) {
  const left = missingActions(draft)
  const error = model.errors.value['actions']
  return (
    <fieldset class="rule-part">
      <legend>{t('rules.then')}</legend>
      {actionsOf(draft).map((kind) => (
        <ActionFields
          key={kind}
          model={model}
          draft={draft}
          kind={kind}
          onRemove={() => model.edit(withoutAction(draft, kind))}
        />
      ))}
      {left.length > 0 && (
        <Adder
          label={t('rules.addAction')}
          names={left}
          wordsOf={(kind: RuleActionKind) => t(`rules.actions.${kind}`)}
          onAdd={(kind) => model.edit(withAction(draft, kind))}
        />
      )}
      <FieldError id="rule-actions-error" error={error && t('rules.noActions')} />
    </fieldset>
  )
}

interface AdderProps<name extends string> {
  readonly label: string
  readonly names: readonly name[]
  readonly wordsOf: (name: name) => string
  readonly onAdd: (name: name) => void
}

/** Menu that adds a part to the rule. */
function Adder<name extends string>({ label, names, wordsOf, onAdd }: AdderProps<name>) {
  return (
    <div>
      <Menu
        label={label}
        items={names.map((name) => ({ label: wordsOf(name), onSelect: () => onAdd(name) }))}
        trigger={(props) => (
          <Button {...props} size="small" icon={PlusIcon}>
            {label}
          </Button>
        )}
      />
    </div>
  )
}
