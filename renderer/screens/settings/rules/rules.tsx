import '../../../ui/row-list.css'
import './rules.css'
import { useRef } from 'preact/hooks'
import type { Rule } from '#contracts/rule-fields.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/controls.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { DragHandle } from '../../../ui/drag-handle.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { CannedIcon, EditIcon } from '../../../ui/icons-work.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { moved, useReorder } from '../../../ui/use-reorder.ts'
import { draftOf, type RuleDraft } from './draft.ts'
import { RuleEditor } from './editor.tsx'
import { RuleLog } from './log.tsx'
import { createRulesModel, type RulesModel } from './model.ts'
import { sentenceOf } from './sentence.ts'

/** Rules of the account, and what they did. */
export function Rules({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createRulesModel(desk))
  const rules = model.rules.value
  return (
    <>
      <Card
        title={t('rules.title')}
        note={t('rules.note')}
        actions={
          <Button icon={PlusIcon} onClick={() => model.edit(draftOf())}>
            {t('rules.new')}
          </Button>
        }
      >
        {model.failure.value ? (
          <ErrorState title={t('rules.failed')} onRetry={() => void model.load()}>
            <p>{model.failure.value}</p>
          </ErrorState>
        ) : rules === undefined ? (
          <Loading label={t('rules.loading')} />
        ) : rules.length === 0 ? (
          <Examples onStart={(parts) => model.edit(draftOf(undefined, parts))} />
        ) : (
          <List desk={desk} model={model} rules={rules} />
        )}
      </Card>
      <RuleLog model={model} />
      {model.edited.value && <RuleEditor desk={desk} model={model} />}
    </>
  )
}

/** Rules to start from. */
const EXAMPLES: Readonly<Record<'pricing' | 'waiting', Partial<RuleDraft>>> = {
  pricing: {
    event: 'message',
    conditions: { page: { is_not: false, values: ['/pricing'] } },
    actions: { assign: { to: 'least_busy', operator_ids: [] } },
  },
  waiting: { event: 'unanswered', minutes: 10, actions: { notify: { operator_ids: [] } } },
}

function Examples({ onStart }: { readonly onStart: (parts: Partial<RuleDraft>) => void }) {
  return (
    <Empty
      icon={CannedIcon}
      title={t('rules.empty')}
      actions={(['pricing', 'waiting'] as const).map((name) => (
        <Button
          key={name}
          onClick={() => onStart({ ...EXAMPLES[name], name: t(`rules.examples.${name}.name`) })}
        >
          {t(`rules.examples.${name}.label`)}
        </Button>
      ))}
    >
      <p>{t('rules.emptyHint')}</p>
    </Empty>
  )
}

interface ListProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: RulesModel
  readonly rules: readonly Rule[]
}

function List({ desk, model, rules }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const told = async (problem: Promise<string | undefined>) => {
    const reason = await problem
    if (reason !== undefined) desk.toasts.show(reason, 'danger')
  }
  const { dragged, landed, handle } = useReorder(
    list,
    rules.length,
    (from, to) => void told(model.sort(moved(rules, from, to))),
  )

  async function remove(rule: Rule): Promise<void> {
    try {
      desk.toasts.undo(t('rules.removed', { name: rule.name }), await model.remove(rule))
    } catch (error) {
      desk.toasts.show(explain(error), 'danger')
    }
  }

  return (
    <>
      <ul class="rule-list" ref={list}>
        {rules.map((rule, index) => (
          <li key={rule.id} class={`rule-row ${index === dragged ? 'is-dragged' : ''}`}>
            <DragHandle name={rule.name} {...handle(index)} />
            <div class="rule-row-words">
              <Switch
                label={rule.name}
                hint={<bdi>{sentenceOf(rule, model.names)}</bdi>}
                checked={rule.is_on}
                onSwitch={(isOn) => void told(model.turn(rule, isOn))}
              />
              <p class="rule-row-facts">
                {rule.is_last && <Badge>{t('rules.stops')}</Badge>}
                <span class="quiet">
                  {rule.runs === 0 ? t('rules.never') : t('rules.ran', { count: rule.runs })}
                </span>
                {rule.last_run_at !== null && <Time at={rule.last_run_at} />}
              </p>
            </div>
            <div class="rule-row-actions">
              <IconButton
                icon={EditIcon}
                label={t('rules.edit', { name: rule.name })}
                onClick={() => model.edit(draftOf(rule))}
              />
              <IconButton
                icon={TrashIcon}
                label={t('rules.remove', { name: rule.name })}
                onClick={() => void remove(rule)}
              />
            </div>
          </li>
        ))}
      </ul>
      <p class="visually-hidden" role="status">
        {landed !== undefined && t('common.moved', { place: landed + 1, count: rules.length })}
      </p>
    </>
  )
}
