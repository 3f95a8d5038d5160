import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'

interface Variable {
  readonly name: string
  readonly value: string
}

interface VariablesEditorProps {
  readonly variables: readonly Variable[]
  readonly onChange: (variables: readonly Variable[]) => void
}

/** Names and values, as many as one likes. */
export function VariablesEditor({ variables, onChange }: VariablesEditorProps) {
  const change = (index: number, part: Partial<Variable>) =>
    onChange(variables.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <fieldset class="call-variables">
      <legend>{t('call.variables')}</legend>
      <p class="field-hint">{t('callPlacing.variablesHint')}</p>
      {variables.map(({ name, value }, index) => (
        <div class="variable" key={index}>
          <TextInput
            aria-label={t('callPlacing.variableName')}
            placeholder={t('callPlacing.variableName')}
            spellcheck={false}
            value={name}
            onEdit={(text) => change(index, { name: text })}
          />
          <TextInput
            aria-label={name || t('callPlacing.variableValue')}
            placeholder={t('callPlacing.variableValue')}
            value={value}
            onEdit={(text) => change(index, { value: text })}
          />
          <IconButton
            icon={TrashIcon}
            label={t('common.removeOf', { label: name || t('callPlacing.variableName') })}
            onClick={() => onChange(variables.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          onClick={() => onChange([...variables, { name: '', value: '' }])}
        >
          {t('callPlacing.addVariable')}
        </Button>
      </div>
    </fieldset>
  )
}
