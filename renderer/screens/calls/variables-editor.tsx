import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { RowList } from '../../ui/row-list.tsx'

interface Variable {
  readonly name: string
  readonly value: string
}

interface VariablesEditorProps {
  readonly variables: readonly Variable[]
  readonly onChange: (variables: readonly Variable[]) => void
}

/** Editor for any number of names and values. */
export function VariablesEditor({ variables, onChange }: VariablesEditorProps) {
  return (
    <fieldset class="call-variables">
      <legend>{t('call.variables')}</legend>
      <p class="field-hint">{t('callPlacing.variablesHint')}</p>
      <RowList
        rows={variables}
        nameOf={({ name }, index) => name || t('callPlacing.variable', { number: index + 1 })}
        rowClass="variable"
        onChange={onChange}
        add={(add) => (
          <Button size="small" icon={PlusIcon} onClick={() => add({ name: '', value: '' })}>
            {t('callPlacing.addVariable')}
          </Button>
        )}
      >
        {({ row: { name, value }, edit, removal }) => (
          <>
            <TextInput
              aria-label={t('callPlacing.variableName')}
              placeholder={t('callPlacing.variableName')}
              spellcheck={false}
              value={name}
              onEdit={(text) => edit({ name: text, value })}
            />
            <TextInput
              aria-label={name || t('callPlacing.variableValue')}
              placeholder={t('callPlacing.variableValue')}
              value={value}
              onEdit={(text) => edit({ name, value: text })}
            />
            <IconButton icon={TrashIcon} {...removal} />
          </>
        )}
      </RowList>
    </fieldset>
  )
}
