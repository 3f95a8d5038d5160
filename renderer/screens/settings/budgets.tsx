import type { Budgets as AllBudgets, BudgetUse } from '#contracts/budgets.ts'
import type { Desk } from '../../app/desk.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createBudgetsModel } from './budgets-model.ts'

/** Budgets and their usage. */
export function Budgets({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createBudgetsModel(desk))
  const budgets = model.budgets.value
  if (!budgets) {
    return model.error.value ? (
      <ErrorState title={t('budgets.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('budgets.loading')} />
    )
  }
  async function save(): Promise<void> {
    if (await model.save()) desk.toasts.show(t('budgets.saved'))
  }
  return (
    <>
      <Card title={t('budgets.account')} note={t('budgets.accountNote')}>
        <Use label={t('budgets.used')} use={budgets.account} />
        <form
          class="budget-form"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <Field
            label={t('budgets.perMonth')}
            hint={t('budgets.perMonthHint')}
            error={model.refusal.value}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                inputMode="decimal"
                dir="ltr"
                autocomplete="off"
                prefix="$"
                placeholder={t('budgets.noLimit')}
                value={model.typed.value}
                onEdit={(value) => {
                  model.typed.value = value
                }}
              />
            )}
          </Field>
          <Button kind="primary" type="submit" busy={model.busy.value}>
            {t('budgets.save')}
          </Button>
        </form>
      </Card>
      <Card title={t('budgets.assistants')} note={t('budgets.assistantsNote')}>
        {budgets.assistants.length === 0 && <p class="quiet">{t('budgets.none')}</p>}
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
                  aria-label={t('budgets.edit', { name: assistant.name })}
                >
                  {t('budgets.edit', { name: assistant.name })}
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
    ...(per_visitor_day === null
      ? []
      : [t('budgets.perVisitor', { amount: formatMoney(per_visitor_day) })]),
    ...(per_conversation === null
      ? []
      : [t('budgets.perConversation', { amount: formatMoney(per_conversation) })]),
  ]
}

/** Share from which on a budget is highlighted. */
const WARNING_SHARE = 0.8

/** Usage of a budget. */
function Use({ label, use }: { readonly label: string; readonly use: BudgetUse }) {
  const { limit, spent, held } = use
  const used = spent + held
  const share = limit === null || limit === 0 ? undefined : Math.min(1, used / limit)
  const words = t('budgets.usedOf', {
    spent: formatMoney(spent),
    limit: limit === null ? t('budgets.noLimit') : formatMoney(limit),
  })
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
          tone={share >= 1 ? 'danger' : share >= WARNING_SHARE ? 'attention' : 'accent'}
        />
      )}
      {held > 0 && <p class="quiet">{t('budgets.held', { amount: formatMoney(held) })}</p>}
    </div>
  )
}
