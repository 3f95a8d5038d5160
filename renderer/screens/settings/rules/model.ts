import { signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { Label } from '#contracts/labels.ts'
import type { Rule, RuleRun } from '#contracts/rule-fields.ts'
import type { tryRule } from '#contracts/rules.ts'
import { explain, showRefusal } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { assistantOptions } from '../../records/assistant-options.ts'
import { bodyOf, draftOf, type RuleDraft } from './draft.ts'
import { createLogModel } from './log-model.ts'
import type { RuleNames } from './sentence.ts'

export type RulesModel = ReturnType<typeof createRulesModel>

/** Result of trying a rule. */
export type Tried = ReplyOf<typeof tryRule>

/** The rules of the account, the one being edited, and the log. */
export function createRulesModel({ api, live, team }: Pick<Desk, 'api' | 'live' | 'team'>) {
  const rules = signal<readonly Rule[]>()
  const labels = signal<readonly Label[]>([])
  const assistants = assistantOptions(api)
  const failure = signal<string>()
  const edited = signal<RuleDraft>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const refusal = signal<string>()
  const isSaving = signal(false)
  const tried = signal<Tried>()
  const isTrying = signal(false)
  const log = createLogModel(api)

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      const [all, known] = await Promise.all([api.listRules(), api.listLabels()])
      rules.value = all.data
      labels.value = known.data
    } catch (error) {
      failure.value = explain(error)
    }
    await log.load()
  }

  function edit(draft: RuleDraft | undefined): void {
    if (draft?.id !== edited.value?.id || !draft) {
      errors.value = {}
      refusal.value = undefined
    }
    tried.value = undefined
    edited.value = draft
  }

  /** Saves the edited rule; resolves to its name on success. */
  async function save(): Promise<string | undefined> {
    const draft = edited.value
    if (!draft || isSaving.value) return undefined
    isSaving.value = true
    errors.value = {}
    refusal.value = undefined
    try {
      const body = bodyOf(draft)
      const { data } =
        draft.id === undefined
          ? await api.createRule({ body })
          : await api.updateRule({ params: { id: draft.id }, body })
      put(data)
      edit(undefined)
      return data.name
    } catch (error) {
      showRefusal(error, errors, refusal)
      return undefined
    } finally {
      isSaving.value = false
    }
  }

  /** Tries the edited rule on past conversations. */
  async function tryIt(): Promise<void> {
    const draft = edited.value
    if (!draft || isTrying.value) return
    isTrying.value = true
    errors.value = {}
    refusal.value = undefined
    try {
      const body = bodyOf({ ...draft, name: draft.name.trim() || '…' })
      tried.value = await api.tryRule({ body })
    } catch (error) {
      tried.value = undefined
      showRefusal(error, errors, refusal)
    } finally {
      isTrying.value = false
    }
  }

  function put(rule: Rule): void {
    const all = rules.value ?? []
    const isKnown = all.some(({ id }) => id === rule.id)
    rules.value = isKnown ? all.map((one) => (one.id === rule.id ? rule : one)) : [...all, rule]
  }

  /** Runs a change that shows at once; a refused one is taken back and explained. */
  async function change(next: readonly Rule[], send: () => Promise<unknown>) {
    const before = rules.value
    rules.value = next
    try {
      await send()
      return undefined
    } catch (error) {
      rules.value = before
      return explain(error)
    }
  }

  const all = () => rules.value ?? []
  const names: RuleNames = {
    assistant: (id) => assistants.value.find((one) => one.id === id)?.name,
    label: (id) => labels.value.find((one) => one.id === id)?.name,
    person: (id) => team.nameOf(id),
    team: (id) => team.teams.value.find((one) => one.id === id)?.name,
  }
  const stops = [
    live.subscribe(({ type, data }) => {
      if (type === 'rules.changed') rules.value = data.data
      if (type === 'labels.changed') labels.value = data.data
      if (type === 'rule.ran') {
        log.add(data)
        rules.value = all().map((rule) => counted(rule, data))
      }
    }),
    live.onResume(() => void load()),
  ]
  void load()

  return {
    rules,
    labels,
    assistants,
    names,
    people: () => team.people.value,
    teams: () => team.teams.value,
    failure,
    edited,
    errors,
    refusal,
    isSaving,
    tried,
    isTrying,
    log,
    load,
    edit,
    save,
    tryIt,
    /** Turns a rule on or off; resolves to an error message on failure. */
    turn: (rule: Rule, is_on: boolean) =>
      change(
        all().map((one) => (one.id === rule.id ? { ...one, is_on } : one)),
        () =>
          api.updateRule({ params: { id: rule.id }, body: { ...bodyOf(draftOf(rule)), is_on } }),
      ),
    /** Sorts the rules. */
    sort: (next: readonly Rule[]) =>
      change(next, () => api.sortRules({ body: { ids: next.map(({ id }) => id) } })),
    /** Deletes a rule; the returned function puts it back in its place. Rejects on failure. */
    async remove(rule: Rule): Promise<() => Promise<void>> {
      const position = all().findIndex(({ id }) => id === rule.id)
      await api.deleteRule({ params: { id: rule.id } })
      rules.value = all().filter(({ id }) => id !== rule.id)
      return async () => {
        const { data } = await api.createRule({ body: { ...bodyOf(draftOf(rule)), position } })
        if (!all().some(({ id }) => id === data.id))
          rules.value = all().toSpliced(position, 0, data)
      }
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

/** A rule with one more match, if it is the one that matched. */
const counted = (rule: Rule, { rule: { id }, created_at }: RuleRun): Rule =>
  rule.id === id ? { ...rule, runs: rule.runs + 1, last_run_at: created_at } : rule
