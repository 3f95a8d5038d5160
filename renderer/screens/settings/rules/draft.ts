import type {
  NewRule,
  Rule,
  RuleActionKind,
  RuleActions,
  RuleConditions,
  RuleEvent,
} from '#contracts/rule-fields.ts'

export type ConditionName = keyof RuleConditions
type ActionName = keyof RuleActions

/** Events in display order. */
export const EVENTS: readonly RuleEvent[] = [
  'created',
  'message',
  'needs_person',
  'unanswered',
  'ended',
]

/** A rule being edited. */
export interface RuleDraft extends Omit<NewRule, 'minutes'> {
  /** Undefined for a new rule. */
  readonly id: number | undefined
  readonly minutes: number
}

/** Delay suggested for rules about waiting, minutes. */
const MINUTES = 10

/** New conditions as they are added. */
const CONDITIONS: { readonly [name in ConditionName]-?: NonNullable<RuleConditions[name]> } = {
  assistant: { is_not: false, ids: [] },
  type: { is_not: false, values: ['widget'] },
  language: { is_not: false, values: [] },
  page: { is_not: false, values: [] },
  label: { is_not: false, ids: [] },
  text: { is_not: false, values: [] },
  office_hours: 'outside',
  contact: { is_not: false, field: 'email', values: [] },
}

/** Field of each action, and its value as it is added. */
const ACTIONS: {
  readonly [kind in RuleActionKind]: { readonly name: ActionName; readonly value: unknown }
} = {
  label: { name: 'label_ids', value: [] },
  assign: { name: 'assign', value: { to: 'least_busy', operator_ids: [] } },
  mode: { name: 'mode', value: 'human' },
  reply: { name: 'reply', value: '' },
  snooze: { name: 'snooze_minutes', value: 60 },
  notify: { name: 'notify', value: { operator_ids: [] } },
  webhook: { name: 'webhook_url', value: '' },
}

const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[]
const ACTION_KINDS = Object.keys(ACTIONS) as RuleActionKind[]

/** Actions that an ended conversation does not have. */
const NOT_AT_END: readonly RuleActionKind[] = ['mode', 'reply', 'snooze']

const isOf = (event: RuleEvent, kind: RuleActionKind) =>
  event !== 'ended' || !NOT_AT_END.includes(kind)

/** Conditions of a rule, in display order. */
export const conditionsOf = ({ conditions }: Pick<RuleDraft, 'conditions'>) =>
  CONDITION_NAMES.filter((name) => conditions[name] !== undefined)

/** Actions of a rule, in the order in which they are performed. */
export const actionsOf = ({ actions }: Pick<RuleDraft, 'actions'>) =>
  ACTION_KINDS.filter((kind) => actions[ACTIONS[kind].name] !== undefined)

/** Conditions that can be added. */
export const missingConditions = ({ event, conditions }: RuleDraft) =>
  CONDITION_NAMES.filter(
    (name) => conditions[name] === undefined && !(event === 'created' && name === 'text'),
  )

/** Actions that can be added. */
export const missingActions = ({ event, actions }: RuleDraft) =>
  ACTION_KINDS.filter((kind) => actions[ACTIONS[kind].name] === undefined && isOf(event, kind))

export const withCondition = (draft: RuleDraft, name: ConditionName): RuleDraft => ({
  ...draft,
  conditions: { ...draft.conditions, [name]: CONDITIONS[name] },
})

export const withAction = (draft: RuleDraft, kind: RuleActionKind): RuleDraft => {
  const { name, value } = ACTIONS[kind]
  return { ...draft, actions: { ...draft.actions, [name]: value } }
}

export const withoutCondition = (draft: RuleDraft, name: ConditionName): RuleDraft => ({
  ...draft,
  conditions: { ...draft.conditions, [name]: undefined },
})

export const withoutAction = (draft: RuleDraft, kind: RuleActionKind): RuleDraft => ({
  ...draft,
  actions: { ...draft.actions, [ACTIONS[kind].name]: undefined },
})

/** The rule with another event, without what that event does not have. */
export function withEvent(draft: RuleDraft, event: RuleEvent): RuleDraft {
  const kept = event === 'created' ? withoutCondition(draft, 'text') : draft
  const gone = ACTION_KINDS.filter((kind) => !isOf(event, kind))
  return { ...gone.reduce(withoutAction, kept), event }
}

const BLANK: RuleDraft = {
  id: undefined,
  name: '',
  is_on: true,
  event: 'message',
  minutes: MINUTES,
  conditions: {},
  actions: {},
  is_last: false,
}

/** The draft of a rule, or of a new one with some parts filled in. */
export const draftOf = (rule?: Rule, parts: Partial<RuleDraft> = {}): RuleDraft =>
  rule ? { ...rule, minutes: rule.minutes ?? MINUTES } : { ...BLANK, ...parts }

/** Body to send for a draft. */
export const bodyOf = ({ name, is_on, event, minutes, ...rest }: RuleDraft): NewRule => ({
  name,
  is_on,
  event,
  minutes: event === 'unanswered' ? minutes : undefined,
  conditions: rest.conditions,
  actions: rest.actions,
  is_last: rest.is_last,
})
