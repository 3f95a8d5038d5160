import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { formatMoney, formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { CloseIcon, PlayIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import {
  type BetterModelModel,
  createBetterModelModel,
  type Measured,
  passedOnlyIn,
} from './better-model-model.ts'

interface BetterModelProps {
  readonly desk: Desk
  /** The assistant that uses the built-in model. */
  readonly assistantId: number
}

/** Suggests a model that this machine has, and measures it on the saved tests. */
export function BetterModel({ desk, assistantId }: BetterModelProps) {
  const model = useModel(
    () => createBetterModelModel({ api: desk.api, storage: desk.storage, assistantId }),
    [assistantId],
  )
  useEffect(() => void model.look(), [model])
  if (model.choices.value.length === 0 || model.isDismissed.value) return null
  return (
    <section class="home-better-model card" aria-labelledby="home-better-model">
      <header class="home-head">
        <h2 id="home-better-model">{t('betterModel.title')}</h2>
        <IconButton
          icon={CloseIcon}
          label={t('betterModel.dismiss')}
          size="small"
          onClick={model.dismiss}
        />
      </header>
      <p class="quiet">{t('betterModel.lead')}</p>
      {model.error.value && (
        <div role="alert">
          <Banner tone="danger">{model.error.value}</Banner>
        </div>
      )}
      {model.isUsed.value ? (
        <p role="status">{t('betterModel.used', { model: nameOf(model) })}</p>
      ) : (
        <Choice model={model} assistantId={assistantId} />
      )}
    </section>
  )
}

const nameOf = ({ choices, chosen }: BetterModelModel): string =>
  choices.value.find(({ key }) => key === chosen.value)?.label ?? ''

function Choice({
  model,
  assistantId,
}: {
  readonly model: BetterModelModel
  readonly assistantId: number
}) {
  const { doing, tests, now, then } = model
  return (
    <>
      <Field label={t('betterModel.model')}>
        {(wiring) => (
          <Select
            {...wiring}
            disabled={doing.value !== undefined}
            value={model.chosen.value ?? ''}
            onEdit={model.choose}
          >
            {model.choices.value.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div role="status">
        {now.value && then.value && (
          <>
            <Comparison now={now.value} then={then.value} />
            <Changes label={t('betterModel.gained')} tests={passedOnlyIn(then.value, now.value)} />
            <Changes label={t('betterModel.lost')} tests={passedOnlyIn(now.value, then.value)} />
          </>
        )}
        {tests.value === 0 && (
          <p>
            {t('betterModel.noTests')}{' '}
            <a href={`/app/assistants/${assistantId}/tests`}>{t('betterModel.writeTests')}</a>
          </p>
        )}
      </div>
      <div class="form-actions">
        {tests.value > 0 && (
          <Button
            icon={PlayIcon}
            busy={doing.value === 'measuring'}
            onClick={() => void model.measure()}
          >
            {t('betterModel.measure', { count: tests.value })}
          </Button>
        )}
        <Button
          kind={then.value ? 'primary' : 'secondary'}
          busy={doing.value === 'using'}
          disabled={doing.value === 'measuring'}
          onClick={() => void model.use()}
        >
          {t('betterModel.use')}
        </Button>
      </div>
    </>
  )
}

/** Tests that the chosen model changes the result of, by name. */
function Changes({ label, tests }: { readonly label: string; readonly tests: readonly string[] }) {
  if (tests.length === 0) return null
  return (
    <div class="home-changes">
      <p>{label}</p>
      <ul>
        {tests.map((name, index) => (
          <li key={index} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Differences between the model in use and the chosen one. */
function Comparison({ now, then }: { readonly now: Measured; readonly then: Measured }) {
  return (
    <table class="home-comparison">
      <thead>
        <tr>
          <td />
          <th scope="col">{now.model}</th>
          <th scope="col">{then.model}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('betterModel.passed')}</th>
          {[now, then].map(({ model, passed, all }) => (
            <td key={model}>{t('betterModel.of', { passed, all })}</td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('betterModel.time')}</th>
          {[now, then].map(({ model, seconds }) => (
            <td key={model}>
              {t('betterModel.seconds', { seconds: formatNumber(Math.round(seconds * 10) / 10) })}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('betterModel.cost')}</th>
          {[now, then].map(({ model, cost }) => (
            <td key={model}>{formatMoney(cost)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
