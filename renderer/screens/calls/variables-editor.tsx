import { callTexts } from '../../texts/call.ts'
import { callPlacingTexts } from '../../texts/call-placing.ts'
import { commonTexts } from '../../texts/common.ts'
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
    <fieldset class="variables">
      <legend>{callTexts.variables}</legend>
      <p class="field-hint">{callPlacingTexts.variablesHint}</p>
      {variables.map(({ name, value }, index) => (
        <div class="variable" key={index}>
          <TextInput
            aria-label={callPlacingTexts.variableName}
            placeholder={callPlacingTexts.variableName}
            spellcheck={false}
            value={name}
            onEdit={(text) => change(index, { name: text })}
          />
          <TextInput
            aria-label={name || callPlacingTexts.variableValue}
            placeholder={callPlacingTexts.variableValue}
            value={value}
            onEdit={(text) => change(index, { value: text })}
          />
          <IconButton
            icon={TrashIcon}
            label={commonTexts.removeOf(name || callPlacingTexts.variableName)}
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
          {callPlacingTexts.addVariable}
        </Button>
      </div>
    </fieldset>
  )
}
