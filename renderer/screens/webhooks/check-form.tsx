import { formatSpan } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createCheckModel } from './check-model.ts'
import { receivedOf, type WholeDelivery } from './delivery-model.ts'
import type { Verdict } from './signature.ts'

interface CheckFormProps {
  readonly secret: string
  readonly delivery: WholeDelivery
}

/** Verifies that a request came from Parley, and reports which part of it is wrong. */
export function CheckForm({ secret, delivery }: CheckFormProps) {
  const model = useModel(createCheckModel)
  const { id, body, log } = delivery
  const [last] = log
  const timestamps = log.map((attempt) => receivedOf(delivery, attempt).timestamp)

  return (
    <form
      class="form check-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void model.check(secret, { id, body, timestamps })
      }}
    >
      <p class="quiet">{t('delivery.checkHint')}</p>
      {(['id', 'timestamp', 'signature'] as const).map((name) => (
        <Field key={name} label={t(`delivery.fields.${name}`)}>
          {(wiring) => (
            <TextInput
              {...wiring}
              dir="ltr"
              autocomplete="off"
              spellcheck={false}
              value={model.fields.value[name]}
              onEdit={(value) => model.edit({ [name]: value })}
            />
          )}
        </Field>
      ))}
      <Field label={t('delivery.fields.body')}>
        {(wiring) => (
          <TextArea
            {...wiring}
            dir="ltr"
            isCode
            rows={3}
            maxRows={10}
            spellcheck={false}
            value={model.fields.value.body}
            onEdit={(value) => model.edit({ body: value })}
          />
        )}
      </Field>
      <div class="form-actions">
        <Button kind="primary" size="small" type="submit">
          {t('delivery.checkNow')}
        </Button>
        {last && (
          <Button size="small" kind="quiet" onClick={() => model.edit(receivedOf(delivery, last))}>
            {t('delivery.fill')}
          </Button>
        )}
      </div>
      <div role="status">
        {model.verdict.value && <VerdictText verdict={model.verdict.value} />}
      </div>
    </form>
  )
}

function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  switch (verdict.kind) {
    case 'valid':
      return <Banner tone="ok">{t('delivery.valid')}</Banner>
    case 'old':
      return (
        <Banner tone="attention">{t('delivery.old', { span: formatSpan(verdict.away) })}</Banner>
      )
    case 'malformed':
      return <Banner tone="danger">{t(`delivery.malformed.${verdict.part}`)}</Banner>
    case 'wrong':
      return (
        <Banner tone="danger">
          <p>
            {t('delivery.wrong', {
              parts: verdict.parts.map((part) => t(`delivery.parts.${part}`)).join(', '),
            })}
          </p>
          {verdict.parts.includes('body') && <p>{t('delivery.bodyHint')}</p>}
        </Banner>
      )
    case 'unknown':
      return <Banner tone="danger">{t('delivery.unknown')}</Banner>
  }
}
