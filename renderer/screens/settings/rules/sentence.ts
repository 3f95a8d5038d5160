import type { RuleActions, RuleConditions, RuleEvent } from '#contracts/rule-fields.ts'
import { languageName } from '../../../format/language-name.ts'
import { locale } from '../../../locales/language.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'

/** Names of what a rule refers to. */
export interface RuleNames {
  readonly assistant: (id: number) => string | undefined
  readonly label: (id: number) => string | undefined
  readonly person: (id: number) => string | undefined
  readonly team: (id: number) => string | undefined
}

interface Told {
  readonly event: RuleEvent
  readonly minutes: number | null | undefined
  readonly conditions: RuleConditions
  readonly actions: RuleActions
}

const listed = (type: 'conjunction' | 'disjunction', items: readonly string[]) =>
  new Intl.ListFormat(locale, { type }).format(items)

const anyOf = (items: readonly string[]) => listed('disjunction', items)
const quoted = (items: readonly string[]) =>
  anyOf(items.map((text) => t('rules.s.quoted', { text })))
const gone = (name: string | undefined) => name ?? t('rules.s.gone')

/** Longest part of a reply in a sentence, UTF-16 units. */
const EXCERPT = 60

/** A rule in a sentence. */
export function sentenceOf(
  { event, minutes, conditions, actions }: Told,
  names: RuleNames,
): string {
  const when =
    event === 'unanswered'
      ? t('rules.s.unanswered', { count: minutes ?? 1 })
      : t(`rules.s.${event}`)
  const ifs = conditionWords(conditions, names)
  const dos = actionWords(actions, names)
  const then = dos.length === 0 ? t('rules.s.doNothing') : listed('conjunction', dos)
  return ifs.length === 0
    ? t('rules.s.sentence', { when, then })
    : t('rules.s.conditional', { when, conditions: listed('conjunction', ifs), then })
}

function conditionWords(conditions: RuleConditions, names: RuleNames): string[] {
  const { assistant, type, language, page, label, text, office_hours, contact } = conditions
  const words: (string | undefined)[] = [
    assistant &&
      t(assistant.is_not ? 'rules.s.assistantNot' : 'rules.s.assistant', {
        values: anyOf(assistant.ids.map((id) => gone(names.assistant(id)))),
      }),
    type &&
      t(type.is_not ? 'rules.s.typeNot' : 'rules.s.type', {
        values: anyOf(type.values.map((value) => tIfKnown('inbox.types', value) ?? value)),
      }),
    language &&
      t(language.is_not ? 'rules.s.languageNot' : 'rules.s.language', {
        values: anyOf(language.values.map((code) => languageName(code) ?? code)),
      }),
    page && t(page.is_not ? 'rules.s.pageNot' : 'rules.s.page', { values: anyOf(page.values) }),
    label &&
      t(label.is_not ? 'rules.s.labelNot' : 'rules.s.label', {
        values: anyOf(label.ids.map((id) => gone(names.label(id)))),
      }),
    text && t(text.is_not ? 'rules.s.textNot' : 'rules.s.text', { values: quoted(text.values) }),
    office_hours && t(`rules.s.${office_hours}`),
    contact && contactWords(contact),
  ]
  return words.filter((word) => word !== undefined)
}

function contactWords({ field, is_not, values }: NonNullable<RuleConditions['contact']>): string {
  const name = tIfKnown('rules.fields', field) ?? field
  if (values.length === 0) return t(is_not ? 'rules.s.unknown' : 'rules.s.known', { field: name })
  const words = { field: name, values: quoted(values) }
  return t(is_not ? 'rules.s.contactNot' : 'rules.s.contact', words)
}

const MODES = { auto: 'doAuto', approve: 'doApprove', human: 'doHuman' } as const

function actionWords(actions: RuleActions, names: RuleNames): string[] {
  const { label_ids, assign, mode, reply, snooze_minutes: minutes, notify, webhook_url } = actions
  const words: (string | undefined)[] = [
    label_ids &&
      t('rules.s.doLabel', {
        values: listed(
          'conjunction',
          label_ids.map((id) => gone(names.label(id))),
        ),
      }),
    assign && assignWords(assign, names),
    mode && t(`rules.s.${MODES[mode]}`),
    reply === undefined ? undefined : t('rules.s.doReply', { text: excerptOf(reply) }),
    minutes === undefined ? undefined : t('rules.s.doSnooze', { count: minutes }),
    notify && notifyWords(notify.operator_ids, names),
    webhook_url === undefined ? undefined : t('rules.s.doWebhook'),
  ]
  return words.filter((word) => word !== undefined)
}

/** The start of a text, without a full stop, because the sentence has its own. */
const excerptOf = (text: string) =>
  text.length > EXCERPT
    ? `${text.slice(0, EXCERPT).toWellFormed()}…`
    : text.trim().replace(/\.+$/, '')

function assignWords(
  { to, operator_ids: [id], team_id: teamId }: NonNullable<RuleActions['assign']>,
  names: RuleNames,
) {
  const team = teamId === undefined ? undefined : gone(names.team(teamId))
  if (to === 'team') return t('rules.s.doTeam', { team: team ?? '…' })
  if (team !== undefined)
    return t(to === 'round_robin' ? 'rules.s.doRoundRobinIn' : 'rules.s.doLeastBusyIn', { team })
  if (to === 'round_robin') return t('rules.s.doRoundRobin')
  if (to === 'least_busy') return t('rules.s.doLeastBusy')
  return t('rules.s.doPerson', { name: id === undefined ? '…' : gone(names.person(id)) })
}

function notifyWords(ids: readonly number[], names: RuleNames): string {
  if (ids.length === 0) return t('rules.s.doNotifyAll')
  const people = ids.map((id) => gone(names.person(id)))
  return t('rules.s.doNotify', { names: listed('conjunction', people) })
}
