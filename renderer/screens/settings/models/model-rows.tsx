import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import type { ModelRow, ProviderFormModel } from './form-model.ts'

/** More than this is not added at once. */
const MAX_AT_ONCE = 20

/** The models of a provider that may be chosen, each with its price. */
export function ModelRows({ model }: { readonly model: ProviderFormModel }) {
  const written = useSignal('')
  const id = useId()
  const offered = model.offered.value

  function add(): void {
    model.add(written.value)
    written.value = ''
  }

  return (
    <fieldset class="model-rows">
      <legend>{t('models.modelsTitle')}</legend>
      <p class="quiet">{t('models.modelsNote')}</p>
      {model.rows.value.map((row, at) => (
        <Row key={row.model} model={model} row={row} at={at} />
      ))}
      <div class="model-add">
        <Field
          label={t('models.model')}
          hint={t('models.modelHint')}
          error={model.errors.value['models']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              dir="ltr"
              list={`${id}-offered`}
              autocomplete="off"
              spellcheck={false}
              value={written.value}
              onEdit={(value) => {
                written.value = value
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
          )}
        </Field>
        <datalist id={`${id}-offered`}>
          {offered.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button icon={PlusIcon} onClick={add}>
          {t('models.addModel')}
        </Button>
        {offered.length > 0 && offered.length <= MAX_AT_ONCE && (
          <Button onClick={() => model.add(...offered)}>
            {t('models.addAll', { count: offered.length })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface RowProps {
  readonly model: ProviderFormModel
  readonly row: ModelRow
  readonly at: number
}

function Row({ model, row, at }: RowProps) {
  const edit = (change: Partial<ModelRow>) => model.change(at, change)
  const errorOf = (name: string) => model.errors.value[`models.${at}.${name}`]
  const price = (label: string, name: 'input' | 'output') => (
    <Field label={label} error={errorOf(`${name}_price`)}>
      {(wiring) => (
        <TextInput
          {...wiring}
          inputMode="decimal"
          prefix="$"
          placeholder="0"
          value={row[name]}
          onEdit={(value) => edit({ [name]: value })}
        />
      )}
    </Field>
  )
  return (
    <fieldset class="model-row">
      <legend>
        <code>{row.model}</code>
      </legend>
      <div class="model-row-fields">
        <div class="model-row-line">
          <Field label={t('models.display')} error={errorOf('name') ?? errorOf('model')}>
            {(wiring) => (
              <TextInput
                {...wiring}
                placeholder={row.model}
                value={row.name}
                onEdit={(name) => edit({ name })}
              />
            )}
          </Field>
          <Field label={t('models.kind')}>
            {(wiring) => (
              <Select
                {...wiring}
                value={row.kind}
                onEdit={(kind) => edit({ kind: kind as ModelRow['kind'] })}
              >
                <option value="chat">{t('models.kindChat')}</option>
                <option value="embedding">{t('models.kindEmbedding')}</option>
              </Select>
            )}
          </Field>
        </div>
        <div class="model-row-line">
          {price(t('models.input'), 'input')}
          {row.kind === 'chat' && price(t('models.output'), 'output')}
          <Field label={t('models.context')} error={errorOf('context_tokens')}>
            {(wiring) => (
              <TextInput
                {...wiring}
                inputMode="numeric"
                value={row.context}
                onEdit={(context) => edit({ context })}
              />
            )}
          </Field>
        </div>
      </div>
      <IconButton
        icon={TrashIcon}
        label={t('models.removeModel', { model: row.model })}
        onClick={() => model.remove(at)}
      />
    </fieldset>
  )
}
