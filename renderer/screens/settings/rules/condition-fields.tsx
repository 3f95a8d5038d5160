import type { RuleConditions } from '#contracts/rule-fields.ts'
import { languageName } from '../../../format/language-name.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import type { Option } from '../../../ui/use-options.ts'
import type { ConditionName, RuleDraft } from './draft.ts'
import type { RulesModel } from './model.ts'

interface ConditionProps {
  readonly model: RulesModel
  readonly draft: RuleDraft
  readonly name: ConditionName
  readonly onRemove: () => void
}

/** Words of a condition's comparison, and of its reverse. */
const COMPARISONS = {
  assistant: ['is', 'isNot'],
  type: ['is', 'isNot'],
  language: ['is', 'isNot'],
  label: ['has', 'hasNot'],
  page: ['contains', 'containsNot'],
  text: ['contains', 'containsNot'],
  contact: ['contains', 'containsNot'],
} as const

/** Languages to choose from; others can be typed. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'ar', 'ja', 'zh']

/** A condition of the rule being edited. */
export function ConditionFields({ model, draft, name, onRemove }: ConditionProps) {
  const error = Object.entries(model.errors.value).find(([field]) =>
    field.startsWith(`conditions.${name}`),
  )?.[1]
  const label = t(`rules.conditions.${name}`)
  const change = <value,>(value: value) =>
    model.edit({ ...draft, conditions: { ...draft.conditions, [name]: value } })
  return (
    <div class="rule-line">
      <span class="rule-line-name">{label}</span>
      {name === 'office_hours' ? (
        <Select
          aria-label={label}
          value={draft.conditions.office_hours ?? 'outside'}
          onEdit={change}
        >
          <option value="inside">{t('rules.hours.inside')}</option>
          <option value="outside">{t('rules.hours.outside')}</option>
        </Select>
      ) : (
        <Compared
          model={model}
          label={label}
          name={name}
          condition={draft.conditions[name]!}
          onChange={change}
        />
      )}
      <div class="rule-line-remove">
        <IconButton icon={CloseIcon} label={t('common.removeOf', { label })} onClick={onRemove} />
      </div>
      <FieldError id={`rule-${name}-error`} error={error} />
    </div>
  )
}

type Comparable = NonNullable<RuleConditions[keyof typeof COMPARISONS]>

interface ComparedProps {
  readonly model: RulesModel
  readonly label: string
  readonly name: keyof typeof COMPARISONS
  readonly condition: Comparable
  readonly onChange: (condition: Comparable) => void
}

function Compared({ model, label, name, condition, onChange }: ComparedProps) {
  const values = 'ids' in condition ? condition.ids.map(String) : condition.values
  const put = (next: readonly string[]) =>
    onChange(
      'ids' in condition
        ? { ...condition, ids: next.map(Number) }
        : ({ ...condition, values: [...next] } as Comparable),
    )
  const isTyped = name === 'page' || name === 'text' || name === 'contact'
  return (
    <>
      {'field' in condition && (
        <TextInput
          aria-label={`${label}: ${t('rules.field')}`}
          placeholder={t('rules.fieldHint')}
          dir="ltr"
          spellcheck={false}
          value={condition.field}
          onEdit={(field) => onChange({ ...condition, field })}
        />
      )}
      <Select
        aria-label={`${label}: ${t('rules.operator')}`}
        value={String(condition.is_not)}
        onEdit={(value) => onChange({ ...condition, is_not: value === 'true' })}
      >
        <option value="false">{t(`rules.${COMPARISONS[name][0]}`)}</option>
        <option value="true">{t(`rules.${COMPARISONS[name][1]}`)}</option>
      </Select>
      <div class="rule-line-values">
        <MultiCombobox
          label={`${label}: ${t('rules.values')}`}
          values={values}
          options={optionsOf(name, model)}
          placeholder={
            name === 'contact'
              ? t('rules.anyValue')
              : isTyped
                ? t('rules.typeValue')
                : t('common.search')
          }
          onChange={put}
          {...(isTyped && {
            onCreate: (text: string) => !values.includes(text) && put([...values, text]),
          })}
        />
      </div>
    </>
  )
}

function optionsOf(name: keyof typeof COMPARISONS, model: RulesModel): readonly Option[] {
  const named = (all: readonly { readonly id: number; readonly name: string }[]) =>
    all.map((one) => ({ value: String(one.id), label: one.name }))
  switch (name) {
    case 'assistant':
      return named(model.assistants.value)
    case 'label':
      return named(model.labels.value)
    case 'type':
      return (['widget', 'messenger', 'api'] as const).map((value) => ({
        value,
        label: t(`inbox.types.${value}`),
      }))
    case 'language':
      return LANGUAGES.map((value) => ({ value, label: languageName(value) ?? value }))
    default:
      return []
  }
}
