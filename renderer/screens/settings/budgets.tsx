import type { Budgets as AllBudgets, BudgetUse } from '#contracts/budgets.ts'
import type { Desk } from '../../desk.ts'
import { budgetTexts as t } from '../../texts/budgets.ts'
import { formatMoney } from '../../texts/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createBudgetsModel } from './budgets-model.ts'

/** What answers may cost, and how much of it is used. */
export function Budgets({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createBudgetsModel(desk))
  const budgets = model.budgets.value
  if (!budgets) {
    return model.error.value ? (
      <ErrorState title={t.failed} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t.loading} />
    )
  }
  async function save(): Promise<void> {
    if (await model.save()) desk.toasts.show(t.saved)
  }
  return (
    <>
      <Card title={t.account} note={t.accountNote}>
        <Use label={t.used} use={budgets.account} />
        <form
          class="budget-form"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <Field label={t.perMonth} hint={t.perMonthHint} error={model.refusal.value}>
            {(wiring) => (
              <TextInput
                {...wiring}
                inputMode="decimal"
                dir="ltr"
                autocomplete="off"
                prefix="$"
                placeholder={t.noLimit}
                value={model.typed.value}
                onEdit={(value) => {
                  model.typed.value = value
                }}
              />
            )}
          </Field>
          <Button kind="primary" type="submit" busy={model.busy.value}>
            {t.save}
          </Button>
        </form>
      </Card>
      <Card title={t.assistants} note={t.assistantsNote}>
        {budgets.assistants.length === 0 && <p class="quiet">{t.none}</p>}
        <ul class="budget-list">
          {budgets.assistants.map((assistant) => (
            <li key={assistant.id}>
              <Use label={assistant.name} use={assistant.today} />
              <p class="quiet">
                {limitsOf(assistant).map((words) => (
                  <span key={words}>{words}</span>
                ))}
                <a
                  href={`/app/assistants/${assistant.id}#section-budget`}
                  aria-label={t.edit(assistant.name)}
                >
                  {t.edit(assistant.name)}
                </a>
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function limitsOf({ per_visitor_day, per_conversation }: AllBudgets['assistants'][number]) {
  return [
    ...(per_visitor_day === null ? [] : [t.perVisitor(formatMoney(per_visitor_day))]),
    ...(per_conversation === null ? [] : [t.perConversation(formatMoney(per_conversation))]),
  ]
}

/** From this share on a budget wants to be looked at. */
const NEARLY = 0.8

/** How much of a budget is used. */
function Use({ label, use }: { readonly label: string; readonly use: BudgetUse }) {
  const { limit, spent, held } = use
  const used = spent + held
  const share = limit === null || limit === 0 ? undefined : Math.min(1, used / limit)
  const words = t.usedOf(formatMoney(spent), limit === null ? t.noLimit : formatMoney(limit))
  return (
    <div class="budget-use">
      {share === undefined ? (
        <div class="field-line">
          <bdi>{label}</bdi>
          <span class="quiet">{words}</span>
        </div>
      ) : (
        <ProgressBar
          label={label}
          isLabelShown
          value={share}
          note={words}
          tone={share >= 1 ? 'danger' : share >= NEARLY ? 'attention' : 'accent'}
        />
      )}
      {held > 0 && <p class="quiet">{t.held(formatMoney(held))}</p>}
    </div>
  )
}
